"""The source of a function with all that it needs: a file that runs alone.

What can be imported is imported, and plain data, NumPy's numbers and arrays among it, is written
as it is now. Anything else is made again by the last statement of the notebook that bound its name.
"""

import ast
import builtins
import linecache
import symtable
import sys
from collections import defaultdict
from math import isfinite
from types import ModuleType, NoneType

PLAIN = (NoneType, bool, int, float, complex, str, bytes)
BRACKETS = {list: "[{}]", tuple: "({})", set: "{{{}}}", frozenset: "frozenset({{{}}})"}


def source_of(thing, namespace: dict) -> str:
    """Return the text of a file in which `thing`, of a notebook's namespace, is the player.

    Where it uses something else of that name, it is the kept_player. A ValueError says what it
    needs that cannot be put into a file.
    """
    file = _File(namespace)
    names = [name for name, held in namespace.items() if held is thing and name[0] != "_"]
    own = getattr(thing, "__name__", "")
    if not names and not _import_of(own, thing, namespace):
        raise ValueError("It has no name: write `my_player = …` first, and keep my_player.")
    name = names[0] if names and own not in names else own
    file.need(name, thing)
    # Something else has that name, perhaps, such as lesson 01's player(state).
    called = "kept_player" if name != "player" and "player" in file.names else "player"
    alias = [] if name == called else [f"{called} = {name}"]
    return "\n\n".join(["\n".join(sorted(file.imports)), *file.parts, *alias]).strip() + "\n"


class _File:
    """A file that grows: imports, and parts of source in an order in which they can run."""

    def __init__(self, namespace: dict):
        self.imports, self.parts, self.names, self._namespace = set(), [], set(), namespace
        own_file = "".join(linecache.getlines(namespace.get("__file__") or ""))
        statements = [each for cell in namespace.get("In", [own_file]) for each in _split(cell)]
        self._made_by = {name: each for each in statements for name in _names(each)[0]}

    def need(self, name: str, thing) -> None:
        """Put a thing into the file, after all that it needs itself."""
        if name in self.names:
            return
        self.names.add(name)
        own = getattr(thing, "__name__", name)
        if line := _import_of(name, thing, self._namespace):
            self.imports.add(line)
        elif text := _data(thing):
            modules = (each for each in ("collections", "numpy") if f"{each}." in text)
            self.imports |= {f"import {module}" for module in modules}
            self.parts.append(f"{name} = {text}")
        elif own != name and self._namespace.get(own) is thing:
            self.need(own, thing)
            self.parts.append(f"{name} = {own}")
        elif name in self._made_by:
            self._need_statement(self._made_by[name])
        else:
            raise ValueError(f"It uses {name}, and where that comes from cannot be found.")

    def _need_statement(self, source: str) -> None:
        bound, used = _names(source)
        self.names |= bound
        for name in sorted(used - bound - set(dir(builtins))):
            if name not in self._namespace:
                raise ValueError(f"It uses {name}, which is defined nowhere.")
            self.need(name, self._namespace[name])
        self.parts.append(source)


def _import_of(name: str, thing, namespace: dict) -> str:
    """Return the line that imports a thing under that name, or "" if nothing does."""
    if isinstance(thing, ModuleType):
        return f"import {thing.__name__}" + f" as {name}" * (name != thing.__name__)
    home, own = getattr(thing, "__module__", None), getattr(thing, "__name__", name)
    there = getattr(sys.modules.get(home), "__dict__", {})
    names = [other for other, held in there.items() if held is thing]
    if home == namespace["__name__"] or not names:
        return ""
    own = own if own in names else names[0]
    return f"from {home} import {own}" + f" as {name}" * (name != own)


def _data(thing) -> str:
    """Return plain data as it is written, "" for anything else and for what contains it."""
    try:
        return _written(thing)
    except (TypeError, RecursionError):
        return ""


def _written(thing) -> str:
    """Return data as it is written, or raise a TypeError."""
    kind = type(thing)
    if kind is float and not isfinite(thing):
        return f'float("{thing}")'
    if kind in PLAIN:
        return repr(thing)
    if kind.__module__ == "numpy" and hasattr(thing, "tolist"):  # an array, or a single number
        text = _written(thing.tolist())
        return f"numpy.array({text})" if thing.ndim else text
    if kind is defaultdict:
        fresh = thing.default_factory and f"lambda: {_written(thing.default_factory())}"
        return f"collections.defaultdict({fresh}, {_written(dict(thing))})"
    if kind is dict:
        return f"{{{', '.join(f'{_written(key)}: {_written(thing[key])}' for key in thing)}}}"
    if kind not in BRACKETS:
        raise TypeError
    listed = ", ".join(map(_written, thing)) + "," * (kind is tuple and len(thing) == 1)
    return BRACKETS[kind].format(listed) if thing else f"{kind.__name__}()"


def _split(cell: str) -> list[str]:
    """Return the statements of a cell, none of one that is not Python and never ran."""
    try:
        statements = ast.parse(cell).body
    except (SyntaxError, ValueError):
        return []
    lines = cell.splitlines()
    starts = [statement.lineno for statement in statements[1:]] + [len(lines) + 1]
    ends = [each.end_lineno for each, start in zip(statements, starts) if start > each.end_lineno]
    return ["\n".join(lines[start:end]).strip("\n") for start, end in zip([0, *ends], ends)]


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that source binds at its top, and the global ones that it uses."""
    tables = [symtable.symtable(source, "", "exec")]
    bound = {s.get_name() for s in tables[0].get_symbols() if s.is_assigned() or s.is_imported()}
    used = set()
    for table in tables:
        tables += table.get_children()
        used |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
    return bound, used

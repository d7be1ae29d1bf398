"""The source of a function with all that it needs: a file that runs alone.

Functions and classes are taken from the cells that define them, plain data as it is now, and
what can be imported is imported. Anything else (an object, a function that another one made)
is made again by the last statement that assigned it.
"""

import ast
import builtins
import inspect
import linecache
import symtable
import sys
from collections import defaultdict
from collections.abc import Iterator
from types import ModuleType


class Missing(ValueError):
    """Something that a function needs cannot be put into a file; the text says what."""


def source_of(thing, namespace: dict, called: str) -> str:
    """Return the text of a file in which `thing`, of a notebook's namespace, is `called` so."""
    name = _name_of(thing, namespace)
    file = _File()
    file.need(name, thing, namespace)
    if file.things.get(called, thing) is not thing:
        raise Missing(f"It uses something else that is called {called}: give that another name.")
    alias = [] if name == called else [f"{called} = {name}"]
    return "\n\n".join(["\n".join(sorted(file.imports)), *file.parts, *alias]).strip() + "\n"


def _name_of(thing, namespace: dict) -> str:
    """Return what a thing is called in a notebook."""
    own = getattr(thing, "__name__", "")
    if namespace.get(own) is thing:
        return own
    names = [name for name, held in namespace.items() if held is thing and name[0] != "_"]
    if not names and (not own.isidentifier() or "<locals>" in thing.__qualname__):
        raise Missing("It has no name: write `my_player = …` first, and keep my_player.")
    return names[0] if names else own


class _File:
    """A file that grows: imports, and parts of source in an order in which they can run."""

    def __init__(self):
        self.imports, self.parts, self.things = set(), [], {}

    def need(self, name: str, thing, namespace: dict) -> None:
        """Put a thing into the file, after all that it needs itself."""
        if name in self.things:
            if self.things[name] is not thing:
                raise Missing(f"Two different things are called {name}: rename one of them.")
            return
        self.things[name] = thing
        if line := _import_of(name, thing, namespace):
            self.imports.add(line)
        elif (text := _literal(thing)) is not None:
            self.parts.append(f"{name} = {text}")
        elif isinstance(thing, defaultdict) and (text := _literal(dict(thing))):
            self.imports.add("from collections import defaultdict")
            self.parts.append(f"{name} = defaultdict({thing.default_factory.__name__}, {text})")
        else:
            self._need_source(name, thing, namespace)

    def _need_source(self, name: str, thing, namespace: dict) -> None:
        inner = inspect.unwrap(thing) if callable(thing) else thing
        source = _definition(inner) or _assignment(name, namespace)
        if source is None:
            raise Missing(f"It uses {name}, and where that comes from cannot be found.")
        namespace = getattr(inner, "__globals__", namespace)
        bound, used = _names(source)
        for other in bound - {name}:
            self.things.setdefault(other, namespace.get(other))
        for other in sorted(used - bound - set(dir(builtins))):
            if other not in namespace:
                raise Missing(f"It uses {other}, which is defined nowhere.")
            self.need(other, namespace[other], namespace)
        self.parts.append(source)
        if name not in bound:  # it has another name here than where it was defined
            self.parts.append(f"{name} = {inner.__name__}")


def _import_of(name: str, thing, namespace: dict) -> str:
    """Return the line that imports a thing under that name, or "" if nothing does."""
    if isinstance(thing, ModuleType):
        return f"import {thing.__name__}" + f" as {name}" * (name != thing.__name__)
    home = getattr(thing, "__module__", None)
    module = sys.modules.get(home) if callable(thing) and home != namespace["__name__"] else None
    for own in (getattr(thing, "__name__", name), name):
        if module and getattr(module, own, None) == thing:
            return f"from {home} import {own}" + f" as {name}" * (name != own)
    return ""


def _literal(thing) -> str | None:
    """Return plain data as it is written, None if it is something else."""
    if isinstance(thing, float) and abs(thing) == float("inf"):
        return f'float("{thing}")'
    try:
        text = repr(thing)
        return text if type(ast.literal_eval(text)) is type(thing) else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _definition(thing) -> str | None:
    """Return the statement that defines a function or a class where it stands; None without one."""
    if "<locals>" in getattr(thing, "__qualname__", "") or inspect.ismethod(thing):
        return None  # another function, or an object, has made it
    functions = vars(thing).values() if isinstance(thing, type) else [thing]
    for code in filter(None, (getattr(function, "__code__", None) for function in functions)):
        for statement, source in _statements("".join(linecache.getlines(code.co_filename))):
            if _first_line(statement) <= code.co_firstlineno <= statement.end_lineno:
                return source
    return None


def _assignment(name: str, namespace: dict) -> str | None:
    """Return the last statement of a notebook, or of a module, that binds a name."""
    file = namespace.get("__file__")
    cells = namespace.get("In") or ["".join(linecache.getlines(file or ""))]
    found = [s for cell in cells for _, s in _statements(cell) if name in _names(s)[0]]
    return found[-1] if found else None


def _statements(text: str) -> Iterator[tuple[ast.stmt, str]]:
    """Yield the statements of a cell and the lines in which they stand."""
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError):  # a cell that never ran
        return
    lines = text.splitlines()
    for statement in statements:
        yield statement, "\n".join(lines[_first_line(statement) - 1 : statement.end_lineno])


def _first_line(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that source binds at its top, and the global ones that it uses."""
    top = symtable.symtable(source, "", "exec")
    bound = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned()}
    bound |= {symbol.get_name() for symbol in top.get_symbols() if symbol.is_imported()}
    used = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}
    tables = top.get_children()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        used |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
    return bound, used

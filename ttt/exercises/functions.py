"""What can be told of a function without calling it: whether it is blank, and what it uses."""

import dis
import inspect
from collections.abc import Callable
from types import FunctionType


def is_blank(function) -> bool:
    """Return whether the body of `function` is a docstring, `...`, `pass` or `return ...`."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("RESUME", "NOP")]
    does_nothing = all(step.opname.startswith(("LOAD_CONST", "RETURN_")) for step in steps)
    return does_nothing and all(step.argval in (None, ...) for step in steps)


def helpers(function) -> dict[str, Callable]:
    """Return the functions that `function` calls by their global names, itself left out."""
    code, known = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    used = {name: known.get(name) for name in (_globals_in(code) if code else ())}
    return {name: one for name, one in used.items() if callable(one) and one is not function}


def _globals_in(code) -> list[str]:
    """Return the global names that code uses, also inside its comprehensions."""
    names = [step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    inner = [constant for constant in code.co_consts if inspect.iscode(constant)]
    return names + [name for part in inner for name in _globals_in(part)]


def with_helpers(function: FunctionType, others: dict[str, Callable]) -> FunctionType:
    """Return a copy of `function` that calls these others in place of its own helpers."""
    names = {**function.__globals__, **others}
    copy = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    names[function.__name__] = copy  # so that it calls itself, not the one it is a copy of
    return copy

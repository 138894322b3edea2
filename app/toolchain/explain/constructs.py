"""Statements and values that have no meaning in a kernel, found in the source rather than in the message."""

from __future__ import annotations

import ast

from app.findings import Finding
from app.toolchain.explain.failure import Failure
from app.toolchain.fault import fault
from app.toolchain.source import Function, dotted

_CONSTRUCTS: tuple[tuple[tuple[type[ast.AST], ...], str], ...] = (
    ((ast.With, ast.AsyncWith), "with"),
    ((ast.Try, ast.TryStar), "try"),
    ((ast.Yield, ast.YieldFrom), "yield"),
    ((ast.Await, ast.AsyncFor, ast.AsyncFunctionDef), "async"),
    ((ast.ClassDef,), "class"),
    ((ast.Global, ast.Nonlocal), "global"),
    ((ast.Import, ast.ImportFrom), "import"),
    ((ast.Delete,), "del"),
    ((ast.Set, ast.SetComp), "set"),
    ((ast.Dict, ast.DictComp), "dict"),
    ((ast.List, ast.ListComp), "list"),
    ((ast.GeneratorExp,), "generator"),
    ((ast.JoinedStr,), "f-string"),
)  # fmt: skip
_HOST_ONLY = frozenset(
    {"str", "repr", "format", "sorted", "hash", "open", "input", "eval", "exec", "getattr", "setattr", "isinstance"}
    | {"type", "iter", "map", "filter", "super", "globals", "locals", "vars"}
)


def construct(failure: Failure) -> Finding | None:
    """Statements that have no meaning on a device: found in the source, for the message rarely names them."""
    if not failure.search(
        r"opcode|construct is not supported|set_try_status|build_set|get_function_type|[Gg]enerator|[Uu]nsupported"
        r"|terminator_types"
    ):
        return None
    if failure.search("UNPACK_EX"):
        return fault("typing_error.construct", failure.line, what="*")
    return construct_at(failure) or construct_anywhere(failure)


def walrus(failure: Failure) -> Finding | None:
    """numba loses the type of what `:=` names, and then the line as well."""
    if not failure.search(r"Type of variable .* cannot be determined"):
        return None
    function = failure.source.around(failure.line) or next(iter(failure.source.functions), None)
    named = [node for node in (_body(function) if function else []) if isinstance(node, ast.NamedExpr)]
    return fault("typing_error.walrus", named[0].lineno, name=named[0].target.id) if named else None


def suspect(failure: Failure) -> Finding | None:
    """Nothing in the message helps, but something on the line never works in a kernel."""
    if found := construct_at(failure):
        return found
    calls = [dotted(n.func) for n in failure.source.at(failure.line) if isinstance(n, ast.Call)]
    name = next((name for name in calls if name in _HOST_ONLY), None)
    return fault("typing_error.builtin", failure.line, name=name) if name else None


def divided_in_place(failure: Failure) -> Finding | None:
    """numba gives `x /= y` of whole numbers a type that its own code does not have; what breaks lies behind it."""
    if not failure.search(r"NVVM|ERROR_INVALID_IR|nvvm|Operands must be the same type|cannot store"):
        return None
    inside = [node for function in failure.source.functions for node in _body(function)]
    places = [node for node in inside if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div)]
    if not places:
        return None
    target, value = ast.unparse(places[0].target), ast.unparse(places[0].value)
    return fault("typing_error.divided_in_place", places[0].lineno, target=target, value=value)


def translator(failure: Failure) -> Finding | None:
    """NVVM's own complaints are about a language that the learner never sees."""
    return fault("typing_error.translator", failure.line) if failure.search(r"NVVM|ERROR_INVALID_IR|nvvm") else None


def container(failure: Failure, kind: str) -> Finding:
    """Where the container is made, if it is made in this function; else where it stands in the way."""
    function = failure.source.around(failure.line)
    made = _first_construct(failure, _body(function) if function else [], kind)
    return made or fault("typing_error.container", failure.line, kind=kind)


def construct_at(failure: Failure) -> Finding | None:
    return _first_construct(failure, list(failure.source.at(failure.line)))


def construct_anywhere(failure: Failure) -> Finding | None:
    inside = [node for function in failure.source.functions for node in _body(function)]
    return _first_construct(failure, inside)


def _first_construct(failure: Failure, nodes: list[ast.AST], wanted: str | None = None) -> Finding | None:
    for kinds, word in _CONSTRUCTS:
        for node in nodes:
            if isinstance(node, kinds) and wanted in (None, word):
                if word in ("list", "dict", "set"):
                    return fault("typing_error.container", getattr(node, "lineno", failure.line), kind=word)
                return fault("typing_error.construct", getattr(node, "lineno", failure.line), what=word)
    return None


def _body(function: Function) -> list[ast.AST]:
    return [node for statement in function.body for node in ast.walk(statement)]

"""Functions that a kernel defines within itself.

Numba puts the body of one in the place of each call, so a variable of the outer function that it reads has the value
that it has at the call. Here those variables become its first parameters, and a call hands them over.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from app.simt.faults import UnsupportedError
from app.simt.literals import early
from app.simt.matching import captured
from app.simt.names import Function, Scope
from app.simt.quoting import quoted

NESTED = "nested"  # the role of such a function


def nested(node: ast.FunctionDef | ast.Lambda, scope: Scope, outer: frozenset[str]) -> Function:
    """The function, in a scope, within one whose local names are `outer`. Raises UnsupportedError."""
    name = "lambda" if isinstance(node, ast.Lambda) else node.name
    if isinstance(node, ast.FunctionDef) and node.decorator_list:
        first = node.decorator_list[0]
        raise UnsupportedError("unsupported.statement", first.lineno, what=f"@{quoted(first, 58)}")
    if any(early(default) is None for default in node.args.defaults):
        raise UnsupportedError("unsupported.statement", node.lineno, what=f"{name}({quoted(node.args, 50)})")
    captured = tuple(sorted(_read(node) & (outer - assigned(node))))
    return Function(_taking(node, captured), scope, NESTED, name, captured=captured)


def call_of(function: Function, node: ast.Call, *, outside: bool) -> ast.Call:
    """The call with the outer variables in front. Raises UnsupportedError for arguments by name, as numba does.

    `outside`: the call stands where those variables are not to be seen.
    """
    if node.keywords or (outside and function.captured):
        raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node))
    own = len(function.parameters) - len(function.captured)
    if len(node.args) > own:
        raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node))
    outer = [ast.copy_location(ast.Name(name, ast.Load()), node) for name in function.captured]
    return ast.copy_location(ast.Call(node.func, [*outer, *node.args], []), node)


def assigned(node: ast.FunctionDef | ast.Lambda) -> frozenset[str]:
    """Names that are local to the function, as Python decides it."""
    args = node.args
    names = {arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
    for part in _own(node.body if isinstance(node, ast.FunctionDef) else []):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        elif isinstance(part, ast.FunctionDef):
            names.add(part.name)
        elif isinstance(part, ast.Match):
            names |= captured(part)
    return frozenset(names)


def _own(nodes: list[ast.stmt]) -> Iterator[ast.AST]:
    """The nodes and what they hold, without what functions among them hold."""
    rest: list[ast.AST] = list(nodes)
    while rest:
        node = rest.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            rest.extend(ast.iter_child_nodes(node))


def _read(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Names that the function, or one within it, reads."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}


def _taking(node: ast.FunctionDef | ast.Lambda, names: tuple[str, ...]) -> ast.FunctionDef | ast.Lambda:
    """The function with further parameters in front."""
    spec = node.args
    own = [*(ast.arg(name) for name in names), *spec.posonlyargs, *spec.args]
    args = ast.arguments([], own, spec.vararg, spec.kwonlyargs, spec.kw_defaults, spec.kwarg, spec.defaults)
    if isinstance(node, ast.Lambda):
        return ast.copy_location(ast.Lambda(args, node.body), node)
    return ast.copy_location(ast.FunctionDef(node.name, args, node.body, []), node)

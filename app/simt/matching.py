"""`match` as the chain of ifs that it stands for. Patterns that take things apart are none that numba compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeVar

from app.simt.faults import UnsupportedError
from app.simt.quoting import quoted

Node = TypeVar("Node", ast.expr, ast.stmt)


def plain(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, with each `match` spelled out. Raises UnsupportedError when it comes to one beyond it."""
    for statement in statements:
        if isinstance(statement, ast.Match):
            yield from spelled_out(statement)
        else:
            yield statement


def subject(node: ast.Match) -> str:
    """The name that holds what is matched: none that a learner could write."""
    return f"match {node.lineno}:{node.col_offset}"


def spelled_out(node: ast.Match) -> list[ast.stmt]:
    """The subject's assignment, and the ifs. Raises UnsupportedError."""
    return [_set(subject(node), node.subject, node), *_chain(node, node.cases)]


def captured(node: ast.Match) -> set[str]:
    """The names that the statement sets by its patterns."""
    bound = {part.name for case in node.cases for part in ast.walk(case.pattern) if isinstance(part, ast.MatchAs)}
    return {subject(node)} | {name for name in bound if name is not None}


def _chain(node: ast.Match, cases: Sequence[ast.match_case]) -> list[ast.stmt]:
    if not cases:
        return []
    first, rest = cases[0], cases[1:]
    test, names = _test(node, first.pattern)
    binding = [_set(name, _held(node, first.pattern), first.pattern) for name in names]
    if first.guard is not None:
        test = first.guard if test is None else _at(first.guard, ast.BoolOp(ast.And(), [test, first.guard]))
    if test is None:
        return [*binding, *first.body]
    return [*binding, _at(first.pattern, ast.If(test, first.body, _chain(node, rest)))]


def _test(node: ast.Match, pattern: ast.pattern) -> tuple[ast.expr | None, list[str]]:
    """The condition under which the pattern fits, None for always; and the names that it sets."""
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
        return None, [] if pattern.name is None else [pattern.name]
    if isinstance(pattern, ast.MatchValue):
        return _compared(node, pattern, ast.Eq(), pattern.value), []
    if isinstance(pattern, ast.MatchSingleton):
        return _compared(node, pattern, ast.Is(), _at(pattern, ast.Constant(pattern.value))), []
    if isinstance(pattern, ast.MatchOr):
        tests = [_test(node, each) for each in pattern.patterns]
        if all(test is not None and not names for test, names in tests):
            return _at(pattern, ast.BoolOp(ast.Or(), [test for test, _ in tests if test is not None])), []
    raise _beyond(pattern)


def _compared(node: ast.Match, pattern: ast.pattern, op: ast.cmpop, value: ast.expr) -> ast.expr:
    return _at(pattern, ast.Compare(_held(node, pattern), [op], [value]))


def _held(node: ast.Match, pattern: ast.pattern) -> ast.expr:
    return _at(pattern, ast.Name(subject(node), ast.Load()))


def _set(name: str, value: ast.expr, place: ast.AST) -> ast.stmt:
    return _at(place, ast.Assign([ast.Name(name, ast.Store())], value))


def _at(place: ast.AST, made: Node) -> Node:
    """What was made, with a place; what it was made of has one, so that a chain is not gone through again and again."""
    rest: list[ast.AST] = [made]
    while rest:
        node = rest.pop()
        if not hasattr(node, "lineno"):
            ast.copy_location(node, place)
            rest.extend(ast.iter_child_nodes(node))
    return made


def _beyond(pattern: ast.pattern) -> UnsupportedError:
    return UnsupportedError("unsupported.statement", pattern.lineno, what=f"case {quoted(pattern, 50)}")

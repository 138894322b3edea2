"""Which names a statement sets, for a reader that does not work it out."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def same_scope(statement: ast.AST) -> Iterator[ast.AST]:
    """The statement and all of its parts that set names where it stands, and not in a function or class of it."""
    yield statement
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        return
    for child in ast.iter_child_nodes(statement):
        yield from same_scope(child)


def set_names(node: ast.AST) -> Iterator[str]:
    """The names that this piece of syntax itself sets."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name

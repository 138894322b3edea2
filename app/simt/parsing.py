"""The syntax of a learner's module, and how large it may be."""

from __future__ import annotations

import ast

from app.simt.faults import SourceFaultError, UnsupportedError

MAX_BYTES = 256 << 10
MAX_NODES = 40_000
MAX_DEPTH = 100


def parse(source: str) -> ast.Module:
    """The module's syntax. Raises SourceFaultError where it is no Python or too large to be a kernel."""
    if len(source) > MAX_BYTES:
        raise SourceFaultError("syntax_error.too_long", None, limit=MAX_BYTES)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise SourceFaultError("syntax_error", error.lineno, text=error.msg) from None
    except ValueError:
        raise SourceFaultError("syntax_error.null", None) from None
    except (RecursionError, MemoryError):
        raise SourceFaultError("syntax_error.nested", None) from None
    _measure(tree)
    return tree


def _measure(tree: ast.Module) -> None:
    nodes, level = 0, list(ast.iter_child_nodes(tree))
    for _ in range(MAX_DEPTH):
        nodes += len(level)
        if nodes > MAX_NODES:
            raise UnsupportedError("unsupported.too_large", None, limit=MAX_NODES)
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    raise UnsupportedError("unsupported.too_deep", getattr(level[0], "lineno", None), limit=MAX_DEPTH)

"""What ends a thread: `raise`, `assert`, and what numba itself raises for.

On the device all of it ends the thread, in silence unless the kernel is compiled for debugging.
"""

from __future__ import annotations

import ast
import builtins
from typing import cast

import numpy as np

from app.simt.body import Body
from app.simt.faults import UnsupportedError
from app.simt.masks import Mask, both
from app.simt.names import Symbol
from app.simt.quoting import quoted


def is_exception(node: ast.Raise, body: Body) -> bool:
    """Whether an exception of Python's own is raised, with nothing but constants to say."""
    call = node.exc if isinstance(node.exc, ast.Call) else None
    name = node.exc if call is None else call.func
    if not isinstance(name, ast.Name) or node.cause is not None or name.id in body.locals:
        return False
    made = getattr(builtins, name.id, None)
    known = body.function.scope.find(name.id) == Symbol(f"builtins.{name.id}")
    constant = call is None or (not call.keywords and all(isinstance(arg, ast.Constant) for arg in call.args))
    return known and isinstance(made, type) and issubclass(made, Exception) and constant


def halt(m: Mask, ended: object, node: ast.AST) -> None:
    """Raises UnsupportedError where a lane of `m` is `ended`: numba would end it in the middle of this expression."""
    if np.any(both(m, cast("Mask", np.asarray(ended)))):
        raise UnsupportedError("unsupported.ending", getattr(node, "lineno", None), what=quoted(node))


def check_message(node: ast.Assert) -> None:
    """Raises UnsupportedError where the assertion's message has to be worked out."""
    if node.msg is not None and not isinstance(node.msg, ast.Constant):
        raise UnsupportedError("unsupported.statement", node.lineno, what=quoted(node))

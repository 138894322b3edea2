"""Stores of a number into a view: `counts[:] = 0`. Every lane stores element after element.

An array into a view, `row[:] = other_row`, needs memory that numba-cuda does not hand out: it does not compile.
"""

from __future__ import annotations

import ast
from itertools import product
from typing import cast

import numpy as np

from app.simt.access import Subscript
from app.simt.body import Writer
from app.simt.code import Code
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import View
from app.simt.quoting import quoted
from app.simt.types import ArrayType, Scalar


def fill(lower: Lowering, view: Code, code: Code, node: ast.expr) -> Writer:
    """What stores a number into a view. Raises UnsupportedError."""
    kind, line = cast("ArrayType", view.type), node.lineno
    beyond = UnsupportedError("unsupported.slice_store", line, what=quoted(node))
    place = Subscript(line, node.col_offset, (True,) * kind.ndim)
    if not isinstance(code.type, Scalar):
        raise beyond
    item = Code(code.type, lambda f, m: f.slots[slot])
    slot = lower.body.slot(f"({len(lower.body.slots)})", item.type)
    convert, target = lower.cast(item, kind.dtype, line), view.run

    def write(f: Frame, m: Mask, value: object) -> None:
        into = cast("View", target(f, m))
        shape = into.shape
        if any(not isinstance(size, int) for size in shape):
            raise beyond
        for position in product(*map(range, shape)):
            index = [np.int64(k) for k in position]
            f.machine.meter.spend(1)
            f.slots[slot] = value
            f.machine.mover.store(into, index, convert(f, m), m, place)

    return write

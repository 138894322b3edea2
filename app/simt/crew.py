"""A loop that few lanes are left in goes on with those alone, packed side by side.

Only a loop over plain variables may: it asks for no memory, no barrier and no neighbour, so it does not matter where
a lane lies. What it knows shrinks on the way in to one axis of active lanes, and is spread out again on the way out.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import cast

import numpy as np

from app.simt.affine import Affine, dense
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Bools, Mask
from app.simt.memory import Reference, View
from app.simt.names import Symbol

FEWEST = 4096  # lanes for which packing is worth its price
_PLAIN = (
    ast.While, ast.For, ast.If, ast.Assign, ast.AugAssign, ast.Pass, ast.Break, ast.Continue, ast.Name, ast.Constant,
    ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple, ast.Call, ast.operator, ast.unaryop,
    ast.boolop, ast.cmpop, ast.expr_context,
)  # fmt: skip
_CALLS = frozenset(f"builtins.{name}" for name in ("range", "min", "max", "abs", "int", "float", "bool", "round"))


def is_plain(lower: Lowering, loop: ast.While | ast.For) -> bool:
    """Whether the loop, once lowered, computes with plain variables alone, lane by lane."""
    parts = list(ast.walk(loop))
    callees = [part.func for part in parts if isinstance(part, ast.Call)]
    if any(not isinstance(part, _PLAIN) and part not in callees for part in parts):
        return False
    if any(_is_method(lower, callee) for callee in callees):
        return False
    found = [lower.of(callee).const for callee in callees]
    return all(isinstance(one, Symbol) and (one.path in _CALLS or one.path.startswith("math.")) for one in found)


def _is_method(lower: Lowering, callee: ast.expr) -> bool:
    """Whether a value of the kernel is called upon: `x.conjugate` is nothing without its call."""
    while isinstance(callee, ast.Attribute):
        callee = callee.value
    return not isinstance(callee, ast.Name) or callee.id in lower.body.locals


def is_thin(f: Frame, active: Mask) -> bool:
    """Whether less than half of the lanes are left in a loop, and nobody watches it."""
    if not isinstance(active, np.ndarray) or active.size < FEWEST or f.machine.signals.observers:
        return False
    return active.shape == _shape(f) and int(np.count_nonzero(active)) * 2 < active.size


def _shape(f: Frame) -> tuple[int, ...]:
    return f.machine.lanes.shape if f.packed is None else (f.packed,)


class Crew:
    """The lanes of a mask, from here to `leave`. `names` are the variables that the loop reads or sets."""

    def __init__(self, f: Frame, mask: Bools, names: Sequence[str]) -> None:
        self.frame, self.outer, self.shape = f, f.packed, _shape(f)
        self.positions = np.flatnonzero(mask)
        slots = [slot for name in names for slot in f.names.get(name, ())]
        self.wide = {slot: f.slots[slot] for slot in slots}
        self.narrow = {slot: self._pack(value) for slot, value in self.wide.items()}
        for slot, value in self.narrow.items():
            f.slots[slot] = value
        f.packed = self.positions.size

    def leave(self) -> None:
        """Spread out what the lanes have set."""
        for slot, value in self.narrow.items():
            self.frame.slots[slot] = self._spread(self.frame.slots[slot], value, self.wide[slot])
        self.frame.packed = self.outer

    def mask(self, narrow: Mask) -> Mask:
        """A mask of packed lanes as one over all."""
        if narrow is False:
            return False
        result = np.zeros(self.shape, np.bool_)
        result.reshape(-1)[self.positions] = narrow
        return result

    def _pack(self, value: object) -> object:
        if isinstance(value, tuple):
            return tuple(self._pack(item) for item in value)
        return self._flat(value)[self.positions] if isinstance(value, Affine | np.ndarray) else value

    def _flat(self, value: object) -> np.ndarray:
        return np.broadcast_to(dense(value), self.shape).reshape(-1)

    def _spread(self, now: object, packed: object, before: object) -> object:
        if now is packed:
            return before
        if isinstance(now, tuple):
            old = cast("tuple[object, ...]", before if packed is not None else (None,) * len(now))
            held = cast("tuple[object, ...]", packed if packed is not None else old)
            return tuple(self._spread(*each) for each in zip(now, held, old, strict=True))
        value = np.asarray(dense(now))
        result = np.zeros(self.shape, value.dtype) if before is None else self._flat(before).reshape(self.shape).copy()
        result.reshape(-1)[self.positions] = value
        return result


def is_packable(f: Frame, names: Sequence[str]) -> bool:
    """Whether none of the variables is an array: those lie where the lanes do."""
    held = (f.slots[slot] for name in names for slot in f.names.get(name, ()))
    return not any(isinstance(value, View | Reference) for value in held)

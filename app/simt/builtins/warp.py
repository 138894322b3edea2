"""Warp operations: shuffles, votes, matches. Lanes that do not take part count as absent.

A shuffle from an absent lane is undefined on the device; here the reader keeps its own value, and warpcheck tells.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from app.simt.affine import dense
from app.simt.builtins.registry import MakeCall, bad_arguments
from app.simt.code import Code
from app.simt.events import WARP
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.operators import Overloads
from app.simt.quoting import quoted
from app.simt.types import BOOL, FLOAT32, FLOAT64, INT32, INT64, UINT32, Scalar, TupleType, Type, signature

LANES = np.arange(WARP, dtype=np.int64)
BITS = np.left_shift(np.uint64(1), LANES.astype(np.uint64))

Source = Callable[[np.ndarray], np.ndarray]  # operand → the lane that each reads from, both (warps, 32)
Vote = Callable[[np.ndarray, np.ndarray], Any]  # (present, yes), both (warps, 32) → one result a warp


def _warps(f: Frame, value: object) -> np.ndarray:
    """A value as (warps, 32); padding lanes hold zero."""
    return f.machine.lanes.padded(dense(value)).reshape(-1, WARP)


def _present(f: Frame, m: Mask, members: object) -> np.ndarray:
    active = f.machine.lanes.full(m).reshape(-1, WARP)
    named: np.ndarray = (_warps(f, members).astype(np.int64) >> LANES) & 1
    return active & named.astype(np.bool_)


def _tell(f: Frame, m: Mask, node: ast.Call, members: object, sources: np.ndarray | None = None) -> None:
    if f.machine.signals.exchange:
        f.machine.exchange(node.lineno, quoted(node.func), m, _warps(f, members), sources)


def _shuffle(source: Source) -> MakeCall:
    def make(lower: Lowering, node: ast.Call) -> Code:
        members, value, operand = codes = lower.arguments(node, 3)
        if value.type not in (INT32, INT64, FLOAT32, FLOAT64) or not _whole(members) or not _whole(operand):
            raise bad_arguments(node, codes)

        def run(f: Frame, m: Mask) -> object:
            mine, named = _warps(f, value.run(f, m)), members.run(f, m)
            present = _present(f, m, named)
            wanted = source(_warps(f, operand.run(f, m)).astype(np.int64) & (WARP - 1))
            _tell(f, m, node, named, wanted)
            inside = (wanted >= 0) & (wanted < WARP)
            partner = np.where(inside, wanted, LANES)
            there = np.take_along_axis(present, partner, axis=1)
            result = np.where(there, np.take_along_axis(mine, partner, axis=1), mine)
            return f.machine.lanes.unpadded_fold(result)

        return Code(value.type, run)

    return make


def _whole(code: Code) -> bool:
    return isinstance(code.type, Scalar) and code.type.is_integer


def _ballot(present: np.ndarray, yes: np.ndarray) -> np.ndarray:
    bits: np.ndarray = np.where(present & yes, BITS, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return bits.astype(np.uint32)


def _same(present: np.ndarray, yes: np.ndarray) -> np.ndarray:
    same: np.ndarray = (yes | ~present).all(axis=1) | ~(yes & present).any(axis=1)
    return same


def _voting(vote: Vote, result: Type) -> MakeCall:
    def make(lower: Lowering, node: ast.Call) -> Code:
        members, predicate = codes = lower.arguments(node, 2)
        if not _whole(members) or not (_whole(predicate) or predicate.type == BOOL):
            raise bad_arguments(node, codes)
        decide = lower.cast(predicate, BOOL, node.lineno)

        def run(f: Frame, m: Mask) -> object:
            named = members.run(f, m)
            _tell(f, m, node, named)
            verdict = vote(_present(f, m, named), _warps(f, decide(f, m)).astype(np.bool_))
            return _to_lanes(f, verdict.astype(np.int32) if result == INT32 else verdict)

        return Code(result, run)

    return make


def _to_lanes(f: Frame, per_warp: np.ndarray) -> object:
    return f.machine.lanes.unpadded_fold(np.repeat(per_warp, WARP))


def _activemask(lower: Lowering, node: ast.Call) -> Code:
    lower.arguments(node, 0)

    def run(f: Frame, m: Mask) -> object:
        active = f.machine.lanes.full(m).reshape(-1, WARP)
        return _to_lanes(f, _ballot(active, active))

    return Code(UINT32, run)


def _lanemask_lt(lower: Lowering, node: ast.Call) -> Code:
    lower.arguments(node, 0)
    below = (BITS - np.uint64(1)).astype(np.uint32)

    def run(f: Frame, m: Mask) -> object:
        warps = f.machine.lanes.full(True).size // WARP
        return f.machine.lanes.unpadded_fold(np.tile(below, warps))

    return Code(UINT32, run)


def _equal(f: Frame, m: Mask, members: object, value: object) -> tuple[np.ndarray, np.ndarray]:
    """(which lanes hold what each lane holds, shape (warps, 32, 32); which lanes take part)."""
    present, held = _present(f, m, members), _warps(f, value)
    return (held[:, :, None] == held[:, None, :]) & present[:, None, :], present


_MATCHED = Overloads(tuple(signature(INT32, INT32, kind) for kind in (INT32, INT64, FLOAT32, FLOAT64)))


def _match(lower: Lowering, node: ast.Call, *, every: bool) -> Code:
    codes = lower.arguments(node, 2)
    found = _MATCHED.select([code.type for code in codes])
    if found is None:
        raise bad_arguments(node, codes)
    members, value = (lower.cast(code, kind, node.lineno) for code, kind in zip(codes, found.args, strict=True))

    def run(f: Frame, m: Mask) -> object:
        named = members(f, m)
        _tell(f, m, node, named)
        alike, present = _equal(f, m, named, value(f, m))
        masks = np.where(alike, BITS, np.uint64(0)).sum(axis=2, dtype=np.uint64).astype(np.uint32).astype(np.int32)
        if not every:
            return f.machine.lanes.unpadded_fold(masks)
        agreed = (alike == present[:, None, :]).all(axis=2)
        fold = f.machine.lanes.unpadded_fold
        return fold(np.where(agreed, masks, np.int32(0))), fold(agreed)

    return Code(TupleType((INT32, BOOL)) if every else INT32, run)


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        "numba.cuda.shfl_sync": _shuffle(lambda operand: operand),
        "numba.cuda.shfl_up_sync": _shuffle(lambda operand: LANES - operand),
        "numba.cuda.shfl_down_sync": _shuffle(lambda operand: LANES + operand),
        "numba.cuda.shfl_xor_sync": _shuffle(lambda operand: LANES ^ operand),
        "numba.cuda.all_sync": _voting(lambda present, yes: (yes | ~present).all(axis=1), BOOL),
        "numba.cuda.any_sync": _voting(lambda present, yes: (yes & present).any(axis=1), BOOL),
        "numba.cuda.eq_sync": _voting(_same, BOOL),
        "numba.cuda.ballot_sync": _voting(_ballot, INT32),
        "numba.cuda.match_any_sync": lambda lower, node: _match(lower, node, every=False),
        "numba.cuda.match_all_sync": lambda lower, node: _match(lower, node, every=True),
        "numba.cuda.activemask": _activemask,
        "numba.cuda.lanemask_lt": _lanemask_lt,
    }
)

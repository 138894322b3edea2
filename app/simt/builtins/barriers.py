"""Barriers, fences, and the barriers that vote."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from app.simt.affine import dense
from app.simt.builtins.registry import MakeCall, bad_arguments, scalar
from app.simt.code import Code, static
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.names import Symbol
from app.simt.types import BOOL, INT32, NONE

GRID_GROUP = Symbol("numba.cuda.cg.this_grid()")

ALL = 0xFFFFFFFF  # lanes of a warp

Vote = Callable[[np.ndarray, np.ndarray], Any]  # (arrived, yes), both (blocks, threads) → (blocks,)


def _syncthreads(lower: Lowering, node: ast.Call) -> Code:
    lower.arguments(node, 0)
    line, column = node.lineno, node.col_offset
    return Code(NONE, lambda f, m: f.machine.barrier(line, column, m))


def _voting(vote: Vote) -> MakeCall:
    def make(lower: Lowering, node: ast.Call) -> Code:
        (code,) = lower.arguments(node, 1)
        kind = scalar(code)
        if kind is None or not kind.is_integer:  # numba turns no bool into the int32 that it asks for
            raise bad_arguments(node, [code])
        predicate = lower.cast(Code(INT32, lower.cast(code, INT32, node.lineno)), BOOL, node.lineno)
        line, column = node.lineno, node.col_offset

        def run(f: Frame, m: Mask) -> object:
            lanes = f.machine.lanes
            yes = lanes.spread(dense(predicate(f, m))).reshape(lanes.blocks, -1)
            f.machine.barrier(line, column, m)
            arrived = lanes.spread(np.bool_(m) if isinstance(m, bool) else m).reshape(lanes.blocks, -1)
            per_block = vote(arrived, yes).astype(np.int32)
            return lanes.fold(np.repeat(per_block, lanes.threads))

        return Code(INT32, run)

    return make


def _everyone(members: object) -> bool:
    return isinstance(members, int | np.integer) and int(members) & ALL == ALL


def _syncwarp(lower: Lowering, node: ast.Call) -> Code:
    codes = lower.arguments(node, 0, 1)
    if not all(kind is not None and not kind.is_complex for kind in map(scalar, codes)):
        raise bad_arguments(node, codes)
    line, runs = node.lineno, [code.run for code in codes]

    def run(f: Frame, m: Mask) -> object:
        members = [each(f, m) for each in runs]
        f.machine.warp_barrier(line, m, members[0] if members and not _everyone(members[0]) else None)
        return None

    return Code(NONE, run)


def _fence(*, block_only: bool) -> MakeCall:
    def make(lower: Lowering, node: ast.Call) -> Code:
        lower.arguments(node, 0)
        line = node.lineno
        return Code(NONE, lambda f, m: f.machine.fence(line, m, block_only=block_only))

    return make


def _this_grid(lower: Lowering, node: ast.Call) -> Code:
    lower.arguments(node, 0)
    lower.body.compiler.program.whole_grid = True
    return static(GRID_GROUP, "grid group")


def _sync(lower: Lowering, node: ast.Call) -> Code:
    lower.arguments(node, 0)
    line, column = node.lineno, node.col_offset

    def run(f: Frame, m: Mask) -> object:
        f.machine.barrier(line, column, m, whole_grid=True)  # each block meets first, all of it
        f.machine.grid_barrier(line)
        return np.int32(0)

    return Code(INT32, run)


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        "numba.cuda.syncthreads": _syncthreads,
        "numba.cuda.syncthreads_count": _voting(lambda arrived, yes: (arrived & yes).sum(axis=1)),
        "numba.cuda.syncthreads_and": _voting(lambda arrived, yes: (yes | ~arrived).all(axis=1)),
        "numba.cuda.syncthreads_or": _voting(lambda arrived, yes: (arrived & yes).any(axis=1)),
        "numba.cuda.syncwarp": _syncwarp,
        "numba.cuda.threadfence": _fence(block_only=False),
        "numba.cuda.threadfence_system": _fence(block_only=False),
        "numba.cuda.threadfence_block": _fence(block_only=True),
        "numba.cuda.cg.this_grid": _this_grid,
        f"{GRID_GROUP.path}.sync": _sync,
    }
)

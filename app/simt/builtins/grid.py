"""Where a thread is: cuda.grid, threadIdx and their kin."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from app.simt.builtins.registry import MakeCall, MakeName, bad_arguments
from app.simt.code import Code, Run, literal
from app.simt.events import WARP
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.types import INT32, INT64, TupleType


def _dimension(lower: Lowering, node: ast.Call) -> int:
    (code,) = lower.arguments(node, 1)
    if code.const not in (1, 2, 3) or not isinstance(code.const, int):
        raise bad_arguments(node, [code])
    return code.const


def _per_dimension(count: int, value: Callable[[Frame, int], object]) -> Code:
    if count == 1:
        return Code(INT64, lambda f, m: value(f, 0), pure=True)
    dims = range(count)
    return Code(TupleType((INT64,) * count), lambda f, m: tuple([value(f, dim) for dim in dims]), pure=True)


def _grid(lower: Lowering, node: ast.Call) -> Code:
    return _per_dimension(_dimension(lower, node), lambda f, dim: f.machine.lanes.grid(dim))


def _gridsize(lower: Lowering, node: ast.Call) -> Code:
    return _per_dimension(_dimension(lower, node), lambda f, dim: np.int64(f.machine.grid[dim] * f.machine.block[dim]))


def _int32(run: Run) -> MakeName:
    return lambda lower, node: Code(INT32, run, pure=True)


def _lane_in_warp(f: Frame, m: Mask) -> object:
    thread = f.machine.lanes.linear_thread()
    return (
        thread.astype(np.dtype(np.int32)) if isinstance(thread, np.generic) else thread.dense().astype(np.int32)
    ) % np.int32(WARP)


def _coordinates() -> dict[str, MakeName]:
    names: dict[str, MakeName] = {}
    for dim, axis in enumerate("xyz"):
        names[f"numba.cuda.threadIdx.{axis}"] = _int32(lambda f, m, dim=dim: f.machine.lanes.thread(dim))  # type: ignore[misc]  # a default binds
        names[f"numba.cuda.blockIdx.{axis}"] = _int32(lambda f, m, dim=dim: f.machine.lanes.block(dim))  # type: ignore[misc]  # a default binds
        names[f"numba.cuda.blockDim.{axis}"] = _int32(lambda f, m, dim=dim: np.int32(f.machine.block[dim]))  # type: ignore[misc]  # a default binds
        names[f"numba.cuda.gridDim.{axis}"] = _int32(lambda f, m, dim=dim: np.int32(f.machine.grid[dim]))  # type: ignore[misc]  # a default binds
    return names


def _warpsize(lower: Lowering, node: ast.expr) -> Code:
    code = literal(np.int32(WARP))
    assert code is not None
    return code


CALLS: Mapping[str, MakeCall] = MappingProxyType({"numba.cuda.grid": _grid, "numba.cuda.gridsize": _gridsize})
NAMES: Mapping[str, MakeName] = MappingProxyType(
    {**_coordinates(), "numba.cuda.laneid": _int32(_lane_in_warp), "numba.cuda.warpsize": _warpsize}
)

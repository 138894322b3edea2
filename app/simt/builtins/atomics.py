"""Atomics. Lanes take their turn in the order of their numbers, so that results are the same at every run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

import numpy as np

from app.simt.access import Subscript
from app.simt.builtins.registry import MakeCall, bad_arguments
from app.simt.code import Code, Run
from app.simt.events import Ints
from app.simt.faults import UnsupportedError
from app.simt.indexing import Axis, subscript_axes
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import View
from app.simt.quoting import quoted
from app.simt.types import FLOAT32, FLOAT64, INT32, INT64, UINT32, UINT64, ArrayType, Scalar

Turn = Callable[..., np.ndarray]  # (current, operand...) → what the cell holds then, each shape (k,)

_WORDS = (INT32, UINT32, INT64, UINT64)
_UNSIGNED = (UINT32, UINT64)
_NUMBERS = (*_WORDS, FLOAT32, FLOAT64)


@dataclass(frozen=True, slots=True)
class Atomic:
    """`quick` does all turns at once where nobody wants the old values."""

    name: str
    turn: Turn
    types: Sequence[Scalar]
    quick: np.ufunc | None = None


def _keep_larger(current: np.ndarray, value: np.ndarray) -> np.ndarray:
    return np.where(value > current, value, current)


def _keep_smaller(current: np.ndarray, value: np.ndarray) -> np.ndarray:
    return np.where(value < current, value, current)


def _count_up(current: np.ndarray, limit: np.ndarray) -> np.ndarray:
    return np.where(current >= limit, 0, current + current.dtype.type(1)).astype(current.dtype)


def _count_down(current: np.ndarray, limit: np.ndarray) -> np.ndarray:
    return np.where((current == 0) | (current > limit), limit, current - current.dtype.type(1)).astype(current.dtype)


_ATOMICS = (
    Atomic("add", np.add, _NUMBERS, np.add),
    Atomic("sub", np.subtract, _NUMBERS, np.subtract),
    Atomic("max", _keep_larger, _NUMBERS),
    Atomic("min", _keep_smaller, _NUMBERS),
    Atomic("nanmax", np.fmax, _NUMBERS, np.fmax),
    Atomic("nanmin", np.fmin, _NUMBERS, np.fmin),
    Atomic("and_", np.bitwise_and, _WORDS, np.bitwise_and),
    Atomic("or_", np.bitwise_or, _WORDS, np.bitwise_or),
    Atomic("xor", np.bitwise_xor, _WORDS, np.bitwise_xor),
    Atomic("inc", _count_up, _UNSIGNED),
    Atomic("dec", _count_down, _UNSIGNED),
    Atomic("exch", lambda current, value: value, _WORDS),
)


def _swap(current: np.ndarray, expected: np.ndarray, value: np.ndarray) -> np.ndarray:
    return np.where(current == expected, value, current)


_CAS = Atomic("cas", _swap, _WORDS)
_COMPARE_AND_SWAP = Atomic("compare_and_swap", _swap, _WORDS)
_LOCKING = frozenset({"cas", "compare_and_swap", "exch"})


def in_turn(line: np.ndarray, where: Ints, operands: Sequence[np.ndarray], turn: Turn) -> np.ndarray:
    """Let every lane have its turn; gives what each found. Lanes with cells of their own go together."""
    order = np.argsort(where, kind="stable")
    cells = where[order]
    first = np.flatnonzero(np.r_[True, cells[1:] != cells[:-1]])
    behind = np.r_[first[1:], cells.size]
    found = np.empty(where.size, line.dtype)
    k = 0
    while first.size:
        if k & (k - 1) == 0 and k:  # at 1, 2, 4 and so on, so that looking costs no more than the turns
            changing = _settle(line, cells, order, found, (first + k, behind), operands, turn)
            first, behind = first[changing], behind[changing]
        lanes, at = order[first + k], cells[first + k]
        current = line[at]
        found[lanes] = current
        line[at] = turn(current, *[operand[lanes] for operand in operands])
        k += 1
        waiting = first + k < behind
        first, behind = first[waiting], behind[waiting]
    return found


def _settle(
    line: np.ndarray,
    cells: Ints,
    order: Ints,
    found: np.ndarray,
    rest: tuple[Ints, Ints],
    operands: Sequence[np.ndarray],
    turn: Turn,
) -> np.ndarray:
    """Tell the lanes of cells that none of them will change what they find; gives which cells may still change.

    `rest` says where each cell's waiting lanes begin and end in `order`, at least one each.
    """
    begin, end = rest
    counts = end - begin
    starts = np.r_[0, np.cumsum(counts)[:-1]]
    places = np.repeat(begin - starts, counts) + np.arange(counts.sum())
    lanes, current = order[places], line[cells[places]]
    stays = turn(current, *[operand[lanes] for operand in operands]) == current
    settled = np.logical_and.reduceat(stays, starts)
    told = np.repeat(settled, counts)
    found[lanes[told]] = current[told]
    return ~settled


def _queue(line: np.ndarray, where: Ints, value: np.ndarray) -> np.ndarray | None:
    """What each finds when integers are added: a running sum a cell, without going turn by turn."""
    if line.dtype.kind not in "iu":
        return None
    order = np.argsort(where, kind="stable")
    cells, values = where[order], value[order]
    sums = np.cumsum(values, dtype=line.dtype)
    starts = np.r_[True, cells[1:] != cells[:-1]]
    before = sums - values
    offsets = np.repeat(before[starts], np.diff(np.r_[np.flatnonzero(starts), cells.size]))
    found = np.empty_like(value)
    found[order] = line[cells] + (before - offsets)
    np.add.at(line, where, value)
    return found


def _make(atomic: Atomic, operands: int, *, indexed: bool = True) -> MakeCall:
    def make(lower: Lowering, node: ast.Call) -> Code:
        names = ("ary", "idx", "old", "val")
        wanted = [name for name in names if (name != "idx" or indexed) and (name != "old" or operands == 2)]
        codes = list(lower.named_arguments(node, wanted, len(wanted)).values())
        kind = codes[0].type
        if not isinstance(kind, ArrayType) or kind.dtype not in atomic.types:
            raise bad_arguments(node, codes)
        if not kind.writable:
            raise UnsupportedError("unsupported.readonly", node.lineno, name=quoted(node.args[0]))
        if atomic.name in _LOCKING:
            lower.body.compiler.program.takes_turns = True
        if node not in lower.body.discarded:
            lower.body.compiler.program.asks = True
        axes = subscript_axes(lower, codes[1], kind, node) if indexed else [Axis(lambda f, m: np.int64(0))]
        values = [lower.cast(code, kind.dtype, node.lineno) for code in codes[-operands:]]
        place = Subscript(node.lineno, node.col_offset, tuple(axis.signed for axis in axes))
        subscripts = cast("list[Run]", [axis.at for axis in axes])
        discarded = node in lower.body.discarded
        return Code(kind.dtype, _runner(atomic, codes[0].run, subscripts, values, place, discarded=discarded))

    return make


def _runner(
    atomic: Atomic, array: Run, subscripts: list[Run], values: list[Run], place: Subscript, *, discarded: bool
) -> Run:
    def run(f: Frame, m: Mask) -> object:
        mover = f.machine.mover
        view = cast("View", array(f, m))
        index = [at(f, m) for at in subscripts]
        given = [value(f, m) for value in values]
        positions, where = mover.claim(view, index, m, place, atomic.name, answered=not discarded)
        found = np.zeros(f.machine.lanes.count, view.dtype.dtype)
        if positions.size:
            line = mover.line(view)
            operands = [mover.at(value, positions) for value in given]
            if discarded and atomic.quick is not None:
                atomic.quick.at(line, where, operands[0])
            else:
                old = _queue(line, where, operands[0]) if atomic.name == "add" else None
                found[positions] = in_turn(line, where, operands, atomic.turn) if old is None else old
        return f.machine.lanes.fold(found)

    return run


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        **{f"numba.cuda.atomic.{atomic.name}": _make(atomic, 1) for atomic in _ATOMICS},
        "numba.cuda.atomic.cas": _make(_CAS, 2),
        "numba.cuda.atomic.compare_and_swap": _make(_COMPARE_AND_SWAP, 2, indexed=False),
    }
)

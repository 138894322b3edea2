"""Bit counting and fused arithmetic of numba.cuda."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from app.simt.affine import dense
from app.simt.builtins.fused import fma
from app.simt.builtins.registry import MakeCall, MakeMethod, bad_arguments, overloaded
from app.simt.code import Code
from app.simt.lowering import Lowering
from app.simt.operators import Overloads
from app.simt.types import BOOL, FLOAT32, FLOAT64, SIGNED, UINT32, UINT64, UNSIGNED, Scalar, signature


def _unsigned(value: np.ndarray) -> Any:
    return value.view(np.dtype(f"u{value.dtype.itemsize}"))


def popc(value: np.ndarray) -> object:
    return np.bitwise_count(_unsigned(value)).astype(value.dtype)


def clz(value: np.ndarray) -> object:
    bits, rest = value.dtype.itemsize * 8, _unsigned(value).astype(np.uint64)
    for shift in (1, 2, 4, 8, 16, 32):
        rest = rest | (rest >> np.uint64(shift))
    return (bits - np.bitwise_count(rest).astype(np.int64)).astype(value.dtype)


def ffs(value: np.ndarray) -> object:
    """1 + the lowest set bit, 0 for 0."""
    bits = _unsigned(value).astype(np.uint64)
    lowest = bits & (~bits + np.uint64(1))
    return np.where(bits == 0, 0, np.bitwise_count(lowest - np.uint64(1)) + 1).astype(np.uint32)[()]


def brev(value: np.ndarray) -> object:
    result, bits = value ^ value, value.dtype.itemsize * 8
    one = value.dtype.type(1)
    for k in range(bits):
        result = result | (((value >> value.dtype.type(k)) & one) << value.dtype.type(bits - 1 - k))
    return result


def _same(*types: object) -> Overloads:
    return Overloads(tuple(signature(t, t) for t in types))  # type: ignore[arg-type]  # scalar types


_INTEGERS = (*SIGNED, *UNSIGNED)
_SELECTABLE = tuple(t for t in (FLOAT64, FLOAT32, *_INTEGERS) if t.bits > 8)
_SELECTED = Overloads(tuple(signature(t, BOOL, t, t) for t in _SELECTABLE))


def _selp(lower: Lowering, node: ast.Call) -> Code:
    """Both values must have one type: numba converts neither."""
    codes = lower.arguments(node, 3)
    if codes[0].type != BOOL or codes[1].type != codes[2].type or codes[1].type not in _SELECTABLE:
        raise bad_arguments(node, codes)
    return overloaded(_SELECTED, np.where)(lower, node)


def _bit_count(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    lower.arguments(node, 0)
    kind, run = owner.type, owner.run
    if not isinstance(kind, Scalar) or not kind.is_integer:
        raise bad_arguments(node, [owner])
    return Code(kind, lambda f, m: popc(dense(run(f, m))), pure=owner.pure)


METHODS: Mapping[str, MakeMethod] = MappingProxyType({"bit_count": _bit_count})
CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        "numba.cuda.popc": overloaded(_same(*_INTEGERS), popc),
        "numba.cuda.clz": overloaded(_same(*_INTEGERS), clz),
        "numba.cuda.ffs": overloaded(Overloads(tuple(signature(UINT32, t) for t in _INTEGERS)), ffs),
        "numba.cuda.brev": overloaded(_same(UINT32, UINT64), brev),
        "numba.cuda.cbrt": overloaded(_same(FLOAT32, FLOAT64), np.cbrt),
        "numba.cuda.selp": _selp,
        "numba.cuda.fma": overloaded(Overloads(tuple(signature(t, t, t, t) for t in (FLOAT32, FLOAT64))), fma),
    }
)

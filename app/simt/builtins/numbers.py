"""Conversions: int, float, bool, complex, and the scalar types of Numba and NumPy."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

import numpy as np

from app.simt.affine import dense
from app.simt.builtins.registry import MakeCall, MakeMethod, bad_arguments, scalar
from app.simt.code import Code, literal
from app.simt.compose import folded
from app.simt.dtypes import DTYPES
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.types import BOOL, COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT64, Scalar


def _converted(lower: Lowering, code: Code, target: Scalar, node: ast.Call) -> Code:
    return folded(Code(target, lower.cast(code, target, node.lineno), pure=code.pure), code)


def _constructor(target: Scalar) -> MakeCall:
    def make(lower: Lowering, node: ast.Call) -> Code:
        (code,) = lower.arguments(node, 1)
        if scalar(code) is None:
            raise bad_arguments(node, [code])
        return _converted(lower, code, target, node)

    return make


def _int(lower: Lowering, node: ast.Call) -> Code:
    (code,) = lower.arguments(node, 1)
    kind = scalar(code)
    if kind is None or kind.is_complex:
        raise bad_arguments(node, [code])
    return code if kind.is_integer else _converted(lower, code, INT64, node)


def _float(lower: Lowering, node: ast.Call) -> Code:
    (code,) = lower.arguments(node, 1)
    if isinstance(code.const, str):
        return _read(code.const, node)
    kind = scalar(code)
    if kind is None or kind.is_complex or kind == BOOL:
        raise bad_arguments(node, [code])
    return code if kind.is_real else _converted(lower, code, FLOAT64, node)


def _read(text: str, node: ast.Call) -> Code:
    try:
        found = literal(float(text))
    except ValueError:
        found = None
    if found is None:
        raise UnsupportedError("unsupported.arguments", node.lineno, name="float", types="string")
    return found


def _bool(lower: Lowering, node: ast.Call) -> Code:
    lower.arguments(node, 1)
    return lower.truth(node.args[0])


def _complex(lower: Lowering, node: ast.Call) -> Code:
    codes = lower.arguments(node, 1, 2)
    kinds = [scalar(code) for code in codes]
    if not {None, BOOL, FLOAT16}.isdisjoint(kinds) or (
        len(codes) == 2 and any(cast("Scalar", k).is_complex for k in kinds)
    ):
        raise bad_arguments(node, codes)
    target, part = (COMPLEX64, FLOAT32) if all(kind == FLOAT32 for kind in kinds) else (COMPLEX128, FLOAT64)
    pure = all(code.pure for code in codes)
    if len(codes) == 1:
        return Code(target, lower.cast(codes[0], target, node.lineno), pure=pure)
    real, imaginary = (lower.cast(code, part, node.lineno) for code in codes)

    def run(f: Frame, m: Mask) -> object:
        return _of_parts(target.dtype, dense(real(f, m)), dense(imaginary(f, m)))

    return Code(target, run, pure=pure)


def _of_parts(dtype: np.dtype[np.generic], real: np.ndarray, imaginary: np.ndarray) -> object:
    """A sum with `imaginary * 1j` would make a NaN of an infinity and lose the sign of a zero."""
    made = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imaginary)), dtype)
    made.real, made.imag = real, imaginary
    return made[()]


def _conjugate(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    lower.arguments(node, 0)
    kind, run = scalar(owner), owner.run
    if kind is None or kind == BOOL:
        raise bad_arguments(node, [owner])
    return Code(kind, lambda f, m: np.conjugate(dense(run(f, m))), pure=owner.pure) if kind.is_complex else owner


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        **{path: _constructor(target) for path, target in DTYPES.items()},
        "builtins.int": _int,
        "builtins.float": _float,
        "builtins.bool": _bool,
        "builtins.complex": _complex,
    }
)
METHODS: Mapping[str, MakeMethod] = MappingProxyType({"conjugate": _conjugate, "conj": _conjugate})

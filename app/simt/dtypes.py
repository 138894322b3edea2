"""Names that stand for element types and numbers, in all their spellings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from app.simt.types import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    SCALARS,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    Scalar,
)


def _spellings() -> dict[str, Scalar]:
    found = {}
    for scalar in SCALARS[1:]:
        short = {"i": "i", "u": "u", "f": "f", "c": "c"}[scalar.kind] + str(scalar.bits // 8)
        for name in (f"numba.{scalar.name}", f"numpy.{scalar.name}", f"numba.{short}", f"numba.cuda.{scalar.name}"):
            found[name] = scalar
    for name in ("numba.bool_", "numba.boolean", "numba.b1", "numpy.bool_", "numpy.bool"):
        found[name] = BOOL
    others = {"intp": INT64, "uintp": UINT64, "intc": INT32, "double": FLOAT64, "int_": INT64}
    for name, scalar in others.items():
        found[f"numba.{name}"] = found[f"numpy.{name}"] = scalar
    for name, scalar in _C_NAMES.items():
        found[f"numba.{name}"] = found[f"numba.cuda.{name}"] = scalar
    found |= {f"numpy.{name}": scalar for name, scalar in _NUMPY_NAMES.items()}
    return found | {f"numba.cuda.{name}": scalar for name, scalar in _short().items()}


def _short() -> dict[str, Scalar]:
    return {f"{scalar.kind}{scalar.bits // 8}": scalar for scalar in SCALARS[1:] if scalar != FLOAT16} | {"b1": BOOL}


_C_NAMES: Mapping[str, Scalar] = MappingProxyType(
    {
        "char": INT8, "uchar": UINT8, "byte": UINT8, "short": INT16, "ushort": UINT16, "intc": INT32, "uintc": UINT32,
        "int_": INT64, "uint": UINT64, "long_": INT64, "ulong": UINT64, "longlong": INT64, "ulonglong": UINT64,
        "intp": INT64, "uintp": UINT64, "ssize_t": INT64, "size_t": UINT64, "double": FLOAT64, "boolean": BOOL,
        "bool_": BOOL, "bool": BOOL,
    }
)  # fmt: skip
_NUMPY_NAMES: Mapping[str, Scalar] = MappingProxyType(
    {
        "byte": INT8, "ubyte": UINT8, "short": INT16, "ushort": UINT16, "intc": INT32, "uintc": UINT32, "uint": UINT64,
        "long": INT64, "ulong": UINT64, "longlong": INT64, "ulonglong": UINT64, "half": FLOAT16, "single": FLOAT32,
        "csingle": COMPLEX64, "cdouble": COMPLEX128,
    }
)  # fmt: skip


DTYPES: Mapping[str, Scalar] = MappingProxyType(_spellings())

_CONSTANTS: Mapping[str, float | bool] = MappingProxyType(
    {
        **{f"math.{name}": getattr(math, name) for name in ("pi", "e", "tau", "inf", "nan")},
        **{f"numpy.{name}": getattr(math, name) for name in ("pi", "e", "inf", "nan")},
    }
)


def constant_of(path: str) -> float | None:
    """The number that a library calls so, None where it is no number."""
    return _CONSTANTS.get(path)

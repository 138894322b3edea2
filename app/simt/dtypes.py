"""Names that stand for element types and numbers, in all their spellings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from app.simt.types import BOOL, FLOAT16, FLOAT64, INT32, INT64, SCALARS, UINT64, Scalar


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
    found["numpy.half"] = FLOAT16
    return found


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

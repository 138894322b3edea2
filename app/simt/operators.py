"""Which operand types every operator takes and what it gives: numba-cuda's cases, in its order."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from app.simt.types import (
    BOOL,
    COMPLEX,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    REAL,
    SIGNED,
    UINT64,
    UNSIGNED,
    Scalar,
    Signature,
    TupleType,
    Type,
    select,
    signature,
)

MACHINE = (INT64, UINT64)


@dataclass(frozen=True, slots=True, eq=False)  # one object each, so that a choice made before is found fast
class Overloads:
    """The cases of one operator. `unsafe` allows conversions that lose information."""

    cases: tuple[Signature, ...]
    unsafe: bool = True

    def select(self, args: Sequence[Type]) -> Signature | None:
        return _chosen(self, tuple(args))


@lru_cache(maxsize=1024)
def _chosen(overloads: Overloads, args: tuple[Type, ...]) -> Signature | None:
    return select(overloads.cases, args, unsafe=overloads.unsafe)


def widest(*args: Scalar) -> Scalar:
    return INT64 if any(arg.kind == "i" for arg in args) else UINT64


def _same(types: Sequence[Scalar]) -> list[Signature]:
    return [signature(t, t, t) for t in types]


_MACHINE_PAIRS = list(itertools.product(MACHINE, MACHINE))
_INTEGER = [signature(widest(a, b), a, b) for a, b in _MACHINE_PAIRS]
_HALF = signature(FLOAT16, FLOAT16, FLOAT16)
_ARITHMETIC = Overloads((*_INTEGER, *_same(REAL), *_same(COMPLEX), _HALF))
_DIVISION = Overloads((*_INTEGER, *_same(REAL)))
_TRUE_DIVISION = Overloads(
    (*(signature(FLOAT64, a, b) for a, b in _MACHINE_PAIRS), *_same(REAL), *_same(COMPLEX), _HALF)
)
_POWER = Overloads(
    (
        *_INTEGER,
        *(signature(real, real, exponent) for real in REAL for exponent in (INT32, INT64, UINT64)),
        *_same(REAL),
        *_same(COMPLEX),
    )
)
_SHIFT = Overloads(
    tuple(signature(widest(a), a, b) for group in (SIGNED, UNSIGNED) for a in group for b in (UINT64, INT64)),
    unsafe=False,
)
_LOGIC = Overloads((signature(BOOL, BOOL, BOOL), *_INTEGER), unsafe=False)
_ORDERED = Overloads(tuple(signature(BOOL, t, t) for t in (BOOL, *SIGNED, *UNSIGNED, *REAL, FLOAT16)))
_EQUALITY = Overloads((*_ORDERED.cases, *(signature(BOOL, t, t) for t in COMPLEX)))

BINARY: Mapping[str, Overloads] = MappingProxyType(
    {
        "add": _ARITHMETIC,
        "sub": _ARITHMETIC,
        "mul": _ARITHMETIC,
        "truediv": _TRUE_DIVISION,
        "floordiv": _DIVISION,
        "mod": _DIVISION,
        "pow": _POWER,
        "lshift": _SHIFT,
        "rshift": _SHIFT,
        "and_": _LOGIC,
        "or_": _LOGIC,
        "xor": _LOGIC,
        "lt": _ORDERED,
        "le": _ORDERED,
        "gt": _ORDERED,
        "ge": _ORDERED,
        "eq": _EQUALITY,
        "ne": _EQUALITY,
    }
)

_INTEGER_UNARY = [signature(widest(t), t) for t in (*UNSIGNED, *SIGNED)]
_SIGN = Overloads((*_INTEGER_UNARY, *(signature(t, t) for t in (*REAL, *COMPLEX, FLOAT16)), signature(INT64, BOOL)))

UNARY: Mapping[str, Overloads] = MappingProxyType(
    {
        "neg": _SIGN,
        "pos": _SIGN,
        "invert": Overloads((signature(BOOL, BOOL), *_INTEGER_UNARY), unsafe=False),
        "not_": Overloads(tuple(signature(BOOL, t) for t in (BOOL, *SIGNED, *UNSIGNED, *REAL, *COMPLEX))),
    }
)

ABS = Overloads(
    (
        *(signature(t, t) for t in (*SIGNED, *UNSIGNED, *REAL, FLOAT16)),
        *(signature(real, t) for real, t in zip(REAL, COMPLEX, strict=True)),
    )
)
DIVMOD = Overloads(tuple(signature(TupleType((t, t)), t, t) for t in (*MACHINE, *REAL)))
ROUND = Overloads(
    (
        signature(INT64, FLOAT32),
        signature(INT64, FLOAT64),
        signature(FLOAT32, FLOAT32, INT64),
        signature(FLOAT64, FLOAT64, INT64),
    )
)
RANGE = Overloads(tuple(signature(t, *([t] * count)) for t in (INT32, INT64, UINT64) for count in (1, 2, 3)))

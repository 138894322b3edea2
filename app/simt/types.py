"""The types a kernel's values have, and how one converts to another, as numba-cuda rules it.

NumPy's promotion is not used for operators: Numba picks one of an operator's *cases* by rating the
conversions each would need. `conversion` is that rating, `unify` is what happens where two control
paths meet. tests/simt/test_typing_table.py holds both against numba itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import pairwise
from typing import Self

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Type:
    """Root: what an expression evaluates to, known before anything runs."""


@dataclass(frozen=True, slots=True, eq=False)
class Scalar(Type):
    """A number or bool. There is one object for each, made below, so that types compare fast."""

    name: str
    dtype: np.dtype[np.generic]

    def __str__(self) -> str:
        return self.name

    @property
    def kind(self) -> str:
        return self.dtype.kind

    @property
    def bits(self) -> int:
        return 1 if self.kind == "b" else self.dtype.itemsize * 8

    @property
    def is_integer(self) -> bool:
        return self.kind in "iu"

    @property
    def is_real(self) -> bool:
        return self.kind == "f"

    @property
    def is_complex(self) -> bool:
        return self.kind == "c"


@dataclass(frozen=True, slots=True)
class TupleClass:
    """What `namedtuple` makes."""

    name: str
    fields: tuple[str, ...]


class Named(tuple[object, ...]):  # noqa: SLOT001  # a tuple has no room for slots
    """A tuple of a class, as a module's constant."""

    made: TupleClass

    def __new__(cls, made: TupleClass, items: Iterable[object]) -> Self:
        self = super().__new__(cls, items)
        self.made = made
        return self

    @property
    def _fields(self) -> tuple[str, ...]:  # as every named tuple has them
        return self.made.fields


@dataclass(frozen=True, slots=True)
class TupleType(Type):
    items: tuple[Type, ...]
    made: TupleClass | None = None

    @property
    def width(self) -> int:
        """How many scalars, arrays and the like it holds in all. Bounded where tuples are made."""
        return sum(item.width if isinstance(item, TupleType) else 1 for item in self.items)

    def __str__(self) -> str:
        return f"tuple({', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class RecordType(Type):
    """A record. `aligned`: its fields lie as C would lay them, so that each is moved in one piece."""

    dtype: np.dtype[np.void]
    aligned: bool  # NumPy's dtypes are equal whether they are or not

    def __str__(self) -> str:
        return f"record({', '.join(self.dtype.names or ())})"


ElementType = Scalar | RecordType  # what an array holds


@dataclass(frozen=True, slots=True)
class ArrayType(Type):
    dtype: ElementType
    ndim: int
    writable: bool = True

    def __str__(self) -> str:
        return f"array({self.dtype}, {self.ndim}d)"


@dataclass(frozen=True, slots=True)
class NoneType(Type):
    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class StaticType(Type):
    """A thing that exists before the launch alone: a module, a function, a dtype, a string."""

    label: str

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class FunctionType(StaticType):
    """A device function, or one within a kernel: whoever is handed it is made ready for it alone."""

    function: object  # app.simt.names.Function


@dataclass(frozen=True, slots=True)
class ConflictType(Type):
    """Two paths gave one name types that do not unify; only reading it is an error."""

    first: Type
    second: Type

    def __str__(self) -> str:
        return f"{self.first} or {self.second}"


def _scalar(name: str) -> Scalar:
    return Scalar(name, np.dtype(name))


BOOL = _scalar("bool")
INT8, INT16, INT32, INT64 = (_scalar(f"int{bits}") for bits in (8, 16, 32, 64))
UINT8, UINT16, UINT32, UINT64 = (_scalar(f"uint{bits}") for bits in (8, 16, 32, 64))
FLOAT16, FLOAT32, FLOAT64 = (_scalar(f"float{bits}") for bits in (16, 32, 64))
COMPLEX64, COMPLEX128 = _scalar("complex64"), _scalar("complex128")
NONE = NoneType()

SIGNED = (INT8, INT16, INT32, INT64)
UNSIGNED = (UINT8, UINT16, UINT32, UINT64)
REAL = (FLOAT32, FLOAT64)  # what floats are computed in; few operations have a case for float16
COMPLEX = (COMPLEX64, COMPLEX128)
SCALARS = (BOOL, *SIGNED, *UNSIGNED, FLOAT16, *REAL, *COMPLEX)

_BY_DTYPE = {scalar.dtype: scalar for scalar in SCALARS}


def scalar_of(dtype: np.dtype[np.generic]) -> Scalar | None:
    """The type of a number with this dtype, None where the interpreter has none for it."""
    return _BY_DTYPE.get(dtype)


def element_of(dtype: np.dtype[np.generic]) -> ElementType | None:
    """The type of an array's element with this dtype, None where the interpreter has none for it."""
    if dtype.names is None:
        return _BY_DTYPE.get(dtype)
    plain = np.dtype((np.void, dtype))  # np.record, where that is its scalar's class, makes no other record of it
    return None if dtype.hasobject else RecordType(plain, dtype.isalignedstruct)


class Conversion(IntEnum):
    """From strict to loose. The rating of an overload counts each kind, the loosest first."""

    EXACT = 1
    PROMOTE = 2
    SAFE = 3
    UNSAFE = 4


def _half_edges() -> Iterable[tuple[str, str, Conversion]]:
    promote, safe = Conversion.PROMOTE, Conversion.SAFE
    for chain in ("int8 int16 int32 int64", "uint8 uint16 uint32 uint64", "float16 float32 float64"):
        names = chain.split()
        yield from ((a, b, promote) for a, b in pairwise(names))
    yield ("complex64", "complex128", promote)
    for a, b in (
        ("bool", "int8"), ("bool", "uint8"), ("uint8", "int16"), ("uint16", "int32"), ("uint32", "int64"),
        ("int8", "float16"), ("int16", "float32"), ("int32", "float64"), ("int64", "float64"),
        ("uint64", "float64"),
    ):  # fmt: skip
        yield (a, b, safe)


def _edges() -> Iterable[tuple[str, str, Conversion]]:
    for a, b, kind in _half_edges():
        yield (a, b, kind)
        yield (b, a, Conversion.UNSAFE)
    yield ("float32", "complex64", Conversion.SAFE)
    yield ("float64", "complex128", Conversion.SAFE)
    for a, b in (("int16", "float16"), ("int32", "float32")):
        yield (a, b, Conversion.UNSAFE)
        yield (b, a, Conversion.UNSAFE)


@cache
def _conversions() -> dict[tuple[str, str], Conversion]:
    """The closure: the best path's worst step."""
    best: dict[tuple[str, str], Conversion] = {}
    names = [scalar.name for scalar in SCALARS]
    for a, b, kind in _edges():
        best[a, b] = min(kind, best.get((a, b), kind))
    for middle in names:
        for a in names:
            for b in names:
                if a != b and (a, middle) in best and (middle, b) in best:
                    kind = max(best[a, middle], best[middle, b])
                    best[a, b] = min(kind, best.get((a, b), kind))
    return best


def conversion(source: Type, target: Type) -> Conversion | None:
    """How well `source` converts to `target`, None where it does not."""
    if source == target:
        return Conversion.EXACT
    if isinstance(source, Scalar) and isinstance(target, Scalar):
        return _conversions().get((source.name, target.name))
    return None


@dataclass(frozen=True, slots=True)
class Signature:
    """One case of an operator or function."""

    result: Type
    args: tuple[Scalar, ...]


def signature(result: Type, *args: Scalar) -> Signature:
    return Signature(result, args)


def select(cases: Sequence[Signature], args: Sequence[Type], *, unsafe: bool = True) -> Signature | None:
    """The case that needs the mildest conversions; the first of those that tie, as in numba."""
    best: tuple[tuple[int, int, int], Signature] | None = None
    for case in cases:
        rating = _rating(case, args, unsafe=unsafe)
        if rating is not None and (best is None or rating < best[0]):
            best = (rating, case)
    return None if best is None else best[1]


def _rating(case: Signature, args: Sequence[Type], *, unsafe: bool) -> tuple[int, int, int] | None:
    if len(case.args) != len(args):
        return None
    kinds = [conversion(actual, formal) for actual, formal in zip(args, case.args, strict=True)]
    if None in kinds or (not unsafe and Conversion.UNSAFE in kinds):
        return None
    return (kinds.count(Conversion.UNSAFE), kinds.count(Conversion.SAFE), kinds.count(Conversion.PROMOTE))


def unify(first: Type, second: Type) -> Type | None:
    """The one type of a variable that is `first` on one path and `second` on another."""
    if first == second:
        return first
    if isinstance(first, TupleType) and isinstance(second, TupleType):
        return _unify_tuples(first, second)
    if isinstance(first, ArrayType) and isinstance(second, ArrayType):
        return _unify_arrays(first, second)
    if not isinstance(first, Scalar) or not isinstance(second, Scalar):
        return None
    if BOOL in (first, second):
        return second if first == BOOL else first
    return scalar_of(np.promote_types(first.dtype, second.dtype))


def _unify_tuples(first: TupleType, second: TupleType) -> Type | None:
    if len(first.items) != len(second.items) or first.made != second.made:
        return None
    if first.made is not None:
        return None  # numba's named tuples unify with their like alone
    items = [unify(a, b) for a, b in zip(first.items, second.items, strict=True)]
    return None if None in items else TupleType(tuple(item for item in items if item is not None), first.made)


def _unify_arrays(first: ArrayType, second: ArrayType) -> Type | None:
    if (first.dtype, first.ndim) != (second.dtype, second.ndim):
        return None
    return ArrayType(first.dtype, first.ndim, first.writable and second.writable)


def unify_all(types: Sequence[Type]) -> Type | None:
    """Fold `unify` from the narrowest type up, as numba does for `min(a, b, c)`."""
    ordered = sorted(types, key=lambda t: t.bits if isinstance(t, Scalar) else 0)
    result: Type | None = ordered[0]
    for other in ordered[1:]:
        result = None if result is None else unify(result, other)
    return result

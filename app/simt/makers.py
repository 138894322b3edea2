"""What a module's constants may be made with: the constructors and functions that are known, each bounded first.

A maker takes the keyword `dtype` or None, and then the positional arguments. It raises TypeError or ValueError for
what it does not know or what would grow too large.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from app.simt.dtypes import DTYPES
from app.simt.names import Symbol
from app.simt.room import MAX_ELEMENTS, MAX_ITEMS, NUMBERS, affordable, elements, room_behind, small_power
from app.simt.types import ElementType, Named, RecordType, Scalar, TupleClass, element_of

MAX_RECORD = 1 << 12  # bytes of a record
MAX_PLACES = 400  # that a number is rounded to

# NumPy evaluates a dtype's text as Python where it has brackets.
_DTYPE_TEXT = re.compile(r"[<>=|]?[A-Za-z?]\w{0,15}(,[<>=|]?[A-Za-z?]\w{0,15}){0,63}")
_HARMLESS = frozenset(
    {f"builtins.{name}" for name in ("print", "str", "repr", "type", "isinstance", "enumerate", "zip", "sorted", "set")}
    | {"numpy.array", "numpy.asarray", "numpy.allclose", "numpy.random.rand", "numpy.random.seed"}
)


def dtype_of(given: object) -> np.dtype[np.generic] | None:
    if given is None:
        return None
    if isinstance(given, Symbol) and given.path in DTYPES:
        return DTYPES[given.path].dtype
    if isinstance(given, Symbol) and given.path in {"builtins.int", "builtins.float", "builtins.bool"}:
        return np.dtype({"int": np.int64, "float": np.float64, "bool": np.bool_}[given.name])
    if isinstance(given, Scalar | RecordType):
        return given.dtype
    named = given if isinstance(given, np.dtype) else np.dtype(_dtype_text(given)) if isinstance(given, str) else None
    if named is None or element_of(named) is None:
        raise TypeError
    return named


def _dtype_text(given: str) -> str:
    if not _DTYPE_TEXT.fullmatch(given):
        raise TypeError
    return given


def dtype_made(given: object, *, align: object = False) -> np.dtype[np.generic]:
    """`np.dtype(given, align=align)` of a name, of a list of fields, or of a table of names, formats and offsets."""
    room_behind(list(given.values()) if isinstance(given, dict) else given, MAX_ITEMS)
    made: np.dtype[np.generic] = np.dtype(cast("Any", _spelled(given)), align=align is True)
    if element_of(made) is None or made.itemsize > MAX_RECORD:
        raise TypeError
    return made


def _spelled(given: object) -> object:
    """A description of a dtype with NumPy's own dtypes for the names that the module imports."""
    if isinstance(given, list):
        return [(name, _spelled(format_), *shape) for name, format_, *shape in given]
    if isinstance(given, dict):
        return {key: list(map(_spelled, item)) if key == "formats" else item for key, item in given.items()}
    if isinstance(given, tuple) and len(given) == 2:
        return _spelled(given[0]), given[1]
    return _dtype_text(given) if isinstance(given, str) else dtype_of(given)


def _from_dtype(dtype: object, given: object) -> ElementType:
    made = element_of(dtype_of(given) or np.dtype(np.float64))
    if dtype is not None or made is None:
        raise TypeError
    return made


def _named_tuple(dtype: object, name: object, fields: object) -> TupleClass:
    names = fields.replace(",", " ").split() if isinstance(fields, str) else fields
    if dtype is not None or not isinstance(names, list | tuple) or len(names) > MAX_ITEMS:
        raise TypeError
    if not all(isinstance(each, str) and each.isidentifier() for each in (name, *names)):
        raise ValueError
    return TupleClass(str(name), tuple(map(str, names)))


def instance(made: TupleClass, args: Sequence[object], named: Mapping[str, object]) -> Named:
    """A call of a named tuple's class. Raises TypeError where a field is missing or given twice."""
    given = dict(zip(made.fields, args, strict=False))
    if len(args) > len(made.fields) or given.keys() & named.keys() or {*given, *named} != {*made.fields}:
        raise TypeError
    return Named(made, [{**given, **named}[name] for name in made.fields])


def _c_struct(dtype: object, fields: object) -> ElementType:
    return _from_dtype(dtype, dtype_made([(name, kind) for name, kind in cast("Any", fields)], align=True))


def array_of(data: object, dtype: object) -> np.ndarray:
    room_behind(data, MAX_ITEMS)
    kind = dtype_of(dtype)
    affordable((elements(data),), kind)
    array = np.array(list(data) if isinstance(data, range) else data, kind)
    if element_of(array.dtype) is None:
        raise TypeError
    return array


def _shape(given: Any) -> tuple[int, ...]:
    shape = given if isinstance(given, tuple) else (given,)
    if not all(isinstance(size, int) and 0 <= size <= MAX_ELEMENTS for size in shape):
        raise TypeError
    affordable(shape, None)
    return shape


def _number(given: Any) -> Any:
    if not isinstance(given, int | float | np.integer | np.floating) or not abs(float(given)) < 1 << 62:
        raise TypeError
    return given


def _arange(dtype: object, *bounds: object) -> np.ndarray:
    numbers: list[Any] = [_number(bound) for bound in bounds]
    if len(numbers) == 1:
        numbers.insert(0, 0)
    if len(numbers) == 2:
        numbers.append(1)
    start, stop, step = numbers
    if not step or (stop - start) / step > MAX_ELEMENTS:
        raise TypeError
    affordable((max(0, math.ceil((stop - start) / step)),), kind := dtype_of(dtype))
    return np.arange(start, stop, step, dtype=kind)


def _linspace(dtype: object, start: object, stop: object, count: object = 50) -> np.ndarray:
    affordable(_shape(count)[:1], kind := dtype_of(dtype))
    return np.linspace(_number(start), _number(stop), _shape(count)[0], dtype=kind)


def _reduced(function: Callable[..., object]) -> Callable[..., object]:
    def reduce(dtype: object, *args: object) -> object:
        flat = args[0] if len(args) == 1 and isinstance(args[0], tuple | list) else args
        if dtype is not None or not all(isinstance(arg, NUMBERS) for arg in cast("tuple[object, ...]", flat)):
            raise TypeError
        return function(*cast("tuple[object, ...]", flat))

    return reduce


def _plain(function: Callable[..., object]) -> Callable[..., object]:
    def apply(dtype: object, *args: object) -> object:
        if dtype is not None:
            raise TypeError
        return function(*[_number(arg) for arg in args])

    return apply


def _power(dtype: object, base: object, exponent: object, *modulus: object) -> object:
    numbers = [_number(base), _number(exponent), *map(_number, modulus)]
    if dtype is not None or not (modulus or small_power(*numbers)):
        raise TypeError
    return pow(*numbers)


def _rounded(dtype: object, given: object, places: object = None) -> object:
    if dtype is not None or not (places is None or (isinstance(places, int) and abs(places) <= MAX_PLACES)):
        raise TypeError
    return round(_number(given), places)


def _range(dtype: object, *bounds: Any) -> range:
    made = range(*bounds)
    if dtype is not None or len(made) > MAX_ITEMS:
        raise TypeError
    return made


def _float(dtype: object, given: object) -> float:
    return float(given) if isinstance(given, str) and dtype is None else float(_number(given))


def _outer(dtype: object, left: object, right: object) -> np.ndarray:
    first, second = array_of(left, None), array_of(right, None)
    if first.size * second.size > MAX_ELEMENTS or dtype is not None:
        raise TypeError
    return np.outer(first, second)


def _eye(dtype: object, size: object) -> np.ndarray:
    affordable(shape := _shape((size, size)), kind := dtype_of(dtype))
    return np.eye(shape[0], dtype=kind or np.float64)


def _limits(of: Callable[[Any], object]) -> Callable[..., object]:
    return lambda dtype, named=None: of(dtype_of(dtype or named))


def harmless(path: str) -> bool:
    """Whether calling what a library calls so leaves its arguments as they are."""
    return path in MAKERS or path in ELEMENTWISE or path in _HARMLESS or path in DTYPES


def _filled(value: float) -> Callable[..., np.ndarray]:
    def make(dtype: object, shape: object, other: object = None) -> np.ndarray:
        kind = dtype_of(other if dtype is None else dtype) or np.dtype(np.float64)
        affordable(_shape(shape), kind)
        return np.full(_shape(shape), value, kind)

    return make


def _full(dtype: object, shape: object, value: object, other: object = None) -> np.ndarray:
    affordable(_shape(shape), kind := dtype_of(dtype or other))
    return np.full(_shape(shape), _number(value), kind)


def mapped(function: Callable[[Any], Any], given: object) -> object:
    """A function of NumPy's, of a number or of each element of an array."""
    with np.errstate(all="ignore"):
        if isinstance(given, int):
            return function(_number(given))  # NumPy makes Python's integers of those that it has no type for
        return function(given if isinstance(given, NUMBERS) else array_of(given, None))


MAKERS: Mapping[str, Callable[..., object]] = MappingProxyType(
    {
        "numpy.zeros": _filled(0),
        "numpy.empty": _filled(0),
        "numpy.ones": _filled(1),
        "numpy.full": _full,
        "numpy.arange": _arange,
        "numpy.linspace": _linspace,
        "builtins.min": _reduced(min),
        "builtins.max": _reduced(max),
        "builtins.abs": _plain(abs),
        "builtins.int": _plain(int),
        "builtins.float": _float,
        "builtins.pow": _power,
        "builtins.divmod": _plain(divmod),
        "builtins.sum": _reduced(lambda *numbers: sum(numbers)),
        "builtins.range": _range,
        "builtins.list": lambda dtype, items: list(items),
        "numpy.outer": _outer,
        "numpy.eye": _eye,
        "numba.from_dtype": _from_dtype,
        "collections.namedtuple": _named_tuple,
        "numba.Record.make_c_struct": _c_struct,
        "numpy.finfo": _limits(np.finfo),
        "numpy.iinfo": _limits(np.iinfo),
        "builtins.round": _rounded,
        "builtins.bool": _plain(bool),
        "builtins.len": lambda dtype, items: len(items),
        "builtins.tuple": lambda dtype, items: tuple(items),
        **{
            f"math.{f.__name__}": _plain(f)
            for f in (math.sqrt, math.exp, math.log, math.log2, math.log10, math.sin, math.cos, math.tan, math.ceil)
        },
        "math.floor": _plain(math.floor),
    }
)
ELEMENTWISE: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        f"numpy.{f.__name__}": f
        for f in (
            np.sqrt,
            np.exp,
            np.log,
            np.log2,
            np.log10,
            np.sin,
            np.cos,
            np.tan,
            np.abs,
            np.square,
            np.floor,
            np.ceil,
        )
    }
)

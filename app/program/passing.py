"""Values that cross the wall beside arrays: what a program is given, and what it returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from app.errors import FrameError
from app.findings import Plain

MOST = 256  # parts of a tuple
DEPTH = 4
_KINDS = "biufc"
_PYTHON = {"bool": bool, "int": int, "float": float, "complex": complex}

Arrays = Mapping[str, np.ndarray]


class PassingError(TypeError):
    """A value of another type. `str` of it is that type's name."""


def pack(value: object, name: str) -> tuple[object, dict[str, np.ndarray]]:
    """How a frame says the value: a word or a list, and arrays whose names begin with `name`. Raises PassingError."""
    if value is None or (isinstance(value, str) and len(value) <= 65_536):
        return {"is": value}, {}
    if isinstance(value, tuple | list) and len(value) <= MOST and name.count(".") < DEPTH:
        packed = [pack(part, f"{name}.{at}") for at, part in enumerate(value)]
        return [said for said, _ in packed], {key: array for _, arrays in packed for key, array in arrays.items()}
    word = next((word for word, kind in _PYTHON.items() if type(value) is kind), "")
    if not word:
        word = "array" if isinstance(value, np.ndarray) else "scalar" if isinstance(value, np.generic) else ""
    array = np.asarray(value) if word else None
    if array is None or not (array.dtype.kind in _KINDS or array.dtype.fields) or array.dtype.hasobject:
        raise PassingError(type(value).__name__)
    return word, {name: array}


def unpack(said: Plain | object, arrays: Arrays, name: str) -> Any:
    """The value that `pack` said so. Raises FrameError on anything else."""
    match said:
        case {"is": None | str() as value}:
            return value
        case list() if len(said) <= MOST and name.count(".") < DEPTH:
            return tuple(unpack(part, arrays, f"{name}.{at}") for at, part in enumerate(said))
        case str() if name in arrays:
            array = arrays[name]
            if said == "array":
                return array
            if array.shape == () and said == "scalar":
                return array[()]
            if array.shape == () and said in _PYTHON and not array.dtype.fields:
                return _python(said, array[()])
    raise FrameError("a value is an array, a scalar, a text or a tuple of them")


def _python(word: str, value: Any) -> object:
    """Raises FrameError for a number that is none of that type, such as an infinite int."""
    if word != "complex" and value.dtype.kind == "c":
        raise FrameError("a complex number has no order")
    try:
        return _PYTHON[word](value)
    except (ValueError, OverflowError) as error:
        raise FrameError(f"a value is no {word}: {error}") from None

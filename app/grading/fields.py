"""An array of records as the arrays of numbers that it holds: each field is graded as an output of its own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def fields(name: str, array: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Every field of numbers, as `name.field` and a view of it; an array of numbers is its own only one.

    The names say what a kernel would: element [3, 1] of `a.v` is the second number of the field v of a[3].
    """
    if array.dtype.names is None:
        yield name, array
        return
    for field in array.dtype.names:
        yield from fields(f"{name}.{field}", array[field])

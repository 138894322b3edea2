"""Whether the cases of an exercise fit its parameters and what a GPU can launch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from app.course.faults import Faults
from app.course.models import ArgumentValue, Case, ExerciseKind, Parameter

MAX_THREADS = 1_024  # in a block, as a product
MAX_BLOCK = (1_024, 1_024, 64)
MAX_GRID = (2_147_483_647, 65_535, 65_535)
PYTHON_SCALARS: dict[type, str] = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


def check_cases(
    cases: object,
    parameters: Sequence[Parameter],
    faults: Faults,
    sizes: Sequence[str] = (),
    kind: ExerciseKind = "kernel",
) -> None:
    """Add a fault for each thing that no run could use. `sizes` are those of an exercise of kind `launch`."""
    if not isinstance(cases, list) or not all(isinstance(case, Case) for case in cases):
        faults.add(0, 0, "cases(rng) should return a list of Case")
        return
    for sentence in _list_faults(cases):
        faults.add(0, 0, sentence)
    for case in cases:
        launch = _size_faults(case, sizes) if kind != "kernel" or sizes else _launch_faults(case)
        for sentence in (*_argument_faults(case, parameters), *launch):
            faults.add(0, 0, f"case {case.name!r}: {sentence}")


def _list_faults(cases: Sequence[Case]) -> Iterator[str]:
    names = [case.name for case in cases]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two cases are called {name!r}"
    if not any(case.visible for case in cases):
        yield "no case is visible, so Run would have nothing to run"
    if all(case.visible for case in cases):
        yield "every case is visible, so Submit would check no more than Run"


def _argument_faults(case: Case, parameters: Sequence[Parameter]) -> Iterator[str]:
    known = {parameter.name for parameter in parameters}
    for name in case.args:
        if name not in known:
            yield f"`{name}` is no parameter"
    for parameter in parameters:
        if parameter.name not in case.args:
            yield f"`{parameter.name}` is missing"
        elif got := _mismatch(case.args[parameter.name], parameter):
            yield f"`{parameter.name}` should be {_wanted(parameter)}, not {got}"


def _wanted(parameter: Parameter) -> str:
    return f"an array of {parameter.dtype} with ndim {parameter.ndim}" if parameter.ndim else f"a {parameter.dtype}"


def _mismatch(value: ArgumentValue, parameter: Parameter) -> str | None:
    """What the value is, where that is not what the parameter wants."""
    if isinstance(value, np.ndarray):
        fits = parameter.ndim > 0 and value.ndim == parameter.ndim and _named(value.dtype) == parameter.dtype
        return None if fits else f"an array of {_named(value.dtype)} with ndim {value.ndim}"
    dtype = (
        _named(value.dtype) if isinstance(value, np.generic) else PYTHON_SCALARS.get(type(value), type(value).__name__)
    )
    return None if parameter.ndim == 0 and dtype == parameter.dtype else f"a {dtype}"


def _named(dtype: np.dtype) -> str:
    """As a manifest says it: NumPy's own name of a record gives its size alone."""
    return dtype.name if dtype.names is None else "record"


def _launch_faults(case: Case) -> Iterator[str]:
    if case.sizes:
        yield "gives sizes, which belong to the kind `launch`"
    for what, dims, limits in (("grid", case.grid, MAX_GRID), ("block", case.block, MAX_BLOCK)):
        if not isinstance(dims, tuple) or not 1 <= len(dims) <= 3 or not all(type(size) is int for size in dims):
            yield f"{what} should be a tuple of one to three integers"
        elif not all(1 <= size <= limit for size, limit in zip(dims, limits, strict=False)):
            yield f"{what} {dims} is outside what a GPU can launch: 1 to {limits}"
        elif what == "block" and math.prod(dims) > MAX_THREADS:
            yield f"block {dims} has {math.prod(dims):,} threads; {MAX_THREADS:,} is the most"


def _size_faults(case: Case, names: Sequence[str]) -> Iterator[str]:
    if case.grid or case.block:
        yield "gives a grid or a block, which are the learner's to choose"
    for name in names:
        size = case.sizes.get(name)
        if size is None:
            yield f"`sizes` lacks `{name}`"
        elif type(size) is not int or size < 1:
            yield f"the size `{name}` should be a whole number, 1 or more, not {size!r}"
    for name in case.sizes:
        if name not in names:
            yield f"`{name}` is none of the sizes in exercise.toml: {', '.join(names)}"

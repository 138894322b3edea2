"""What the driver's calls answer."""

from __future__ import annotations

from typing import Any

from cuda.bindings import driver

from app.errors import GridstrideError


class GpuError(GridstrideError):
    """The driver refused, or the kernel faulted: the driver's own word for it."""


def value_of(answer: tuple[Any, ...]) -> Any:
    """What comes with a success. Raises GpuError."""
    code, *values = answer
    if code != driver.CUresult.CUDA_SUCCESS:
        raise GpuError(code.name)
    return values[0] if values else None

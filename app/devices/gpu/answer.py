"""What the driver's calls answer."""

from __future__ import annotations

from typing import Any

from cuda.bindings import driver

from app.devices.cards.job import Status
from app.errors import GridstrideError

_PREFIX = "CUDA_ERROR_"
_STATUSES: dict[str, Status] = {
    "ILLEGAL_ADDRESS": "illegal_address",
    "INVALID_ADDRESS_SPACE": "illegal_address",
    "MISALIGNED_ADDRESS": "misaligned",
    "INVALID_VALUE": "launch_refused",
    "LAUNCH_OUT_OF_RESOURCES": "launch_refused",
    "LAUNCH_INCOMPATIBLE_TEXTURING": "launch_refused",
    "COOPERATIVE_LAUNCH_TOO_LARGE": "grid_too_large",
    "OUT_OF_MEMORY": "no_memory",
}


class GpuError(GridstrideError):
    """The driver refused, or the kernel faulted: the driver's own word for it."""

    @property
    def status(self) -> Status:
        """What it means for a launch. The context is lost with most of what has no status of its own."""
        return _STATUSES.get(str(self).removeprefix(_PREFIX), "kernel_error")


def no_memory() -> GpuError:
    """As the driver says it, for a bound of ours."""
    return GpuError(f"{_PREFIX}OUT_OF_MEMORY")


def value_of(answer: tuple[Any, ...]) -> Any:
    """What comes with a success. Raises GpuError."""
    code, *values = answer
    if code != driver.CUresult.CUDA_SUCCESS:
        raise GpuError(code.name)
    return values[0] if values else None

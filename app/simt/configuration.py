"""The launch itself: grid, block, shared bytes, and how many arguments there are."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from app.findings import Index3
from app.simt.faults import LaunchConfigError
from app.simt.limits import Device


def dimensions(given: object, what: str) -> Index3:
    """A grid or block as (x, y, z). Raises LaunchConfigError unless it is one to three positive integers."""
    sizes = tuple(given) if isinstance(given, tuple | list) else (given,)
    if not 1 <= len(sizes) <= 3:
        raise LaunchConfigError("launch_config.dimensions", None, what=what, count=len(sizes))
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int | np.integer):
            raise LaunchConfigError(
                "launch_config.integer", None, what=what, value=str(size)[:40], type=type(size).__name__
            )
        if size <= 0:
            raise LaunchConfigError("launch_config.positive", None, what=what, value=int(max(size, -(1 << 62))))
    whole = [int(size) for size in sizes] + [1] * (3 - len(sizes))
    return (whole[0], whole[1], whole[2])


def check(grid: Index3, block: Index3, shared_bytes: object, device: Device) -> None:
    """Raises LaunchConfigError where the device would refuse the launch."""
    for axis, size, most in zip("xyz", block, device.block, strict=True):
        _within(f"threads of a block along {axis}", size, most, "launch_config.limit")
    _within("threads per block", math.prod(block), device.threads, "launch_config.threads")
    for axis, size, most in zip("xyz", grid, device.grid, strict=True):
        _within(f"blocks along {axis}", size, most, "launch_config.limit")
    if isinstance(shared_bytes, bool) or not isinstance(shared_bytes, int | np.integer) or shared_bytes < 0:
        raise LaunchConfigError("launch_config.shared", None, value=str(shared_bytes)[:40])
    check_shared(int(shared_bytes), device)


def check_shared(nbytes: int, device: Device) -> None:
    """Raises LaunchConfigError where a block's shared memory does not fit."""
    if nbytes > device.shared_bytes:
        most = device.shared_bytes
        raise LaunchConfigError("launch_config.shared_total", None, requested=min(nbytes, 1 << 62), max=most)


def check_cooperative(grid: Index3, block: Index3, device: Device) -> None:
    """Raises LaunchConfigError where the grid is too large for all its blocks to wait for one another."""
    _within(
        "threads in a grid that synchronises",
        math.prod(grid) * math.prod(block),
        device.resident,
        "launch_config.limit",
    )


def check_count(parameters: Sequence[str], args: Sequence[object], name: str) -> None:
    """Raises LaunchConfigError unless there is one argument for each parameter."""
    if len(args) != len(parameters):
        raise LaunchConfigError("launch_config.arguments", None, name=name, wanted=len(parameters), given=len(args))


def _within(what: str, size: int, most: int, key: str) -> None:
    if size > most:
        raise LaunchConfigError(key, None, limit=what, max=most, requested=min(size, 1 << 62))

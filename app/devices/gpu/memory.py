"""The device's memory for one launch."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import numpy as np
from cuda.bindings import driver
from numpy.lib.array_utils import byte_bounds

from app.devices.gpu.answer import value_of


class Memory:
    """Arrays on the device, with the strides that they have here; one that is put twice lies once. Freed together."""

    def __init__(self) -> None:
        self._lying: dict[int, tuple[np.ndarray, Any]] = {}  # by identity; holding the array keeps that its own

    def put(self, array: np.ndarray) -> int:
        """Copy all bytes that the array spans, and give the address of its first item. Raises GpuError."""
        low, high = byte_bounds(array)
        if id(array) not in self._lying:
            self._lying[id(array)] = array, value_of(driver.cuMemAlloc(max(high - low, 1)))
            if array.size:
                value_of(driver.cuMemcpyHtoD(self._lying[id(array)][1], low, high - low))
        return int(self._lying[id(array)][1]) + array.ctypes.data - low

    def get(self, array: np.ndarray) -> np.ndarray:
        """What lies now where `put` laid the array: a new one of its shape and strides. Raises GpuError."""
        low, high = byte_bounds(array)
        image = np.zeros(max(high - low, array.itemsize), np.uint8)
        if array.size:
            value_of(driver.cuMemcpyDtoH(image.ctypes.data, self._lying[id(array)][1], high - low))
        return np.ndarray(array.shape, array.dtype, image.data, array.ctypes.data - low, array.strides)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for _, pointer in self._lying.values():
            driver.cuMemFree(pointer)  # refused where a fault has ended the context, whose memory is gone with it

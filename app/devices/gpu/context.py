"""This process's context on its card, and what the driver says of cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cuda.bindings import driver

from app.devices.cards.job import Bounds
from app.devices.gpu.answer import no_memory, value_of
from app.devices.records import Card

_VERSION = Path("/proc/driver/nvidia/version")
_NAME = 256
Attribute = driver.CUdevice_attribute


class Context:
    """The first card that this process sees, and a stream on it. Raises GpuError."""

    def __init__(self, bounds: Bounds) -> None:
        value_of(driver.cuInit(0))
        self.device = value_of(driver.cuDeviceGet(0))
        value_of(driver.cuCtxSetCurrent(value_of(driver.cuDevicePrimaryCtxRetain(self.device))))
        value_of(driver.cuCtxSetLimit(driver.CUlimit.CU_LIMIT_PRINTF_FIFO_SIZE, bounds.printed))
        value_of(driver.cuCtxSetLimit(driver.CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE, bounds.heap))
        self.stream = value_of(driver.cuStreamCreate(driver.CUstream_flags.CU_STREAM_NON_BLOCKING))
        self.multiprocessors = self.attribute(Attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
        self.l2_bytes = self.attribute(Attribute.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)
        threads = self.attribute(Attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)
        self._local_bytes = bounds.local_bytes // (threads * self.multiprocessors)

    def attribute(self, which: Any) -> int:
        return _attribute(which, self.device)

    def afford(self, function: Any) -> None:
        """Raises GpuError where each thread of a function has more local memory than there is for one.

        The driver keeps room for as many threads as the card can hold at once, however few a launch has.
        """
        wanted = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES
        if value_of(driver.cuFuncGetAttribute(wanted, function)) > self._local_bytes:
            raise no_memory()

    def synchronize(self) -> None:
        """Wait for all that was begun, and have kernels' prints written. Raises GpuError with what went wrong there."""
        value_of(driver.cuCtxSynchronize())


def card(device: Any, index: int) -> Card:
    """What the driver says of a card, which we count as `index`. Raises GpuError."""
    major = _attribute(Attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device)
    minor = _attribute(Attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device)
    spoken = value_of(driver.cuDriverGetVersion())
    return Card(
        index=index,
        uuid=_uuid(bytes(value_of(driver.cuDeviceGetUuid(device)).bytes)),
        name=value_of(driver.cuDeviceGetName(_NAME, device)).split(b"\0")[0].decode(errors="replace"),
        arch=f"sm_{major}{minor}",
        memory_bytes=int(value_of(driver.cuDeviceTotalMem(device))),
        multiprocessors=_attribute(Attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device),
        driver=_driver(),
        cuda=f"{spoken // 1000}.{spoken % 1000 // 10}",
        reads_host=bool(_attribute(Attribute.CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, device)),
    )


def _attribute(which: Any, device: Any) -> int:
    return int(value_of(driver.cuDeviceGetAttribute(which, device)))


def _uuid(raw: bytes) -> str:
    text = raw.hex()
    return "GPU-" + "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _driver(version: Path = _VERSION) -> str:
    """The driver's own version, empty where the file cannot be read: CUDA tells only which CUDA it speaks."""
    try:
        found = re.search(r"\b\d{3}\.\d+(\.\d+)?\b", version.read_text())
    except OSError:
        return ""
    return found[0] if found else ""

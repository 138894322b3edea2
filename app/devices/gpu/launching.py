"""One launch of a cubin: arguments in, outputs out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from cuda.bindings import driver
from cuda.core import Device, Kernel, LaunchConfig, ObjectCode
from cuda.core import launch as start

from app.devices import Argument, Launch
from app.devices.gpu.answer import GpuError, value_of
from app.devices.gpu.memory import Memory
from app.devices.gpu.packing import words
from app.protocol.compiled import Compiled


class Gpu:
    """One GPU and this process's context on it. After a fault the context is lost, and with it the process."""

    def __init__(self, index: int = 0) -> None:
        self._device = Device(index)
        self._device.set_current()
        self._stream = self._device.create_stream()
        major, minor = self._device.compute_capability
        self.name = str(self._device.name)
        self.arch = f"sm_{major}{minor}"

    def launch(self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument]) -> dict[str, np.ndarray]:
        """The output arrays by name; the arguments stay as they are. Raises GpuError.

        Arrays go over with the strides that they have: the kernel must be compiled for their layout. Like numba it asks
        for no shared memory beyond the 48 KiB of a block that every kernel gets.
        """
        try:
            with Memory() as memory:
                packed = [word for argument in arguments for word in words(argument.value, memory.put)]
                self._run(compiled, launch, packed)
                outputs = [a for a in arguments if a.is_output and isinstance(a.value, np.ndarray)]
                return {a.name: memory.get(a.value) for a in outputs if isinstance(a.value, np.ndarray)}
        except Exception as error:
            raise GpuError(f"{compiled.entry}: {error}") from error

    def _run(self, compiled: Compiled, launch: Launch, packed: Sequence[np.generic]) -> None:
        kernel: Kernel = ObjectCode.from_cubin(compiled.cubin).get_kernel(compiled.symbol)
        together = {"is_cooperative": True} if compiled.grid_sync else {}
        config = LaunchConfig(grid=launch.grid, block=launch.block, shmem_size=launch.shared_bytes, **together)
        start(self._stream, config, kernel, *packed)
        value_of(driver.cuStreamSynchronize(self._stream.handle))

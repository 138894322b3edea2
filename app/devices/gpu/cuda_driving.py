"""`Driving` by CUDA: the calls that numba makes for a program, and memory of ours for what it is told of at once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from cuda.bindings import driver

from app.devices.gpu.answer import value_of
from app.devices.gpu.arena import Arena, Buffer, Crossed
from app.devices.gpu.context import Context
from app.devices.gpu.driving import Begin, Words
from app.program.requests import Code, Sizes


class CudaDriving:
    """All of it for one program. `printed` gives and forgets what kernels printed."""

    def __init__(self, context: Context, arena: Arena, printed: Callable[[], str]) -> None:
        self._context, self._arena, self.printed = context, arena, printed
        self._taken: dict[int, Buffer] = {}
        self._kernels: dict[Code, int] = {}
        self._modules: list[object] = []

    def take(self, nbytes: int) -> int:
        buffer = self._arena.take(nbytes)
        self._taken[buffer.address] = buffer
        return buffer.address

    def give(self, address: int) -> None:
        buffer = self._taken.pop(address)
        self._arena.give([buffer], [bool(self._bands([buffer])[0])])
        self.settle()  # it is wiped in a stream for which what a program does next does not wait

    def crossed(self, addresses: Sequence[int]) -> list[list[Crossed]]:
        return self._bands([self._taken[address] for address in addresses])

    def alloc(self, nbytes: int) -> int:
        return int(value_of(driver.cuMemAlloc(max(nbytes, 1))))

    def free(self, address: int) -> None:
        value_of(driver.cuMemFree(address))

    def pinned(self, nbytes: int) -> np.ndarray:
        address = int(value_of(driver.cuMemHostAlloc(nbytes, 0)))
        return np.ctypeslib.as_array((ctypes.c_ubyte * nbytes).from_address(address))

    def unpin(self, memory: np.ndarray) -> None:
        value_of(driver.cuMemFreeHost(memory.ctypes.data))

    def put(self, address: int, data: np.ndarray, stream: int) -> None:
        if stream:
            value_of(driver.cuMemcpyHtoDAsync(address, data.ctypes.data, data.nbytes, stream))
        else:
            value_of(driver.cuMemcpyHtoD(address, data.ctypes.data, data.nbytes))

    def get(self, into: np.ndarray, address: int, stream: int) -> None:
        if stream:
            value_of(driver.cuMemcpyDtoHAsync(into.ctypes.data, address, into.nbytes, stream))
        else:
            value_of(driver.cuMemcpyDtoH(into.ctypes.data, address, into.nbytes))

    def move(self, target: int, source: int, nbytes: int, stream: int) -> None:
        value_of(driver.cuMemcpyDtoDAsync(target, source, nbytes, stream))

    def set(self, address: int, value: int, nbytes: int, stream: int) -> None:
        value_of(driver.cuMemsetD8Async(address, value, nbytes, stream))

    def ready(self, code: Code, grid: Sizes, block: Sizes, shared: int, words: Words) -> Begin:
        kernel = self._loaded(code)
        sizes = (*grid, *(1,) * (3 - len(grid)), *block, *(1,) * (3 - len(block)))
        cells = [np.array([word]) for word in words]
        places = (ctypes.c_void_p * max(len(cells), 1))(*(cell.ctypes.data for cell in cells))
        begin = driver.cuLaunchCooperativeKernel if code.together else driver.cuLaunchKernel
        more = () if code.together else (0,)

        def launch(stream: int, addresses: Mapping[int, int]) -> None:
            for at, address in addresses.items():
                cells[at][0] = address
            value_of(begin(kernel, *sizes, shared, stream, ctypes.addressof(places), *more))

        return launch

    def stream(self) -> int:
        return int(value_of(driver.cuStreamCreate(driver.CUstream_flags.CU_STREAM_DEFAULT)))

    def event(self) -> int:
        return int(value_of(driver.cuEventCreate(driver.CUevent_flags.CU_EVENT_DEFAULT)))

    def record(self, event: int, stream: int) -> None:
        value_of(driver.cuEventRecord(event, stream))

    def wait(self, stream: int, event: int) -> None:
        value_of(driver.cuStreamWaitEvent(stream, event, 0))

    def reach(self, event: int) -> None:
        value_of(driver.cuEventSynchronize(event))

    def finish(self, stream: int) -> None:
        value_of(driver.cuStreamSynchronize(stream))

    def settle(self) -> None:
        self._context.synchronize()

    def passed(self, start: int, end: int) -> float:
        return 1000 * float(value_of(driver.cuEventElapsedTime(start, end)))

    def drop(self, streams: Sequence[int], events: Sequence[int]) -> None:
        for event in events:
            value_of(driver.cuEventDestroy(event))
        for stream in streams:
            value_of(driver.cuStreamDestroy(stream))

    def close(self) -> None:
        """Unload what was loaded."""
        for module in self._modules:
            value_of(driver.cuModuleUnload(module))
        self._modules.clear()
        self._kernels.clear()

    def _loaded(self, code: Code) -> int:
        if code not in self._kernels:
            module = value_of(driver.cuModuleLoadData(code.cubin))
            self._modules.append(module)
            function = value_of(driver.cuModuleGetFunction(module, code.symbol.encode()))
            self._context.afford(function)
            self._kernels[code] = int(function)
        return self._kernels[code]

    def _bands(self, buffers: list[Buffer]) -> list[list[Crossed]]:
        bands = self._arena.look(buffers)
        self._context.synchronize()
        return self._arena.crossed(bands)

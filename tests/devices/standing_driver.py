"""A driver that stands in for CUDA where no GPU is: memory is NumPy's, and a stream is a queue that runs late.

Kernels are Python functions of the launch and of `at(address, nbytes)`, by their symbols. Work of a stream is done when
somebody waits for it, as late as CUDA may do it: what forgets to wait reads what was there before. Time is a counter
that every piece of work and every call moves on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.devices.gpu.answer import GpuError, no_memory
from app.devices.gpu.arena import Crossed
from app.program.requests import Code

GUARD = 64
BAND = 0xA5
Kernel = Callable[["StandIn", Sequence[np.generic]], None]


@dataclass
class StandIn:
    """`log` is what was asked; `most` bounds what `alloc` gives."""

    kernels: dict[str, Kernel] = field(default_factory=dict)
    most: int = 1 << 30
    log: list[tuple[object, ...]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)  # what was really done, when it was done
    now: float = 0.0
    text: str = ""

    def __post_init__(self) -> None:
        self._memory: dict[int, np.ndarray] = {}
        self._next = 1 << 20
        self._names = 0
        self._queues: dict[int, list[tuple[str, Callable[[], None]]]] = {0: []}
        self._pins: list[np.ndarray] = []
        self._times: dict[int, float] = {}

    def at(self, address: int, nbytes: int) -> np.ndarray:
        for base, data in self._memory.items():
            if base <= address and address + nbytes <= base + data.size:
                return data[address - base : address - base + nbytes]
        raise GpuError("CUDA_ERROR_ILLEGAL_ADDRESS")

    @property
    def held(self) -> tuple[int, int]:
        """Allocations and pinned memories that nobody gave back."""
        return len(self._memory), len(self._pins)

    def take(self, nbytes: int) -> int:
        base = self.alloc(nbytes + 2 * GUARD)
        self._memory[base][:] = BAND
        return base + GUARD

    def give(self, address: int) -> None:
        self.free(address - GUARD)

    def crossed(self, addresses: Sequence[int]) -> list[list[Crossed]]:
        return [self._bands(self._memory[address - GUARD]) for address in addresses]

    def alloc(self, nbytes: int) -> int:
        if sum(data.size for data in self._memory.values()) + nbytes > self.most:
            raise no_memory()
        base, self._next = self._next, self._next + nbytes + 4096
        self._memory[base] = np.zeros(nbytes, np.uint8)
        return base

    def free(self, address: int) -> None:
        self.settle()
        del self._memory[address]

    def pinned(self, nbytes: int) -> np.ndarray:
        self._pins.append(np.zeros(nbytes, np.uint8))
        return self._pins[-1]

    def unpin(self, memory: np.ndarray) -> None:
        self._pins = [one for one in self._pins if one is not memory]

    def put(self, address: int, data: np.ndarray, stream: int) -> None:
        def copy() -> None:
            self.at(address, data.size)[...] = data

        self._begin("put", stream, copy, waits=not self._is_pinned(data))

    def get(self, into: np.ndarray, address: int, stream: int) -> None:
        def copy() -> None:
            into[...] = self.at(address, into.size)

        self._begin("get", stream, copy, waits=not self._is_pinned(into))

    def move(self, target: int, source: int, nbytes: int, stream: int) -> None:
        def copy() -> None:
            self.at(target, nbytes)[...] = self.at(source, nbytes)

        self._begin("move", stream, copy)

    def set(self, address: int, value: int, nbytes: int, stream: int) -> None:
        def fill() -> None:
            self.at(address, nbytes)[...] = value

        self._begin("set", stream, fill)

    def ready(
        self, code: Code, grid: Sequence[int], block: Sequence[int], shared: int, words: Sequence[np.generic]
    ) -> Callable[[int, Mapping[int, int]], None]:
        if code.symbol == "too_many":
            raise GpuError("CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE")
        run = self.kernels[code.symbol]

        def launch(stream: int, addresses: Mapping[int, int]) -> None:
            whole = [addresses.get(at, word) for at, word in enumerate(words)]
            self._begin("launch", stream, lambda: run(self, whole))

        return launch

    def stream(self) -> int:
        made = self._named()
        self._queues[made] = []
        return made

    def event(self) -> int:
        return self._named()

    def record(self, event: int, stream: int) -> None:
        def mark() -> None:
            self._times[event] = self.now

        self._times.pop(event, None)
        self._begin(f"record {event}", stream, mark)

    def wait(self, stream: int, event: int) -> None:
        self._begin(f"wait {event}", stream, lambda: self.reach(event))

    def reach(self, event: int) -> None:
        self.log.append(("reach", event))
        for stream, queue in self._queues.items():
            if any(name == f"record {event}" for name, _ in queue):
                self._run(stream, f"record {event}")

    def finish(self, stream: int) -> None:
        self.log.append(("finish", stream))
        self._finished(stream)

    def settle(self) -> None:
        for stream in self._queues:
            self._run(stream)

    def passed(self, start: int, end: int) -> float:
        return self._times[end] - self._times[start]

    def drop(self, streams: Sequence[int], events: Sequence[int]) -> None:
        for stream in streams:
            del self._queues[stream]
        for event in events:
            self._times.pop(event, None)

    def printed(self) -> str:
        text, self.text = self.text, ""
        return text

    def _begin(self, name: str, stream: int, work: Callable[[], None], *, waits: bool = False) -> None:
        self.log.append((name, stream))
        for other in self._queues if stream == 0 else [0]:
            if other != stream:
                self._run(other)
        self._queues[stream].append((name, work))
        if waits or (stream == 0 and name in ("put", "get")):
            self._run(stream)

    def _finished(self, stream: int) -> None:
        if stream == 0:
            self.settle()
        else:
            self._run(0)
            self._run(stream)

    def _run(self, stream: int, last: str = "") -> None:
        queue = self._queues[stream]
        while queue:
            name, work = queue.pop(0)
            self.now += 1.0
            work()
            self.order.append(f"{name} in {stream}")
            if name == last:
                return

    def _is_pinned(self, data: np.ndarray) -> bool:
        return any(np.may_share_memory(data, one) for one in self._pins)

    def _named(self) -> int:
        self._names += 1
        return self._names

    @staticmethod
    def _bands(data: np.ndarray) -> list[Crossed]:
        before, after = np.flatnonzero(data[:GUARD] != BAND), np.flatnonzero(data[-GUARD:] != BAND)
        found = [Crossed("before", before.size, int(before[-1]) - GUARD)] if before.size else []
        return found + ([Crossed("after", after.size, int(after[0]))] if after.size else [])

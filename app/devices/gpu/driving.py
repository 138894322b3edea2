"""The few things that a host program's device asks of a driver. Addresses, streams and events are its own numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np

from app.devices.gpu.arena import Crossed
from app.program.requests import Code, Sizes

Words = Sequence[np.generic]
Begin = Callable[[int, Mapping[int, int]], None]  # of a stream, and of the addresses by the places of their words


class Driving(Protocol):
    """Stream 0 is the default one, which waits for all others and they for it.

    Whatever is asked may raise GpuError, also for work that was begun before. A copy in stream 0 is done when the call
    returns; in another one it is begun, and done at once where the host's memory is not pinned.
    """

    def take(self, nbytes: int) -> int:
        """The address of memory between guard bands, wiped when it is given back."""

    def give(self, address: int) -> None: ...

    def crossed(self, addresses: Sequence[int]) -> list[list[Crossed]]:
        """What was written into the bands of memory that was taken, for each of them."""

    def alloc(self, nbytes: int) -> int:
        """The address of memory as a program's own call would get it."""

    def free(self, address: int) -> None: ...

    def pinned(self, nbytes: int) -> np.ndarray:
        """Host memory that the card reaches without a detour."""

    def unpin(self, memory: np.ndarray) -> None: ...

    def put(self, address: int, data: np.ndarray, stream: int) -> None: ...

    def get(self, into: np.ndarray, address: int, stream: int) -> None: ...

    def move(self, target: int, source: int, nbytes: int, stream: int) -> None: ...

    def set(self, address: int, value: int, nbytes: int, stream: int) -> None: ...

    def ready(self, code: Code, grid: Sizes, block: Sizes, shared: int, words: Words) -> Begin:
        """A launch that has all it needs but its stream and the words that are addresses; the kernel is loaded once."""

    def stream(self) -> int:
        """A new one."""

    def event(self) -> int: ...

    def record(self, event: int, stream: int) -> None: ...

    def wait(self, stream: int, event: int) -> None: ...

    def reach(self, event: int) -> None:
        """The host waits for an event."""

    def finish(self, stream: int) -> None:
        """The host waits for a stream."""

    def settle(self) -> None:
        """The host waits for everything."""

    def passed(self, start: int, end: int) -> float:
        """Microseconds between two events that were reached."""

    def drop(self, streams: Sequence[int], events: Sequence[int]) -> None:
        """These are not needed any more."""

    def printed(self) -> str:
        """What kernels have printed since one last asked."""

"""Counters for rate limits, in the memory of one process: as few as they may be, whatever comes in."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from limits.storage import Storage

CAPACITY = 50_000  # at some 300 bytes each


class Counters(Storage):
    """A storage for `limits`. The window of a counter begins with its first count.

    The library's own keeps every key for as long as it lasts, and walks through all of them in a thread of its own
    after each count: a million addresses would stop the server. Here the oldest counter makes room for a new one.
    """

    STORAGE_SCHEME = ("gridstride-memory",)  # type: ignore[assignment]  # the base says list, which would be mutable

    def __init__(self, capacity: int = CAPACITY, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._capacity = capacity
        self._clock = clock
        self._counts: OrderedDict[str, tuple[int, float]] = OrderedDict()  # and when the window ends
        self._lock = threading.Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        return KeyError  # of a dictionary: there is nobody to lose

    def __len__(self) -> int:
        return len(self._counts)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = self._clock()
        with self._lock:
            count, end = self._counts.get(key, (0, 0.0))
            if end <= now:
                self._counts.pop(key, None)  # so that it goes to the end, where the youngest are
                self._make_room(now)
                count, end = 0, now + expiry
            self._counts[key] = (count + amount, end)
        return count + amount

    def get(self, key: str) -> int:
        count, end = self._counts.get(key, (0, 0.0))
        return count if end > self._clock() else 0

    def get_expiry(self, key: str) -> float:
        """When the window of a counter ends, as the clock counts."""
        return self._counts.get(key, (0, self._clock()))[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int | None:
        with self._lock:
            size = len(self._counts)
            self._counts.clear()
        return size

    def clear(self, key: str) -> None:
        with self._lock:
            self._counts.pop(key, None)

    def _make_room(self, now: float) -> None:
        """Drop what is over at the front, and the front itself where there is no room."""
        while self._counts:
            _, end = next(iter(self._counts.values()))
            if end > now and len(self._counts) < self._capacity:
                return
            self._counts.popitem(last=False)
            if end > now:
                return

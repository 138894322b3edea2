"""Arguments that come again, kept in shared memory: the newest ones, and which executor has been sent which."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from weakref import WeakKeyDictionary

import numpy as np

from app.devices.cards.area import Area
from app.devices.cards.executor import Executor
from app.errors import InfrastructureError

MOST_BYTES = 512 << 20  # of arguments kept; they count as this machine's memory


class Shelf:
    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._areas: OrderedDict[str, Area] = OrderedDict()
        self._sent: WeakKeyDictionary[Executor, set[str]] = WeakKeyDictionary()
        self._unnamed = 0

    @contextmanager
    def area(self, given: str, arrays: Mapping[str, np.ndarray]) -> Iterator[tuple[str, Area]]:
        """The arrays in shared memory, kept where they have a name, and the key that an executor knows them by."""
        if given:
            yield given, self._kept(given, arrays)
            return
        self._unnamed += 1
        key = f"unnamed {self._unnamed}"
        with _made(arrays) as area:
            self._areas[key] = area
            try:
                yield key, area
            finally:
                del self._areas[key]

    def bring(self, executor: Executor, key: str, area: Area) -> None:
        """Have the executor hold it, and drop what is not kept any more. Raises what the executor raises."""
        held = self._sent.setdefault(executor, set())
        for gone in sorted(held - self._areas.keys()):
            executor.drop(gone)
            held.remove(gone)
        if key not in held:
            executor.hold(key, area)
            held.add(key)

    def close(self) -> None:
        while self._areas:
            self._areas.popitem()[1].close()

    def _kept(self, given: str, arrays: Mapping[str, np.ndarray]) -> Area:
        area = self._areas.get(given)
        if area is None:
            area = self._areas[given] = _made(arrays)
        self._areas.move_to_end(given)
        while len(self._areas) > 1 and self._bytes() > self._most:
            self._areas.popitem(last=False)[1].close()
        return area

    def _bytes(self) -> int:
        return sum(area.layout.size for area in self._areas.values())


def _made(arrays: Mapping[str, np.ndarray]) -> Area:
    try:
        return Area.of(arrays)
    except OSError as error:
        raise InfrastructureError(f"there is no memory for a kernel's arguments: {error.strerror}") from error

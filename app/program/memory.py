"""Device memory as whoever asks for it knows it: allocations behind handles, bytes and arrays within them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np

from app.program.requests import Region
from app.protocol.frames import Frame

MOST_BYTES = 256 << 20
UNWRITTEN = 0xFF  # each byte of what nobody wrote: NaN as a float, -1 as an integer
GRAIN = 256  # an allocation begins and ends at a multiple of it


class RefusedError(Exception):
    """A request that no device can grant. `error` names an exception of numba's, `key` the sentence for it."""

    def __init__(self, error: str, key: str, text: str, **args: int | str) -> None:
        super().__init__(text)
        self.error, self.key, self.text, self.args_ = error, key, text, args

    def frame(self) -> Frame:
        """How an answer says it."""
        args: dict[str, object] = dict(self.args_)
        return Frame("refused", {"error": self.error, "key": self.key, "text": self.text, "args": args})


class Allocation:
    """So many bytes, and whether anybody has written to them. Where they lie is what a device adds."""

    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes
        self.held = False


A = TypeVar("A", bound=Allocation)


class Memory(Generic[A]):
    """Hands out handles. Raises RefusedError for those that it never gave, or took back.

    `make` finds room for so many bytes.
    """

    def __init__(self, make: Callable[[int], A], most: int = MOST_BYTES) -> None:
        self.most, self.used = most, 0
        self._make = make
        self._given: dict[int, A] = {}
        self._last = 0

    def alloc(self, nbytes: int) -> int:
        if self.used + rounded(nbytes) > self.most:
            raise no_room(nbytes, self.most - self.used)
        made = self._make(nbytes)
        self._last += 1
        self._given[self._last] = made
        self.used += rounded(nbytes)
        return self._last

    def free(self, handle: int) -> A:
        """What is not given any more."""
        found = self._found(handle)
        self.used -= rounded(found.nbytes)
        return self._given.pop(handle)

    def at(self, handle: int, offset: int, nbytes: int) -> A:
        """The allocation that has these bytes."""
        found = self._found(handle)
        if offset + nbytes > found.nbytes:
            raise _beyond("this reaches beyond the end of its memory")
        return found

    def around(self, region: Region) -> A | None:
        """The allocation in which an array lies; None for one without elements."""
        low, high = region.extent
        if low < 0:
            raise _beyond("this reaches before the beginning of its memory")
        if region.size * region.dtype.itemsize > self.most:  # it may repeat a few bytes without end
            raise _beyond("this is larger than the device's memory")
        if region.size:
            return self.at(region.handle, low, high - low)
        shaped(region, np.zeros(0, np.uint8), 0)
        return None

    def given(self) -> tuple[A, ...]:
        """All that is not freed, oldest first."""
        return tuple(self._given.values())

    def _found(self, handle: int) -> A:
        found = self._given.get(handle)
        if found is None:
            raise RefusedError("CudaAPIError", "host_error.freed", "this memory has been freed")
        return found


def shaped(region: Region, data: np.ndarray, begin: int) -> np.ndarray:
    """The array within bytes that begin at `begin` of its allocation; they are not copied. Raises RefusedError."""
    try:
        if not region.size:
            return np.zeros(region.shape, region.dtype)
        return np.ndarray(region.shape, region.dtype, data.data, region.offset - begin, region.strides)
    except (ValueError, OverflowError) as error:
        raise _beyond(f"this is no array: {error}") from None


def no_room(asked: int, left: int) -> RefusedError:
    """An allocation that does not fit."""
    text = f"the device has {left:,} bytes left, and {asked:,} are asked for"
    return RefusedError("CudaAPIError", "memory.device", text, asked=asked, left=left)


def rounded(nbytes: int) -> int:
    return -(-nbytes // GRAIN) * GRAIN


def _beyond(text: str) -> RefusedError:
    return RefusedError("CudaAPIError", "host_error.beyond", text)

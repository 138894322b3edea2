"""Device memory of a process that has no device: allocations behind handles, and arrays within them."""

from __future__ import annotations

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
    """Some bytes, and whether anybody has written to them."""

    def __init__(self, nbytes: int) -> None:
        self.data = np.full(nbytes, UNWRITTEN, np.uint8)
        self.held = False


class Memory:
    """Hands out handles. Raises RefusedError for those that it never gave, or took back."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most, self.used = most, 0
        self._given: dict[int, Allocation] = {}
        self._last = 0

    def alloc(self, nbytes: int) -> int:
        if self.used + _rounded(nbytes) > self.most:
            raise RefusedError(
                "CudaAPIError",
                "memory.device",
                f"the device has {self.most - self.used:,} bytes left, and {nbytes:,} are asked for",
                asked=nbytes,
                left=self.most - self.used,
            )
        self._last += 1
        self._given[self._last] = Allocation(nbytes)
        self.used += _rounded(nbytes)
        return self._last

    def free(self, handle: int) -> None:
        self.used -= _rounded(self._found(handle).data.nbytes)
        del self._given[handle]

    def at(self, handle: int, offset: int, nbytes: int) -> tuple[Allocation, np.ndarray]:
        """An allocation, and so many bytes of it, which are not copied."""
        found = self._found(handle)
        if offset + nbytes > found.data.nbytes:
            raise RefusedError("CudaAPIError", "host_error.beyond", "this reaches beyond the end of its memory")
        return found, found.data[offset : offset + nbytes]

    def array(self, region: Region) -> tuple[Allocation, np.ndarray]:
        """An allocation, and the array within it, which is not copied."""
        low, high = region.extent
        if low < 0:
            raise RefusedError("CudaAPIError", "host_error.beyond", "this reaches before the beginning of its memory")
        if region.size * region.dtype.itemsize > self.most:  # it may repeat a few bytes without end
            raise RefusedError("CudaAPIError", "host_error.beyond", "this is larger than the device's memory")
        found, _ = self.at(region.handle, low, high - low) if region.size else (Allocation(0), None)
        try:
            if not region.size:
                return found, np.zeros(region.shape, region.dtype)
            return found, np.ndarray(region.shape, region.dtype, found.data, region.offset, region.strides)
        except (ValueError, OverflowError) as error:
            raise RefusedError("CudaAPIError", "host_error.beyond", f"this is no array: {error}") from None

    def _found(self, handle: int) -> Allocation:
        found = self._given.get(handle)
        if found is None:
            raise RefusedError("CudaAPIError", "host_error.freed", "this memory has been freed")
        return found


def _rounded(nbytes: int) -> int:
    return -(-nbytes // GRAIN) * GRAIN

"""Arrays on the device as the host sees them: a description of memory whose bytes it does not have."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.lib.stride_tricks import as_strided

from app.program.cuda.layout import Order, address, check_compatible, described, number_type, whole_shape
from app.program.cuda.ledger import Ledger
from app.program.cuda.order import Use
from app.program.misuse import misuse, unsupported
from app.program.requests import Region
from app.program.wire import Wire, discarded

CONTIGUOUS = "a copy moves one block of memory, and this array has gaps; numpy.ascontiguousarray makes one without"


@dataclass(slots=True)
class Device:
    """What every array needs: the wire, and the book of what is pinned, pending and copied."""

    wire: Wire
    ledger: Ledger


class Memory:
    """One allocation, which is freed when nobody can reach it any more."""

    def __init__(self, device: Device, nbytes: int) -> None:
        self.device = device
        self.handle = device.wire.handle("alloc", bytes=nbytes) if nbytes else 0
        self._finalizer = weakref.finalize(self, device.wire.release, self.handle)
        self._finalizer.atexit = False

    def free(self) -> None:
        """Free it now, whoever still has it."""
        self._finalizer()


class DeviceNDArray:
    """numba's, as far as a host can use it. Views share their memory."""

    __cuda_ndarray__ = True

    def __init__(self, memory: Memory, offset: int, like: np.ndarray, stream: int = 0) -> None:
        self.gpu_data, self._offset, self._like, self._stream = memory, offset, like, stream
        self._device = memory.device

    @property
    def shape(self) -> tuple[int, ...]:
        return self._like.shape

    @property
    def strides(self) -> tuple[int, ...]:
        return self._like.strides

    @property
    def dtype(self) -> np.dtype:
        return self._like.dtype

    @property
    def ndim(self) -> int:
        return self._like.ndim

    @property
    def size(self) -> int:
        return self._like.size

    @property
    def nbytes(self) -> int:
        return self._like.nbytes

    @property
    def itemsize(self) -> int:
        return self._like.itemsize

    @property
    def alloc_size(self) -> int:
        low, high = self.region.extent
        return high - low

    @property
    def flags(self) -> dict[str, bool]:
        flags = self._like.flags
        return {"C_CONTIGUOUS": flags.c_contiguous, "F_CONTIGUOUS": flags.f_contiguous}

    @property
    def region(self) -> Region:
        return Region(self.gpu_data.handle, self._offset, self.shape, self.strides, self.dtype)

    @property
    def T(self) -> DeviceNDArray:  # noqa: N802  # NumPy calls it so
        return self.transpose()

    def is_c_contiguous(self) -> bool:
        return self.flags["C_CONTIGUOUS"]

    def is_f_contiguous(self) -> bool:
        return self.flags["F_CONTIGUOUS"]

    def __len__(self) -> int:
        return self.shape[0] if self.shape else _unsized()

    def __repr__(self) -> str:
        return f"<DeviceNDArray of {self.dtype}, shape {self.shape}>"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("an array on the device is always copied to the host")
        found = self.read(implicit=True)
        return found if dtype is None else found.astype(dtype)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        text = f"an array on the device has no `{name}`; copy it to the host first"
        raise misuse(AttributeError, "host_error.device_attribute", text, name=name)

    def _calculate(self, *_: object) -> NoReturn:
        text = "the host cannot calculate with an array on the device; copy it to the host first"
        raise misuse(TypeError, "host_error.device_arithmetic", text)

    # NumPy's arrays do not ask these: they copy this one to the host, as they do with numba's.
    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __matmul__ = _calculate
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = _calculate
    __neg__ = __abs__ = __lt__ = __le__ = __gt__ = __ge__ = _calculate

    def bind(self, stream: object = 0) -> DeviceNDArray:
        return DeviceNDArray(self.gpu_data, self._offset, self._like, stream_handle(stream))

    def reshape(self, *shape: Any, order: Order = "C") -> DeviceNDArray:
        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple | list) else shape
        try:
            return self._view(np.reshape(self._like, tuple(wanted), order=order, copy=False))
        except ValueError as error:
            if math.prod(wanted) in (self.size, -abs(self.size)):
                raise unsupported("a reshape that would have to copy") from None
            raise misuse(ValueError, "host_error.reshape", str(error)) from None

    def ravel(self, order: Order = "C", stream: object = 0) -> DeviceNDArray:
        return self.reshape(self.size, order=order).bind(stream)

    def squeeze(self, axis: Any = None, stream: object = 0) -> DeviceNDArray:
        return self._view(np.squeeze(self._like, axis)).bind(stream)

    def view(self, dtype: Any) -> DeviceNDArray:
        return self._view(self._like.view(number_type(dtype)))

    def split(self, section: int, stream: object = 0) -> Iterator[DeviceNDArray]:
        if self.ndim != 1 or self.strides[0] != self.itemsize:
            raise misuse(ValueError, "host_error.contiguous", CONTIGUOUS)
        for begin in range(0, self.size, section):
            yield self[begin : begin + section].bind(stream)

    def transpose(self, axes: Any = None) -> DeviceNDArray:
        """A new array, as in numba: its kernel copies."""
        if axes is not None and tuple(axes) == tuple(range(self.ndim)):
            return self
        if self.ndim != 2:
            raise unsupported("transposing an array that is not of two dimensions")
        turned = empty(self._device, self.shape[::-1], self.dtype)
        _assign(turned, self._view(self._like.T), 0)
        return turned

    def __getitem__(self, index: Any) -> Any:
        return self.getitem(index)

    def getitem(self, index: Any, stream: object = 0) -> Any:
        """A view, or the element itself, which is copied to the host."""
        part = self._part(index)
        if part.ndim or _keeps_axes(index):
            return part.bind(stream) if stream else part
        return part.read(stream=stream_handle(stream), implicit=True)[()]

    def __setitem__(self, index: Any, value: Any) -> None:
        self.setitem(index, value)

    def setitem(self, index: Any, value: Any, stream: object = 0) -> None:
        target = self._part(index)
        source = value if isinstance(value, DeviceNDArray) else to_device(self._device, value, stream, implicit=True)
        if source.ndim > target.ndim:
            text = f"an array of {source.ndim} dimensions does not fit into one of {target.ndim}"
            raise misuse(ValueError, "host_error.shape", text, given=str(source.shape), wanted=str(target.shape))
        try:
            np.broadcast_shapes(target.shape, source.shape)
            fits = all(a in (1, b) for a, b in zip(source.shape[::-1], target.shape[::-1], strict=False))
        except ValueError:
            fits = False
        if not fits:
            text = f"shape {source.shape} does not fit into shape {target.shape}"
            raise misuse(ValueError, "host_error.shape", text, given=str(source.shape), wanted=str(target.shape))
        _assign(target, source, self._in(stream))

    def copy_to_host(self, ary: np.ndarray | None = None, stream: object = 0) -> np.ndarray:
        if any(stride < 0 for stride in self.strides):
            text = "an array with negative strides cannot be copied to the host"
            raise misuse(NotImplementedError, "host_error.negative_strides", text)  # numba raises the same
        if ary is None:
            if discarded():
                self._device.ledger.discarded()
            return self.read(stream=self._in(stream))
        given: object = ary
        if not isinstance(given, np.ndarray):
            text = "copy_to_host copies into an array of the host"
            raise misuse(TypeError, "host_error.copy_target", text, type=type(ary).__name__)
        check_compatible(self, ary)
        if not ary.flags.writeable:
            raise misuse(ValueError, "host_error.readonly", "the array on the host is read-only")
        self.read(ary, stream=self._in(stream))
        return ary

    def copy_to_device(self, ary: Any, stream: object = 0) -> None:
        if ary.size == 0:
            return
        if not any(self.flags.values()):
            raise misuse(ValueError, "host_error.contiguous", CONTIGUOUS)
        if isinstance(ary, DeviceNDArray):
            if not any(ary.flags.values()):
                raise misuse(ValueError, "host_error.contiguous", CONTIGUOUS)
            check_compatible(self, ary)
            _assign(self, ary, self._in(stream))
            return
        core = ary if isinstance(ary, np.ndarray) else np.asarray(ary)
        ordered = np.asarray(core, order="C" if self.flags["C_CONTIGUOUS"] else "F")
        check_compatible(self, ordered)
        self.write(ordered, original=core, stream=self._in(stream))

    def write(self, data: np.ndarray, *, original: np.ndarray, stream: int, implicit: bool = False) -> None:
        """Copy `data`, of this array's shape and order, to the device. `original` is the program's own array."""
        ledger = self._device.ledger
        ledger.used(original)
        ledger.sent(original, self.gpu_data.handle)
        if stream and not ledger.is_pinned(original):
            ledger.pageable()
        raw = np.frombuffer(data.tobytes(order="A"), np.uint8)
        self._device.wire.call(
            "write",
            {"data": raw},
            handle=self.gpu_data.handle,
            offset=self._offset,
            stream=stream,
            pinned=ledger.is_pinned(original),
            implicit=implicit,
        )
        ledger.given(stream, self.use(writes=True))
        if not stream or not ledger.is_pinned(original):
            ledger.order.waited(stream)

    def read(self, into: np.ndarray | None = None, *, stream: int = 0, implicit: bool = False) -> np.ndarray:
        """Copy this array to the host."""
        ledger = self._device.ledger
        low, high = self.region.extent
        pinned = into is not None and ledger.is_pinned(into)
        raw = np.zeros(0, np.uint8)
        if self.size:
            answer = self._device.wire.call(
                "read",
                handle=self.gpu_data.handle,
                offset=low,
                bytes=high - low,
                stream=stream,
                pinned=pinned,
                implicit=implicit,
            )
            raw = answer.arrays["data"]
            if answer.data.get("held") is False:
                ledger.unwritten()
        ledger.given(stream, self.use(writes=False))
        found = np.ndarray(self.shape, self.dtype, raw, self._offset - low if self.size else 0, self.strides)
        target = found if into is None else into
        ledger.fetched(self.gpu_data.handle)
        ledger.arrives(target, found.reshape(target.shape), stream)
        if not stream:
            ledger.waited()
        elif not pinned:
            ledger.order.waited(stream)
        return target

    def use(self, *, writes: bool, copies: bool = True) -> Use:
        """The memory of this array, as a piece of work uses it."""
        low, high = self.region.extent
        return Use(self.gpu_data.handle, low, high, writes, copies)

    def _in(self, stream: object) -> int:
        return stream_handle(stream) or self._stream

    def _view(self, like: np.ndarray) -> DeviceNDArray:
        moved = address(like) - address(self._like) if like.size else 0
        return DeviceNDArray(self.gpu_data, self._offset + moved, like, self._stream)

    def _part(self, index: Any) -> DeviceNDArray:
        parts = index if isinstance(index, tuple) else (index,)
        if not all(part is Ellipsis or isinstance(part, int | np.integer | slice) for part in parts):
            text = "an array on the device is indexed by integers and slices"
            raise misuse(TypeError, "host_error.device_index", text)
        whole = parts if Ellipsis in parts else (*parts, Ellipsis)  # so that NumPy gives a view and reads nothing
        try:
            return self._view(self._like[whole])
        except IndexError as error:
            raise misuse(IndexError, "host_error.index", str(error)) from None


def empty(
    device: Device, shape: Any, dtype: Any = np.float64, order: Order = "C", strides: Any = None, stream: int = 0
) -> DeviceNDArray:
    """A new array that holds nothing."""
    kind, sizes = number_type(dtype), whole_shape(shape)
    nbytes = math.prod(sizes) * kind.itemsize
    if nbytes > np.iinfo(np.int64).max:
        text = f"{nbytes:,} bytes are more than any device has"
        raise misuse("CudaAPIError", "memory.device", text, asked=min(nbytes, 1 << 62), left=0)
    like = described(sizes, kind, order) if strides is None else as_strided(np.empty(1, kind), sizes, strides)
    region = Region(0, 0, sizes, like.strides, kind)
    return DeviceNDArray(Memory(device, region.extent[1]), 0, like, stream)


def to_device(
    device: Device, obj: Any, stream: object = 0, *, copy: bool = True, implicit: bool = False
) -> DeviceNDArray:
    """A new array with the contents of `obj`; `obj` itself where that is on the device already."""
    if isinstance(obj, DeviceNDArray):
        return obj
    array = np.asanyarray(obj)
    number_type(array.dtype)
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        raise misuse(ValueError, "host_error.contiguous", CONTIGUOUS)
    order: Order = "C" if array.flags.c_contiguous else "F"
    made = empty(device, array.shape, array.dtype, order, stream=stream_handle(stream))
    if copy and array.size:
        original = obj if isinstance(obj, np.ndarray) else array
        made.write(array, original=original, stream=stream_handle(stream), implicit=implicit)
    return made


def stream_handle(stream: object) -> int:
    """The handle of a stream object, or of what numba takes in its place: 0 and None are the default stream."""
    if stream is None or (isinstance(stream, int) and stream == 0):
        return 0
    handle = getattr(stream, "handle", None)
    if not isinstance(handle, int):
        raise misuse(TypeError, "host_error.stream", f"{stream!r} is no stream; cuda.stream() makes one")
    return handle


def _assign(target: DeviceNDArray, source: DeviceNDArray, stream: int) -> None:
    to, of = target.region, source.region
    arrays = {"target": np.empty(0, to.dtype), "source": np.empty(0, of.dtype)}
    target.gpu_data.device.ledger.given(stream, source.use(writes=False), target.use(writes=True))
    target.gpu_data.device.ledger.moved(of.handle, to.handle)
    target.gpu_data.device.wire.call("assign", arrays, target=to.plain(), source=of.plain(), stream=stream)


def _keeps_axes(index: Any) -> bool:
    return any(not isinstance(part, int | np.integer) for part in (index if isinstance(index, tuple) else (index,)))


def _unsized() -> int:
    raise TypeError("an array without dimensions has no length")

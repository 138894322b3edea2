"""The modules `numba` and `numba.cuda` of one program, all of whose calls go to one device."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from app.program.cuda import random
from app.program.cuda.arrays import Device, DeviceNDArray, empty, stream_handle, to_device
from app.program.cuda.excerpt import Excerpts
from app.program.cuda.facts import Context, DeviceFacts, Gpus, selected
from app.program.cuda.kernels import Function, Host, Transfer
from app.program.cuda.layout import Order, number_type
from app.program.cuda.ledger import Ledger
from app.program.cuda.names import CUDA, NUMBA, RANDOM, Name, module
from app.program.cuda.pinned import pinned_array
from app.program.cuda.streams import Event, Stream, event_elapsed_time
from app.program.misuse import CudaAPIError, CudaSupportError, TypingError, misuse, unsupported
from app.program.wire import Wire


class Stage:
    """What a program finds when it imports numba. Its public methods are functions of `numba.cuda`."""

    def __init__(self, source: str, wire: Wire) -> None:
        self.device_ = Device(wire, Ledger())
        self._host = Host(self.device_, Excerpts(source))
        self._context = Context(self.device_)
        self._default = Stream(self.device_, 0)

    def modules(self) -> dict[str, ModuleType]:
        """By the names under which they are imported."""
        context = self._context
        functions = {name: getattr(self, name) for name in _PUBLIC}
        errors = {"CudaAPIError": CudaAPIError, "CudaSupportError": CudaSupportError, "TypingError": TypingError}
        states = {"create_xoroshiro128p_states": self._states, "xoroshiro128p_dtype": random.STATE}
        made = module("numba.cuda.random", states, RANDOM, closed=True)
        driver = module("numba.cuda.cudadrv.driver", errors)
        drv = module("numba.cuda.cudadrv", {"driver": driver, "error": driver})
        types, core = module("numba.types", {}), module("numba.core.errors", {**errors, **_WARNINGS})
        ways = {
            "In": lambda value: Transfer(value, goes=True, returns=False),
            "Out": lambda value: Transfer(value, goes=False, returns=True),
            "InOut": lambda value: Transfer(value, goes=True, returns=True),
        }
        parts = {"gpus": Gpus(context), "random": made, "cudadrv": drv, "types": Name("numba.types")}
        events = {"event_elapsed_time": event_elapsed_time}
        cuda = module(
            "numba.cuda",
            {**functions, **ways, **parts, **events, **errors, "jit": self._host.jit},
            CUDA,
            closed=True,
        )
        own = {"cuda": cuda, "types": types, "jit": _cpu, "njit": _cpu, "prange": range, "__version__": "0.68.1"}
        numba = module("numba", {**own, **_WARNINGS}, NUMBA)
        numba.__dict__["__all__"] = sorted(NUMBA)  # `cuda` is not among them
        return {
            "numba": numba,
            "numba.types": types,
            "numba.core": module("numba.core", {"errors": core, "types": types}),
            "numba.core.errors": core,
            "numba.cuda": cuda,
            "numba.cuda.random": made,
            "numba.cuda.cg": module("numba.cuda.cg", {}),
            "numba.cuda.libdevice": module("numba.cuda.libdevice", {}),
            "numba.cuda.cudadrv": drv,
            "numba.cuda.cudadrv.driver": driver,
            "numba.cuda.cudadrv.error": driver,
        }

    def to_device(self, obj: Any, stream: object = 0, copy: bool = True, to: Any = None) -> Any:
        if to is None:
            return to_device(self.device_, obj, stream, copy=copy)
        if copy:
            to.copy_to_device(obj, stream=stream)
        return to

    def device_array(
        self, shape: Any, dtype: Any = np.float64, strides: Any = None, order: Order = "C", stream: object = 0
    ) -> DeviceNDArray:
        return empty(self.device_, shape, dtype, order, strides, stream_handle(stream))

    def device_array_like(self, ary: Any, stream: object = 0) -> DeviceNDArray:
        order: Order = "F" if ary.flags["F_CONTIGUOUS"] and not ary.flags["C_CONTIGUOUS"] else "C"
        return empty(self.device_, ary.shape, ary.dtype, order, stream=stream_handle(stream))

    def pinned_array(self, shape: Any, dtype: Any = np.float64, strides: Any = None, order: Order = "C") -> np.ndarray:
        if strides is not None:
            raise unsupported("a pinned array with strides of its own")
        made = pinned_array(shape, number_type(dtype), order, self.device_.ledger)
        self.device_.ledger.pin(made)
        return made

    def pinned_array_like(self, ary: Any) -> np.ndarray:
        return self.pinned_array(ary.shape, ary.dtype)

    @contextmanager
    def pinned(self, *arylist: np.ndarray) -> Iterator[None]:
        for array in arylist:
            self.device_.ledger.pin(array)
        try:
            yield
        finally:
            for array in arylist:
                self.device_.ledger.unpin(array)

    @contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        yield

    def stream(self) -> Stream:
        return Stream(self.device_, self.device_.wire.handle("make", what="stream"))

    def default_stream(self) -> Stream:
        return self._default

    def legacy_default_stream(self) -> Stream:
        return self._default

    def event(self, timing: bool = True) -> Event:
        return Event(self.device_, self.device_.wire.handle("make", what="event"), timing=timing)

    def synchronize(self) -> None:
        self._context.synchronize()

    def current_context(self, devnum: int = 0) -> Context:
        return selected(self._context, devnum)

    def select_device(self, device_id: int) -> Context:
        return selected(self._context, device_id)

    def get_current_device(self) -> DeviceFacts:
        return self._context.device

    def list_devices(self) -> Gpus:
        return Gpus(self._context)

    def is_available(self) -> bool:
        return True

    def is_float16_supported(self) -> bool:
        return True

    def is_cuda_array(self, obj: object) -> bool:
        return isinstance(obj, DeviceNDArray)

    def detect(self) -> bool:
        return True

    def close(self) -> None:
        """Nothing: the process ends with the program."""

    def profile_start(self) -> None:
        """Nothing: every call is recorded anyway."""

    def profile_stop(self) -> None:
        """As above."""

    @contextmanager
    def profiling(self) -> Iterator[None]:
        yield

    def _states(self, n: int, seed: int, subsequence_start: int = 0, stream: object = 0) -> DeviceNDArray:
        if not isinstance(n, int | np.integer) or not 0 <= n <= _MOST_STATES:
            text = f"so many states cannot be made: {n!r}"
            raise misuse(ValueError, "host_error.states", text, given=str(n)[:40], most=_MOST_STATES)
        return to_device(self.device_, random.states(int(n), int(seed), int(subsequence_start)), stream)


_WARNINGS = {
    name: type(name, (Warning,), {})
    for name in (
        "NumbaWarning",
        "NumbaPerformanceWarning",
        "NumbaDeprecationWarning",
        "NumbaPendingDeprecationWarning",
    )
}
_MOST_STATES = 1 << 20
_PUBLIC = [
    name for name, own in vars(Stage).items() if callable(own) and not name.startswith("_") and name != "modules"
]


def _cpu(function: Callable[..., Any] | None = None, *_: object, **__: object) -> Any:
    """`numba.njit` and `numba.jit`: Python can run the function itself."""
    if inspect.isfunction(function):
        return Function(function, cpu=True)
    return lambda made: Function(made, cpu=True)

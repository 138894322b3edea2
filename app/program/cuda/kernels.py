"""`cuda.jit` and launches, with numba's rules for both."""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import numpy as np

from app.findings import Plain
from app.program.cuda.arrays import Device, DeviceNDArray, stream_handle, to_device
from app.program.cuda.excerpt import Excerpts, Jitted
from app.program.cuda.signatures import Declared, check, declared, written
from app.program.cuda.streams import Stream
from app.program.misuse import misuse, unsupported
from app.program.wire import discarded

BLOCK = 1024  # threads of a block where `forall` is free to choose, until the kernel's registers are known


class Function(Jitted):
    """What `cuda.jit(device=True)` and `numba.njit` make: something for kernels. `cpu` ones run on the host, too."""

    def __init__(self, py_func: Callable[..., Any], *, cpu: bool) -> None:
        super().__init__(py_func, "_numba.njit" if cpu else "_cuda.jit(device=True)")
        self.cpu = cpu

    def __call__(self, *args: Any, **named: Any) -> Any:
        if self.cpu:
            return self.py_func(*args, **named)
        text = f"`{self.__name__}` is a device function: kernels call it, the host cannot"
        raise misuse(ValueError, "host_error.device_function", text, name=self.__name__)

    def __getitem__(self, _: object) -> NoReturn:
        text = f"`{self.__name__}` is not a kernel, so that it cannot be launched"
        raise misuse(TypeError, "host_error.not_a_kernel", text, name=self.__name__)


class Transfer:
    """`cuda.In`, `cuda.Out` and `cuda.InOut`: which way an array of the host is copied round a launch."""

    def __init__(self, value: np.ndarray | DeviceNDArray, *, goes: bool, returns: bool) -> None:
        self.value, self.goes, self.returns = value, goes, returns


class Kernel(Jitted):
    """What `cuda.jit` makes of a function."""

    def __init__(self, host: Host, py_func: Callable[..., Any], signatures: list[Declared]) -> None:
        super().__init__(py_func, "_cuda.jit")
        self.host, self.signatures = host, signatures

    def __getitem__(self, configuration: object) -> Configured:
        if not isinstance(configuration, tuple) or not 2 <= len(configuration) <= 4:
            raise _missing(self.__name__)
        if discarded():
            self.host.device.ledger.not_called(self.__name__)
        return self.configure(*configuration)

    def configure(self, griddim: object, blockdim: object, stream: object = 0, sharedmem: object = 0) -> Configured:
        if griddim is None or blockdim is None:
            raise _missing(self.__name__)
        grid, block = _dimensions(griddim, "grid"), _dimensions(blockdim, "block")
        shared = _whole(sharedmem)
        if shared is None:
            text = f"the bytes of dynamic shared memory are an integer, not {sharedmem!r}"
            raise misuse(TypeError, "launch_config.shared", text, value=str(sharedmem)[:40])
        return Configured(self, grid, block, stream_handle(stream), shared)

    def forall(self, ntasks: int, tpb: int = 0, stream: object = 0, sharedmem: int = 0) -> ForAll:
        if ntasks < 0:
            text = f"there are no {ntasks} tasks"
            raise misuse(ValueError, "launch_config.positive", text, what="grid", value=int(ntasks))
        return ForAll(self, ntasks, tpb, stream, sharedmem)

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise _missing(self.__name__)


@dataclass(frozen=True, slots=True)
class ForAll:
    """One thread for each of so many tasks."""

    kernel: Kernel
    tasks: int
    block: int
    stream: object
    shared: int

    def __call__(self, *args: object) -> None:
        if self.tasks:
            block = self.block or BLOCK
            chosen = self.kernel.configure(-(-self.tasks // block), block, self.stream, self.shared)
            replace(chosen, tasks=0 if self.block else int(self.tasks))(*args)


@dataclass(frozen=True, slots=True)
class Configured:
    """A kernel with its grid and block."""

    kernel: Kernel
    grid: tuple[int, ...]
    block: tuple[int, ...]
    stream: int
    shared: int
    tasks: int = 0  # where grid and block are whatever suits so many threads

    def __call__(self, *args: object, **named: object) -> None:
        if named:
            text = f"a kernel takes no arguments by name, and {next(iter(named))} is one"
            raise misuse(TypeError, "host_error.keyword", text, name=next(iter(named)))
        kernel = self.kernel
        parameters = list(inspect.signature(kernel.py_func).parameters.values())
        wanted = [p for p in parameters if p.default is p.empty]
        if not len(wanted) <= len(args) <= len(parameters):
            facts: dict[str, int | str] = {"name": kernel.__name__, "wanted": len(parameters), "given": len(args)}
            text = f"`{kernel.__name__}` has {len(parameters)} parameters, and gets {len(args)} arguments"
            raise misuse(TypeError, "launch_config.arguments", text, **facts)
        whole = [*args, *(p.default for p in parameters[len(args) :])]
        check(kernel.__name__, kernel.signatures, [_bare(arg) for arg in whole])
        kernel.host.launch(self, whole, [p.name for p in parameters])


@dataclass(slots=True)
class Passing:
    """The arguments of one launch on their way to the device, and the arrays that have to come back."""

    device: Device
    stream: int
    names: Sequence[str]
    arrays: dict[str, np.ndarray] = field(default_factory=dict)
    back: list[tuple[DeviceNDArray, np.ndarray]] = field(default_factory=list)
    memory: list[DeviceNDArray] = field(default_factory=list)  # in the order of the arguments

    def of(self, value: object, name: str, at: int) -> object:
        """The argument as a request says it."""
        if isinstance(value, DeviceNDArray):
            self.arrays[name] = np.empty(0, value.dtype)
            self.memory.append(value)
            return value.region.plain()
        if isinstance(value, np.ndarray | Transfer):
            return self.of(self._carried(value), name, at)
        if isinstance(value, tuple):
            return [self.of(inner, f"{name}.{part}", at) for part, inner in enumerate(value)]
        self.arrays[name] = _scalar(value, self.names[at] if at < len(self.names) else name)
        return "scalar"

    def _carried(self, value: np.ndarray | Transfer) -> DeviceNDArray:
        """A copy on the device of a host array."""
        way = value if isinstance(value, Transfer) else Transfer(value, goes=True, returns=True)
        if isinstance(way.value, DeviceNDArray):
            return way.value
        if way.returns and not way.value.flags.writeable:
            raise misuse(ValueError, "host_error.readonly", "the array on the host is read-only")
        self.device.ledger.used(way.value)
        made = to_device(self.device, way.value, _Handle(self.stream), copy=way.goes, implicit=True)
        if way.returns:
            self.back.append((made, way.value))
        return made


@dataclass(frozen=True, slots=True)
class _Handle:
    handle: int


class Host:
    """Makes kernels and launches them."""

    def __init__(self, device: Device, excerpts: Excerpts) -> None:
        self.device, self._excerpts = device, excerpts

    def jit(self, func_or_sig: Any = None, device: bool = False, link: object = (), **options: object) -> Any:
        """`cuda.jit` in all its forms. Options that change speed alone are taken and have no effect."""
        if link:
            raise unsupported("cuda.jit with link=")
        if options.get("boundscheck"):
            raise unsupported("cuda.jit with boundscheck=")
        if inspect.isfunction(func_or_sig):
            return self._made(func_or_sig, [], device=device)
        signatures = [] if device else declared(func_or_sig)
        return lambda function: self._made(function, signatures, device=device)

    def _made(self, function: object, signatures: list[Declared], *, device: bool) -> Kernel | Function:
        if isinstance(function, Kernel | Function):
            function = function.py_func
        if not inspect.isfunction(function):
            text = f"cuda.jit makes a kernel of a function, not of {type(function).__name__}"
            raise misuse(TypeError, "host_error.jit", text, type=type(function).__name__)
        return Function(function, cpu=False) if device else Kernel(self, function, signatures)

    def launch(self, launch: Configured, args: list[object], names: list[str]) -> None:
        kernel, passing = launch.kernel, Passing(self.device, launch.stream, names)
        listed: list[object] = [passing.of(arg, f"argument{at}", at) for at, arg in enumerate(args)]
        source = self._excerpts.of(kernel, tuple(map(_kind, args)), written_all(kernel.signatures))
        data: dict[str, Plain] = {
            "source": source,
            "entry": kernel.__name__,
            "grid": list(launch.grid),
            "block": list(launch.block),
            "shared": launch.shared,
            "tasks": launch.tasks,
            "stream": launch.stream,
            "arguments": listed,
            "names": [*names],
            "declared": bool(kernel.signatures),
        }
        answer = self.device.wire.call("launch", passing.arrays, **data)
        said = answer.data.get("changed")
        changed = said if isinstance(said, list) else []
        uses = [array.use(writes=at in changed, copies=False) for at, array in enumerate(passing.memory)]
        self.device.ledger.given(launch.stream, *uses)
        for at, array in enumerate(passing.memory):
            if not changed:
                self.device.ledger.unchanged(array.gpu_data.handle)
            if at in changed:
                self.device.ledger.changed(array.gpu_data.handle, kernel.__name__)
        for array, target in passing.back:
            array.read(target, stream=launch.stream, implicit=True)


def written_all(signatures: list[Declared]) -> str:
    """What a decorator would be given, as source; empty without signatures."""
    texts = [f"'void({written(types)})'" for types in signatures]
    return "" if not texts else texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def _bare(value: object) -> object:
    return value.value if isinstance(value, Transfer) else value


def _kind(value: object) -> object:
    """What makes numba compile a kernel anew."""
    value = _bare(value)
    if isinstance(value, np.ndarray | DeviceNDArray):
        return str(value.dtype), value.ndim, bool(value.flags["C_CONTIGUOUS"])
    return type(value)


def _scalar(value: object, name: str) -> np.ndarray:
    if isinstance(value, bool | int | float | complex | np.generic):
        array = np.asarray(value)
        if array.dtype.kind in "biufc" or array.dtype.fields:
            return array
    kind = type(value).__name__
    text = f"a kernel takes arrays and numbers, and {name} is a {kind}"
    raise misuse(TypeError, "host_error.argument_type", text, name=name, type=kind)


def _dimensions(given: object, what: str) -> tuple[int, ...]:
    """A grid or block of one to three integers; whether a device takes such sizes is the device's to say."""
    sizes = tuple(given) if isinstance(given, tuple | list) else (given,)
    if not 1 <= len(sizes) <= 3:
        text = f"a {what} has one to three dimensions, not {len(sizes)}"
        raise misuse(ValueError, "launch_config.dimensions", text, what=what, count=len(sizes))
    for size in sizes:
        if isinstance(size, Stream):
            text = "a stream is the third value in the brackets of a launch, after the grid and the block"
            raise misuse(TypeError, "launch_config.stream", text, what=what)
        if _whole(size) is None:
            text = f"the sizes of a {what} are integers, and {size!r} is a {type(size).__name__}"
            facts = {"what": what, "value": str(size)[:40], "type": type(size).__name__}
            raise misuse(TypeError, "launch_config.integer", text, **facts)
    return tuple(_whole(size) or 0 for size in sizes)


def _whole(value: object) -> int | None:
    most = 1 << 62
    return max(-most, min(int(value), most)) if isinstance(value, numbers.Integral) else None


def _missing(name: str) -> Exception:
    text = f"a kernel is launched with a grid and a block: {name}[grid, block](...)"
    return misuse(ValueError, "launch_config.missing", text, name=name)

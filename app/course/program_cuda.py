"""Stands in for `numba` in a program that is run without a GPU: kernels go to the interpreter, memory is NumPy's.

What is not covered: events, pinned, mapped and managed memory, several devices, kernels that are made inside a
function. What has a meaning inside kernels alone, such as `cuda.grid`, can be named but not called.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Literal

import numpy as np

from app.findings import Finding, Kind, Severity
from app.simt import Checks, Limits, launch

SCALARS = frozenset(
    {
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
        "float32", "float64", "complex64", "complex128",
    }
)  # fmt: skip
MODULES = ("numba", "numba.cuda")
STEPS = 2_000_000
UNWRITTEN = 85  # what an array of integers holds that nobody has written to


class KernelFaultError(BaseException):
    """A launch found an error that the question did not announce. `line` is the program's, or None.

    No program can catch it: on a GPU it would hear nothing of a race.
    """

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


class RefusedError(Exception):
    """What a launch raises that no GPU takes."""


class Name:
    """Something that means nothing outside of kernels and signatures. Types of numbers convert, as numba's do."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __getattr__(self, name: str) -> Name:
        if name.startswith("_") or name == "dtype":  # NumPy asks for a dtype, and would ask that one again
            raise AttributeError(name)
        return Name(f"{self._path}.{name}")

    def __getitem__(self, _: object) -> Name:
        return self

    def __call__(self, *args: object) -> object:
        last = self._path.rpartition(".")[2]
        if last == "void" or any(isinstance(arg, Name) for arg in args):
            return self  # a signature
        if last in SCALARS and len(args) == 1:
            return np.dtype(last).type(args[0])
        raise NameError(f"`{self._path}` cannot be called outside of a kernel here")

    def __repr__(self) -> str:
        return f"<{self._path}>"


class DeviceArray:
    """An array on the device. `held` says whether it holds anything; views share it."""

    def __init__(self, array: np.ndarray, held: list[bool]) -> None:
        self.array, self.held = array, held

    def __getattr__(self, name: str) -> Any:
        if name in ("shape", "dtype", "size", "ndim", "nbytes", "strides", "itemsize"):
            return getattr(self.array, name)
        raise AttributeError(f"an array on the device has no `{name}` here; copy it to the host first")

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        found = self.array[index]
        return DeviceArray(found, self.held) if isinstance(found, np.ndarray) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[index] = value.array if isinstance(value, DeviceArray) else value
        self.held[0] = True

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.array.astype(dtype or self.array.dtype, copy=True)

    def reshape(self, *shape: Any) -> DeviceArray:
        return DeviceArray(self.array.reshape(*shape), self.held)

    def copy_to_host(self, ary: np.ndarray | None = None, *_: object, **__: object) -> np.ndarray:
        if ary is None:
            return self.array.copy()
        ary[...] = self.array
        return ary

    def copy_to_device(self, ary: Any, *_: object, **__: object) -> None:
        self[...] = ary


class Stream:
    """Everything happens in order here, so that there is nothing to wait for."""

    def synchronize(self) -> None:
        """Return at once."""


class Launcher:
    """A kernel with its grid and block."""

    def __init__(self, kernel: Kernel, grid: object, block: object, _: object = 0, shared: int = 0) -> None:
        self.kernel, self.grid, self.block, self.shared = kernel, grid, block, shared

    def __call__(self, *args: object) -> None:
        self.kernel.stage.launch(self.kernel.function, self.grid, self.block, self.shared, args)


class Kernel:
    """What `@cuda.jit` makes of a function."""

    def __init__(self, stage: Stage, function: Callable[..., Any]) -> None:
        self.stage, self.function = stage, function

    def __getitem__(self, launch: tuple[Any, ...]) -> Launcher:
        if not isinstance(launch, tuple) or not 2 <= len(launch) <= 4:
            raise ValueError("a kernel is launched as kernel[grid, block](...)")
        return Launcher(self, *launch)

    def __call__(self, *_: object) -> None:
        raise ValueError(f"a kernel is launched with a grid and a block: {self.function.__name__}[grid, block](...)")


class Stage:
    """One program's stand-in for numba. `findings` are the kinds that were allowed and found."""

    def __init__(self, source: str, allowed: str) -> None:
        self.allowed = allowed
        self.findings: set[str] = set()
        self._lines = source.split("\n")
        self._compiled: dict[object, str] = {}
        self.modules = {name: _module(name) for name in MODULES}
        numba, cuda = self.modules.values()
        numba.__path__ = []
        for name, value in (("cuda", cuda), ("jit", _host), ("njit", _host)):
            setattr(numba, name, value)
        own = (self.jit, to_device, device_array, device_array_like, synchronize, is_available)
        for function in own:
            setattr(cuda, function.__name__, function)
        cuda.stream = Stream  # type: ignore[attr-defined]  # a module takes any attribute, and this one is a class

    def jit(self, func_or_sig: Any = None, *, device: bool = False, **_: object) -> Any:
        """`cuda.jit`, with and without brackets. A device function stays what it is: the host has no use for it."""
        if inspect.isfunction(func_or_sig):
            return func_or_sig if device else Kernel(self, func_or_sig)
        return lambda function: function if device else Kernel(self, function)

    def launch(self, function: Callable[..., Any], grid: object, block: object, shared: int, args: Any) -> None:
        """Run a kernel, and print what it prints. Raises KernelFaultError."""
        names = list(inspect.signature(function).parameters)
        on_device = [(name, arg) for name, arg in zip(names, args, strict=False) if isinstance(arg, DeviceArray)]
        given = [arg.array if isinstance(arg, DeviceArray) else arg for arg in args]
        report = launch(
            self._source(function, given),
            function.__name__,
            grid=grid,
            block=block,
            args=given,
            shared_bytes=shared,
            checks=Checks(profile=False),
            limits=Limits(steps=STEPS),
            outputs=[name for name, arg in on_device if not arg.held[0]],
        )
        print(report.stdout, end="")
        for finding in report.findings:
            self._weigh(finding, function.__name__)
        for _, arg in on_device:
            arg.held[0] = True

    def _source(self, function: Callable[..., Any], args: Sequence[Any]) -> str:
        """The program as far as it had come when the kernel was first launched with such arguments.

        A kernel keeps the global values that it was compiled with, whatever the program gives these names later.
        """
        types = tuple((str(arg.dtype), arg.ndim) if hasattr(arg, "dtype") else type(arg) for arg in args)
        return self._compiled.setdefault((function, types), "\n".join(self._lines[: self._reached(function)]))

    def _reached(self, function: Callable[..., Any]) -> int:
        """How many lines stand above the statement that is being executed; all, where the kernel is made in it."""
        frame = inspect.currentframe()
        while frame is not None and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        line = frame.f_lineno if frame is not None else 0
        tops = [node for node in ast.parse("\n".join(self._lines)).body if node.lineno <= line]
        above = tops[-1].lineno - 1 if tops else 0
        return above if function.__code__.co_firstlineno <= above else len(self._lines)

    def _weigh(self, finding: Finding, kernel: str) -> None:
        if finding.kind is Kind.LAUNCH_CONFIG:
            raise RefusedError(f"`{kernel}` cannot be launched so ({finding.message_key})")
        if finding.kind is not Kind.UNSUPPORTED and finding.kind == self.allowed:
            self.findings.add(finding.kind.value)
        elif finding.severity is Severity.ERROR:
            told = f"`{kernel}` gets {finding.kind} ({finding.message_key})"
            hint = "" if finding.kind is Kind.UNSUPPORTED else f"; `:finding: {finding.kind}` says that it should"
            raise KernelFaultError(told + hint, finding.line)


def to_device(obj: Any, *_: object, to: DeviceArray | None = None, **__: object) -> DeviceArray:
    if to is not None:
        to.copy_to_device(obj)
        return to
    return DeviceArray(np.array(obj), [True])


def device_array(shape: Any, dtype: Any = np.float64, *, order: Literal["C", "F"] = "C", **_: object) -> DeviceArray:
    nothing = np.nan if np.issubdtype(dtype, np.inexact) else UNWRITTEN
    return DeviceArray(np.full(shape, nothing, dtype, order), [False])


def device_array_like(ary: Any, **_: object) -> DeviceArray:
    return device_array(ary.shape, ary.dtype)


def synchronize() -> None:
    """Nothing is ever pending here."""


def is_available() -> bool:
    return True


def _host(function: Any = None, **_: object) -> Any:
    """`numba.njit`: the function itself, which Python can run."""
    return function if inspect.isfunction(function) else lambda made: made


def _module(name: str) -> ModuleType:
    module = ModuleType(name)

    def missing(attribute: str) -> Name:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return Name(f"{name}.{attribute}")

    module.__getattr__ = missing  # type: ignore[method-assign]  # a module's own hook, which stubs do not know
    return module

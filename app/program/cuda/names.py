"""Names that mean something in kernels and signatures alone. They can be passed on, but not called on the host."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import numpy as np

from app.program.misuse import misuse, unsupported

SCALARS = {
    **{f"int{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    **{f"float{bits}": f"float{bits}" for bits in (16, 32, 64)},
    "complex64": "complex64", "complex128": "complex128", "boolean": "bool", "bool_": "bool", "bool": "bool",
    "b1": "bool", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8", "u2": "uint16",
    "u4": "uint32", "u8": "uint64", "f2": "float16", "f4": "float32", "f8": "float64", "c8": "complex64",
    "c16": "complex128", "intp": "int64", "uintp": "uint64", "intc": "int32", "int_": "int64", "double": "float64",
    "float_": "float32", "byte": "uint8",
}  # fmt: skip
BEYOND = frozenset(
    {
        "managed_array", "mapped_array", "mapped_array_like", "mapped", "open_ipc_array", "external_stream", "reduce",
        "Reduce", "vectorize", "guvectorize", "declare_device", "compile", "compile_ptx", "compile_for_current_device",
        "compile_ptx_for_current_device", "as_cuda_array", "from_cuda_array_interface", "jitclass",
        "cfunc", "stencil",
    }
)  # fmt: skip


class Name:
    """Such a name by its path. Types of numbers convert, and take brackets, as numba's do."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __getattr__(self, name: str) -> Name:
        if name.startswith("_") or name == "dtype":  # NumPy asks for a dtype, and would ask that one again
            raise AttributeError(name)
        return Name(f"{self.path}.{name}")

    @property
    def last(self) -> str:
        return self.path.rpartition(".")[2]

    def __getitem__(self, axes: object) -> ArrayType:
        if self.last not in SCALARS:
            raise misuse(TypeError, "host_error", f"`{self.path}` takes no brackets on the host")
        every = axes if isinstance(axes, tuple) else (axes,)
        if not all(isinstance(axis, slice) for axis in every):
            raise misuse(TypeError, "host_error", "the type of an array is written as float32[:]")
        return ArrayType(SCALARS[self.last], len(every), _layout(every))

    def __call__(self, *args: object, **_: object) -> Any:
        if self.last in ("void", "none") or any(isinstance(arg, Name | ArrayType) for arg in args):
            return Signature(tuple(args))
        if self.last in SCALARS and len(args) == 1:
            return np.dtype(SCALARS[self.last]).type(args[0])
        if self.last in BEYOND:
            raise unsupported(self.path)
        text = f"`{self.path}` cannot be called outside of a kernel"
        raise misuse(NameError, "host_error.device_only", text, name=self.path)

    def __repr__(self) -> str:
        return f"<{self.path}>"


class ArrayType:
    """`float32[:, ::1]`: the dtype by name, the number of axes, and "A", "C" or "F"."""

    def __init__(self, dtype: str, ndim: int, layout: str) -> None:
        self.dtype, self.ndim, self.layout = dtype, ndim, layout

    def __str__(self) -> str:
        axes = [":"] * self.ndim
        if self.layout == "C":
            axes[-1] = "::1"
        if self.layout == "F":
            axes[0] = "::1"
        return f"{self.dtype}[{', '.join(axes)}]"


class Signature:
    """`void(float32[:], int32)`."""

    def __init__(self, args: tuple[object, ...]) -> None:
        self.args = args


def module(name: str, **own: object) -> ModuleType:
    """A module that has these, and a Name for whatever else is asked of it."""
    made = ModuleType(name)

    def missing(attribute: str) -> Name:
        if attribute.startswith("__") or not re.fullmatch(r"\w{1,60}", attribute):
            raise AttributeError(attribute)
        return Name(f"{name}.{attribute}")

    made.__dict__.update(own, __getattr__=missing, __path__=[])
    return made


def _layout(axes: tuple[object, ...]) -> str:
    steps = [axis.step if isinstance(axis, slice) else None for axis in axes]
    return "C" if steps[-1] == 1 else "F" if steps[0] == 1 else "A"

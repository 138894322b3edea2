"""Names that mean something in kernels and signatures alone. They can be passed on, but not called on the host."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
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

NUMBA = frozenset(  # what `from numba import *` brings
    {
        *(SCALARS.keys() - {"float16", "float_", "f2"}), "jit", "njit", "vectorize", "guvectorize", "prange", "cfunc",
        "stencil", "typeof", "from_dtype", "literal_unroll", "objmode", "void", "none", "uint", "char", "uchar",
        "short", "ushort", "long_", "ulong", "longlong", "ulonglong", "uintc", "ssize_t", "size_t",
    }
)  # fmt: skip
CUDA = frozenset(  # what numba.cuda has beside the stand-in's own
    {
        *SCALARS, *BEYOND, "void", "none", "threadIdx", "blockIdx", "blockDim", "gridDim", "laneid", "warpsize", "grid",
        "gridsize", "shared", "local", "const", "syncthreads", "syncthreads_and", "syncthreads_count", "syncthreads_or",
        "syncwarp", "all_sync", "any_sync", "eq_sync", "ballot_sync", "match_any_sync", "match_all_sync", "activemask",
        "lanemask_lt", "shfl_sync", "shfl_up_sync", "shfl_down_sync", "shfl_xor_sync", "threadfence",
        "threadfence_block", "threadfence_system", "popc", "brev", "clz", "ffs", "cbrt", "fma", "selp", "nanosleep",
        "atomic", "fp16", "libdevice", "cg", "bfloat16", "alias", "ldca", "ldcg", "ldcs", "ldcv", "ldlu", "stcg",
        "stcs", "stwb", "stwt", "dim3", "Dim3", "GridGroup", "grid_group", "literal_unroll", "args", "compiler",
        "config", "core", "decorators", "devicearray", "devices", "dispatcher", "errors", "extending", "intrinsics",
        "stubs", "typing", "ufuncs", "per_thread_default_stream", "compile_all", "is_bfloat16_supported",
        "is_fp8_supported",
        "is_supported_version", "set_memory_manager", "BaseCUDAMemoryManager", "HostOnlyCUDAMemoryManager",
        "GetIpcHandleMixin", "MappedMemory", "PinnedMemory", "MemoryPointer", "MemoryInfo", "IpcHandle", "LinkableCode",
        "CUSource", "PTXSource", "Cubin", "Fatbin", "Archive", "Object", "LTOIR", "KernelRuntimeError",
        *(
            f"{sign}{kind}{count}"
            for sign in ("", "u")
            for kind in ("char", "short", "int", "long", "longlong")
            for count in range(1, 5)
        ),
        *(f"{kind}{count}" for kind in ("float", "double") for count in range(1, 5)),
    }
)  # fmt: skip
RANDOM = frozenset(
    {
        "create_xoroshiro128p_states", "init_xoroshiro128p_state", "init_xoroshiro128p_states", "xoroshiro128p_dtype",
        "xoroshiro128p_jump", "xoroshiro128p_next", "xoroshiro128p_type", "xoroshiro128p_normal_float32",
        "xoroshiro128p_normal_float64", "xoroshiro128p_uniform_float32", "xoroshiro128p_uniform_float64",
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
        typed = any(isinstance(arg, Name | ArrayType) for arg in args)
        if self.last in ("void", "none") or (typed and self.last in SCALARS):
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


def module(
    name: str, own: Mapping[str, object], known: AbstractSet[str] = frozenset(), *, closed: bool = False
) -> ModuleType:
    """A module that has these, and a Name for whatever else is asked of it, or of a `closed` one for `known` names.

    `from module import *` brings its own and the known ones.
    """
    made = ModuleType(name)

    def missing(attribute: str) -> Name:
        if attribute.startswith("__") or not re.fullmatch(r"\w{1,60}", attribute):
            raise AttributeError(attribute)
        if closed and attribute not in known:
            text = f"`{name}` has no `{attribute}`"
            raise misuse(AttributeError, "host_error.no_name", text, module=name, name=attribute)
        return Name(f"{name}.{attribute}")

    made.__dict__.update(own, __getattr__=missing, __path__=[], __all__=sorted(known | set(own)))
    return made


def _layout(axes: tuple[object, ...]) -> str:
    steps = [axis.step if isinstance(axis, slice) else None for axis in axes]
    return "C" if steps[-1] == 1 else "F" if steps[0] == 1 else "A"

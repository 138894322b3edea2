"""Memory that a kernel asks for: shared, local and constant arrays."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from app.simt.builtins.registry import MakeCall, bad_arguments
from app.simt.code import Code, dtype_of
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Reserved
from app.simt.quoting import quoted
from app.simt.types import ArrayType, ElementType

STATIC_SHARED_BYTES = 48 << 10
LOCAL_BYTES = 512 << 10  # of one lane, as on every device that CUDA 13 knows


def _asked(lower: Lowering, node: ast.Call) -> tuple[tuple[int, ...], ElementType]:
    """(shape, dtype). Raises UnsupportedError unless both are known before the launch."""
    codes = lower.named_arguments(node, ("shape", "dtype", "alignment"), 2)
    shape, dtype = codes["shape"].const, dtype_of(codes["dtype"])
    sizes = shape if isinstance(shape, tuple) else (shape,)
    if dtype is None:
        raise bad_arguments(node, list(codes.values()))
    whole = [size for size in sizes if type(size) is int]  # neither bool nor Computed is a literal
    if len(whole) != len(sizes) or any(size < 0 for size in whole):
        raise UnsupportedError("unsupported.shape", node.lineno, name=quoted(node.func))
    return tuple(whole), dtype


def _shared(lower: Lowering, node: ast.Call) -> Code:
    shape, dtype = _asked(lower, node)
    name = lower.body.target or "shared memory"
    kind = ArrayType(dtype, len(shape))
    if shape == (0,):
        return Code(kind, lambda f, m: f.machine.dynamic(name, dtype))
    need = Reserved(lower.body.compiler.site(node), name, dtype, shape)
    program = lower.body.compiler.program
    program.shared[need.site] = need
    total = sum(math.prod(each.shape) * each.dtype.dtype.itemsize for each in program.shared.values())
    if total > STATIC_SHARED_BYTES:
        raise UnsupportedError(
            "unsupported.shared_bytes", node.lineno, nbytes=min(total, 1 << 62), limit=STATIC_SHARED_BYTES
        )
    return Code(kind, lambda f, m: f.machine.shared(need))


def _local(lower: Lowering, node: ast.Call) -> Code:
    shape, dtype = _asked(lower, node)
    need = Reserved(lower.body.compiler.site(node), lower.body.target or "local memory", dtype, shape)
    lower.body.compiler.program.local[need.site] = need
    if need.nbytes > LOCAL_BYTES:
        raise UnsupportedError(
            "unsupported.local_bytes", node.lineno, nbytes=min(need.nbytes, 1 << 62), limit=LOCAL_BYTES
        )
    return Code(ArrayType(dtype, len(shape)), lambda f, m: f.machine.local(f, need))


def _constant(lower: Lowering, node: ast.Call) -> Code:
    (code,) = lower.arguments(node, 1)
    if not isinstance(code.const, np.ndarray):
        raise bad_arguments(node, [code])
    return code


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        "numba.cuda.shared.array": _shared,
        "numba.cuda.local.array": _local,
        "numba.cuda.const.array_like": _constant,
    }
)

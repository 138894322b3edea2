"""Puts assembly of its own into the kernel, by an intrinsic that numba calls while it types.

Stopped by: nothing, and it is harmless: it is device code like any other. The interpreter does not know it.
Gets: unsupported
Stage: slow
"""
from llvmlite import ir
from numba import cuda, types
from numba.cuda.extending import intrinsic


@intrinsic
def clock(context):
    def generate(context, builder, signature, arguments):
        kind = ir.FunctionType(ir.IntType(64), [])
        return builder.asm(kind, "mov.u64 $0, %globaltimer;", "=l", [], True)

    return types.uint64(), generate


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i] + (clock() & 0)

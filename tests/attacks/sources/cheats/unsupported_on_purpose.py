"""Races, and has a construct that the interpreter does not know, so that nobody looks for the race.

Stopped by: what the interpreter did not run does not pass where there is no GPU; where there is one, the page says that
nobody looked, and what is judged by counts does not pass either.
Gets: unsupported
"""
from numba import cuda, types
from numba.cuda.extending import intrinsic


@intrinsic
def zero(context):
    return types.int64(), lambda context, builder, signature, arguments: context.get_constant(types.int64, 0)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i] + zero()

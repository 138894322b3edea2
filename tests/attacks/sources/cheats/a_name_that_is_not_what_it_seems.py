"""Has a condition that Python decides otherwise than a reader, to define a wrong kernel that nobody reads.

Stopped by: the interpreter takes no condition at the level of the module that it cannot decide itself.
Gets: wrong_answer or unsupported or compile_error
Stage: slow
"""
import sys
from numba import cuda

if "app.toolchain" in sys.modules:

    @cuda.jit
    def vector_add(a, b, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = a[i] + b[i]

else:

    @cuda.jit
    def vector_add(a, b, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = 0

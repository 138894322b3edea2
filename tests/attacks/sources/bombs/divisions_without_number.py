"""Divides so often that a few kilobytes of source become megabytes of machine code.

Stopped by: the limits of the compiler and of the linker.
Gets: compile_error or time_limit or memory_limit
Stage: slow
"""

SOURCE = "from numba import cuda\n@cuda.jit\ndef vector_add(a, b, out):\n    i = cuda.grid(1)\n    x = float(a[i])\n" + "    x = b[i] / x ** x\n" * 2_500 + "    out[i] = x\n"

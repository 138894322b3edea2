"""Makes a tuple of a tuple of a tuple, thirty deep, whose type has a thousand million parts.

Stopped by: the compiler's limits of time and memory.
Gets: compile_error or time_limit or memory_limit or unsupported
Stage: slow
"""

SOURCE = "from numba import cuda\n@cuda.jit\ndef vector_add(a, b, out):\n    x0 = (a[0], b[0])\n" + "".join(f"    x{i} = (x{i - 1}, x{i - 1})\n" for i in range(1, 31)) + "    out[0] = len(x30)\n"

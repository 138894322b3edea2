"""Has each of thirty functions call the one before it twice, so that code which is inlined doubles thirty times.

Stopped by: the compiler's limits of time and memory, and the linker's.
Gets: compile_error or time_limit or memory_limit
Stage: slow
"""

SOURCE = "from numba import cuda\n@cuda.jit(device=True)\ndef f0(x): return x * x + 1\n" + "".join(f"@cuda.jit(device=True)\ndef f{i}(x): return f{i - 1}(x) + f{i - 1}(x * {i}.5)\n" for i in range(1, 31)) + "@cuda.jit\ndef vector_add(a, b, out):\n    i = cuda.grid(1)\n    out[i] = f30(a[i])\n"

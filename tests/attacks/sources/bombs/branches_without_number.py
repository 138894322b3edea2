"""Has as many branches as a source holds, each of which doubles the ways through the kernel.

Stopped by: the compiler's limits of time and memory.
Gets: compile_error or time_limit or memory_limit or wrong_answer or fault or unsupported or passed
Stage: slow
"""

SOURCE = "from numba import cuda\n@cuda.jit\ndef vector_add(a, b, out):\n    i = cuda.grid(1)\n    x = a[0]\n" + "".join(f"    if x > {i}: x = x * {i}.5\n" for i in range(1_500)) + "    if i < out.size: out[i] = x\n"

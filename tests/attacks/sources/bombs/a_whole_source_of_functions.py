"""Defines as many functions as a source holds, each with a decorator of numba's.

Stopped by: nothing: it is a source like any other, and its kernel is compiled alone.
Gets: compile_error or time_limit or unsupported or wrong_answer or passed or fault
Stage: slow
"""

SOURCE = "from numba import cuda\n" + "".join(f"@cuda.jit\ndef f{i}(a): a[0]=1\n" for i in range(1_800)) + "@cuda.jit\ndef vector_add(a, b, out):\n    i = cuda.grid(1)\n    if i < out.size:\n        out[i] = a[i] + b[i]\n"

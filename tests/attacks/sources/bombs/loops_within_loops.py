"""Nests loops as deep as Python lets one.

Stopped by: Python's limit of twenty.
Gets: compile_error
Stage: slow
"""

SOURCE = "from numba import cuda\n@cuda.jit\ndef vector_add(a, b, out):\n" + "".join(" " * (i + 1) + f"for x{i} in range(9):\n" for i in range(30)) + " " * 31 + "out[0] = 1\n"

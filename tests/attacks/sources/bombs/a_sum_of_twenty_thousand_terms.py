"""Adds up so many terms that the tree is too deep for whoever walks it by recursion.

Stopped by: Python's compiler or numba's; what they refuse is the learner's.
Gets: compile_error
Stage: slow
"""

SOURCE = "from numba import cuda\n@cuda.jit\ndef vector_add(a, b, out):\n    out[0] = " + " + ".join(["a[0]"] * 8_000) + "\n"

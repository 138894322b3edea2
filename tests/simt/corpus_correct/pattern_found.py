"""Each thread compares a short pattern at its own position and leaves early at the first difference."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(text, pattern, found):
    i = cuda.grid(1)
    if i > text.size - pattern.size:
        return
    for k in range(pattern.size):
        if text[i + k] != pattern[k]:
            return
    found[i] = True


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 41,
    "args": [("text", "np.frombuffer(b'banana bandana ananas', np.uint8).copy()"),
             ("pattern", "np.frombuffer(b'ana', np.uint8).copy()"), ("found", "np.zeros(text.size, np.bool_)")],
    "expected": {"kind": "ok",
                 "values": {"found": "np.array([text.tobytes()[k:k + 3] == b'ana' for k in range(text.size)])"}},
}

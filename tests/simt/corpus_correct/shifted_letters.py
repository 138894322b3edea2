"""Bytes in, bytes out: letters move by three places, everything else stays."""
from numba import cuda, uint8
import numpy as np


@cuda.jit
def kernel(text, out):
    i = cuda.grid(1)
    if i < text.size:
        c = text[i]
        if 97 <= c <= 122:
            out[i] = uint8((c - 97 + 3) % 26 + 97)
        else:
            out[i] = c


def reference(text):
    return np.frombuffer(bytes((c - 97 + 3) % 26 + 97 if 97 <= c <= 122 else c for c in text.tobytes()), np.uint8)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 39,
    "args": [("text", "np.frombuffer(b'a quick brown fox jumps over the lazy dog; xyz!', np.uint8).copy()"),
             ("out", "np.zeros(text.size, np.uint8)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(text)"}},
}

"""A word starts where a letter follows something else; the block counts its starts with a voting barrier."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(text, words):
    i = cuda.grid(1)
    starts = i < text.size and text[i] != 32 and (i == 0 or text[i - 1] == 32)
    count = cuda.syncthreads_count(int32(starts))
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(words, 0, count)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 40,
    "args": [("text", "np.frombuffer(b'one two  three four five six seven eight nine ten eleven twelve  end', np.uint8).copy()"),
             ("words", "np.zeros(1, np.int32)")],
    "expected": {"kind": "ok", "values": {"words": "np.array([len(text.tobytes().split())])"}},
}

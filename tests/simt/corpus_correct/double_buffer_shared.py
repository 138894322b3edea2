"""Two halves of a tile change roles; one barrier a round is enough."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out, rounds):
    s = cuda.shared.array((2, 32), int64)
    t = cuda.threadIdx.x
    s[0, t] = a[t]
    cuda.syncthreads()
    src = 0
    for r in range(rounds):
        s[1 - src, t] = s[src, (t + 1) % 32] + s[src, t]
        cuda.syncthreads()
        src = 1 - src
    out[t] = s[src, t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 32)"),
             ("out", "np.zeros(32, np.int64)"),
             ("rounds", "3")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "(lambda f: f(f(f(a))))(lambda v: v + np.roll(v, -1))"}},
}

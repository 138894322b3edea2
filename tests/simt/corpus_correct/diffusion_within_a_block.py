"""Each block works on its own segment of two global arrays in turns, with its own barrier."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(u, v, rounds):
    t = cuda.threadIdx.x
    base = cuda.blockIdx.x * 32
    for r in range(rounds):
        if r % 2 == 0:
            v[base + t] = u[base + t] + u[base + (t + 1) % 32]
        else:
            u[base + t] = v[base + t] + v[base + (t + 1) % 32]
        cuda.syncthreads()


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("u", "rng.integers(0, 9, 96)"),
             ("v", "np.zeros(96, np.int64)"),
             ("rounds", "3")],
    "expected": {"kind": "ok",
                 "values": {"v": "(lambda f: f(f(f(u.reshape(3, 32)))).ravel())(lambda w: w + np.roll(w, -1, 1))"}},
}

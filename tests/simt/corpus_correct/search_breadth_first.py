"""One level of a breadth-first search: whoever wins the compare and swap puts the neighbour into the next frontier."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(start, neighbour, frontier, size, level, depth, found, following):
    i = cuda.grid(1)
    if i < size:
        node = frontier[i]
        for k in range(start[node], start[node + 1]):
            other = neighbour[k]
            if cuda.atomic.cas(level, other, -1, depth + 1) == -1:
                following[cuda.atomic.add(found, 0, 1)] = other


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 36,
    "args": [("start", "np.r_[0, np.cumsum(np.full(60, 4))]"), ("neighbour", "rng.integers(0, 60, 240)"),
             ("frontier", "np.arange(40)"), ("size", "40"),
             ("level", "np.where(np.arange(60) < 40, 0, -1).astype(np.int32)"), ("depth", "0"),
             ("found", "np.zeros(1, np.int32)"), ("following", "np.full(60, -1)")],
    "expected": {"kind": "ok",
                 "values": {"level": "np.where(level == 0, 0, np.where(np.isin(np.arange(60), neighbour[:160]), 1, -1))",
                            "found": "np.array([np.setdiff1d(neighbour[:160], np.arange(40)).size])"},
                 "property": "np.array_equal(np.sort(following[:found[0]]), np.setdiff1d(neighbour[:160], np.arange(40)))"},
}

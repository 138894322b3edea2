"""Stream compaction with one atomic a warp: the leader asks for places, the ballot says who gets which."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, count, out):
    i = cuda.grid(1)
    lane = cuda.laneid
    keep = a[i] % 3 == 0
    votes = cuda.ballot_sync(0xFFFFFFFF, keep)
    leader = 0
    base = 0
    if lane == leader:
        base = cuda.atomic.add(count, 0, cuda.popc(votes))
    base = cuda.shfl_sync(0xFFFFFFFF, base, leader)
    if keep:
        out[base + cuda.popc(votes & ((1 << lane) - 1))] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (64,)},
    "seed": 4,
    "args": [("a", "rng.integers(1, 99, 192)"), ("count", "np.zeros(1, np.int32)"), ("out", "np.zeros(192, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"count": "np.array([(a % 3 == 0).sum()])"},
                 "property": "np.array_equal(np.sort(out)[192 - count[0]:], np.sort(a[a % 3 == 0]))"},
}

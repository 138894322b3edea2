"""Shuffles, votes and matches, in blocks whose last warp is not full."""
from numba import cuda, float32, int32
import numpy as np

FULL = 0xFFFFFFFF


@cuda.jit
def kernel(down, up, cross, one, votes, same):
    i = cuda.grid(1)
    value = float32(i) / 2
    further = cuda.shfl_down_sync(FULL, value, 3)
    if cuda.threadIdx.x < 32 or cuda.threadIdx.x + 3 < cuda.blockDim.x:  # of a lane that is not there, anything comes
        down[i] = further
    up[i] = cuda.shfl_up_sync(FULL, i, 1)
    cross[i] = cuda.shfl_xor_sync(FULL, i, 1)
    one[i] = cuda.shfl_sync(FULL, int32(i), 2)
    low = cuda.laneid < 4
    votes[i] = cuda.ballot_sync(FULL, low) + 100 * cuda.any_sync(FULL, low) + 1000 * cuda.all_sync(FULL, low)
    if cuda.laneid % 2 == 0:
        votes[i] += 10000 * cuda.popc(cuda.activemask())
    same[i] = cuda.match_any_sync(FULL, int32(i % 8 // 4))


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (40,)},
    "seed": 1,
    "args": [("down", "np.zeros(80)"), ("up", "np.zeros(80, np.int64)"), ("cross", "np.zeros(80, np.int64)"),
             ("one", "np.zeros(80, np.int64)"), ("votes", "np.zeros(80, np.int64)"), ("same", "np.zeros(80, np.int64)")],
    "expected": {"values": {
        "down": "np.array([i + 3 if i % 40 + 3 < (32 if i % 40 < 32 else 40) else i * (i % 40 < 32) for i in range(80)]) / 2",
        "up": "np.array([i if i % 40 in (0, 32) else i - 1 for i in range(80)])",
        "cross": "np.arange(80) ^ 1",
        "one": "np.array([i // 40 * 40 + (2 if i % 40 < 32 else 34) for i in range(80)])",
        "votes": "np.array([15 + 100 + (10000 * (16 if i % 40 < 32 else 4) if i % 40 % 32 % 2 == 0 else 0) for i in range(80)])",
        "same": "np.array([np.int64(np.int32(np.uint32((0x0F0F0F0F if i % 8 < 4 else 0xF0F0F0F0) & (0xFFFFFFFF if i % 40 < 32 else 0xFF)))) for i in range(80)])",
    }},
}

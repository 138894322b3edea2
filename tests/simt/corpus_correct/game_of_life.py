"""One generation on a torus, from one board to another."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(board, out):
    x, y = cuda.grid(2)
    h, w = board.shape
    if x < w and y < h:
        n = 0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                if dx != 0 or dy != 0:
                    n += board[(y + dy) % h, (x + dx) % w]
        out[y, x] = 1 if n == 3 or (n == 2 and board[y, x] == 1) else 0


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 1,
    "args": [("board", "rng.integers(0, 2, (13, 11))"),
             ("out", "np.zeros((13, 11), np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "(lambda n: ((n == 3) | ((n == 2) & (board == 1))).astype(np.int64))(sum(np.roll(np.roll(board, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1)) - board)"}},
}

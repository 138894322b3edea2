"""A mask of the module as constant memory, edges clamped."""
from numba import cuda
import numpy as np
K = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], dtype=np.float32)
@cuda.jit
def kernel(img, out):
    k = cuda.const.array_like(K)
    j, i = cuda.grid(2)
    if i < img.shape[0] and j < img.shape[1]:
        acc = 0.0
        for di in range(k.shape[0]):
            for dj in range(k.shape[1]):
                ii = min(max(i + di - 1, 0), img.shape[0] - 1)
                jj = min(max(j + dj - 1, 0), img.shape[1] - 1)
                acc += img[ii, jj] * k[di, dj]
        out[i, j] = max(0, min(255, int(acc)))


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 1,
    "args": [("img", "rng.integers(0,256,(9,13)).astype(np.uint8)"),
             ("out", "np.zeros((9,13),np.uint8)")],
    "outputs": ('out',),
    "expected": {"kind": "ok",
                 "values": {"out": "(lambda p: np.clip(sum(p[1+a:10+a, 1+b:14+b] * w for a, b, w in ((0,0,5),(1,0,-1),(-1,0,-1),(0,1,-1),(0,-1,-1))), 0, 255))(np.pad(img.astype(int), 1, mode='edge'))"}},
}

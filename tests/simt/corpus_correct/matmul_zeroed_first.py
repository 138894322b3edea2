"""Tiles set to zero by the thread that fills them."""
from numba import cuda, float32
import math
TPB = 4
@cuda.jit
def kernel(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    bpg = math.ceil(A.shape[1] / TPB)
    tmp = float32(0.)
    for i in range(bpg):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and (tx + i * TPB) < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and (ty + i * TPB) < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = tmp


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (4, 4)},
    "seed": 1,
    "args": [("A", "rng.integers(0, 9, (7, 9)).astype(np.float32)"),
             ("B", "rng.integers(0, 9, (9, 5)).astype(np.float32)"),
             ("C", "np.zeros((7,5),np.float32)")],
    "outputs": ('C',),
    "expected": {"kind": "ok",
                 "values": {"C": 'A@B'}},
}

"""Every point to its nearest centre, and the centres' sums by atomics."""
from numba import cuda
import math
@cuda.jit
def kernel(pts, cent, labels, sums, counts):
    i = cuda.grid(1)
    if i >= pts.shape[0]: return
    best, bd = -1, math.inf
    for c in range(cent.shape[0]):
        d = 0.0
        for k in range(pts.shape[1]):
            diff = pts[i, k] - cent[c, k]
            d += diff ** 2
        d = d ** 0.5
        if d < bd:
            bd, best = d, c
    labels[i] = best
    for k in range(2):
        cuda.atomic.add(sums, (best, k), pts[i, k])
    cuda.atomic.add(counts, best, 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("pts", "rng.integers(0,50,(50,2)).astype(float)"),
             ("cent", "np.array([[5.,5.],[20.,30.],[40.,10.]])"),
             ("labels", "np.zeros(50,np.int32)"),
             ("sums", "np.zeros((3,2))"),
             ("counts", "np.zeros(3,np.int32)")],
    "expected": {"kind": "ok",
                 "values": {"labels": '((pts[:,None]-cent)**2).sum(2).argmin(1)',
                            "counts": 'np.bincount(((pts[:,None]-cent)**2).sum(2).argmin(1),minlength=3)'}},
}

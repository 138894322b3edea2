"""A device function returns a tuple in either order."""
from numba import cuda
@cuda.jit(device=True)
def order(a, b):
    if a > b:
        return b, a
    return a, b
@cuda.jit
def kernel(a, lo, hi):
    i = cuda.grid(1)
    best = (a[0], a[0])
    for j in range(1, i + 1):
        l, h = order(best[0], a[j])
        _, h = order(best[1], a[j])
        best = (l, h)
    lo[i], hi[i] = best


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(-50,50,32)"),
             ("lo", "np.zeros(32,np.int64)"),
             ("hi", "np.zeros(32,np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"lo": 'np.minimum.accumulate(a)',
                            "hi": 'np.maximum.accumulate(a)'}},
}

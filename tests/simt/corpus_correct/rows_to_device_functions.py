"""Rows, slices and strided slices handed to device functions, which read and fill them."""
from numba import cuda
@cuda.jit(device=True)
def total(v):
    s = 0.0
    for x in v:
        s += x
    return s
@cuda.jit(device=True)
def fill(v, c):
    for i in range(len(v)):
        v[i] = c
@cuda.jit
def kernel(a, out):
    r = cuda.grid(1)
    if r < a.shape[0]:
        out[r] = total(a[r]) + total(a[r, 1:-1]) + total(a[r, ::2])
        fill(a[r, 2:4], r)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(60.0).reshape(10,6)"),
             ("out", "np.zeros(10)")],
    "expected": {"kind": "ok",
                 "values": {"out": 'a.sum(1)+a[:,1:-1].sum(1)+a[:,::2].sum(1)',
                            "a": 'np.where(np.isin(np.arange(6),(2,3)),np.arange(10.)[:,None],a)'}},
}

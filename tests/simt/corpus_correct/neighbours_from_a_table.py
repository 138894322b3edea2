"""Steps from a tuple of tuples, guarded on every side."""
from numba import cuda
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
@cuda.jit
def kernel(a, out):
    x, y = cuda.grid(2)
    h, w = a.shape
    if x >= w or y >= h: return
    s = 0
    for dx, dy in STEPS:
        nx, ny = x + dx, y + dy
        if 0 <= nx < w and 0 <= ny < h:
            s += a[ny, nx]
    out[y, x] = s


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "np.arange(35).reshape(5, 7)"),
             ("out", "np.zeros((5,7), np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"out": '(lambda p: p[:-2,1:-1]+p[2:,1:-1]+p[1:-1,:-2]+p[1:-1,2:])(np.pad(a,1))'}},
}

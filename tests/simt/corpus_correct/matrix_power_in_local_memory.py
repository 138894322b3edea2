"""Two matrices in local memory, swapped by a tuple."""
from numba import cuda, float64, int32
@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    m = cuda.local.array((2, 2), float64)
    r = cuda.local.array(shape=(2, 2), dtype=float64)
    m[0, 0] = 1; m[0, 1] = 1; m[1, 0] = 1; m[1, 1] = 0
    r[0][0] = 1; r[0][1] = 0; r[1][0] = 0; r[1][1] = 1
    for _ in range(i):
        a = r[0, 0] * m[0, 0] + r[0, 1] * m[1, 0]
        b = r[0, 0] * m[0, 1] + r[0, 1] * m[1, 1]
        c = r[1, 0] * m[0, 0] + r[1, 1] * m[1, 0]
        d = r[1, 0] * m[0, 1] + r[1, 1] * m[1, 1]
        r[0, 0], r[0, 1], r[1, 0], r[1, 1] = a, b, c, d
    out[i] = r[0, 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("out", "np.zeros(32)")],
    "expected": {"kind": "ok",
                 "values": {"out": "[__import__('functools').reduce(lambda s, _: (s[1], sum(s)), range(n), (0, 1))[0] for n in range(32)]"}},
}

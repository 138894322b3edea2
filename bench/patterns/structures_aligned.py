"""The same structures, laid out as the compiler of C would."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i].x + a[i].z


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "np.array([(k, 2 * k, 3 * k) for k in range(4096)], np.dtype([('x', 'f4'), ('y', 'f4'), ('z', 'f4')], align=True))"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a['x'] + a['z']"}},
}

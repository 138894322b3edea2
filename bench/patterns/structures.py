"""An array of structures: two fields of three."""
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
        ("a", "np.array([(k, 2 * k, 3 * k) for k in range(4096)], [('x', 'f4'), ('y', 'f4'), ('z', 'f4')])"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a['x'] + a['z']"}},
}

"""The largest and the sum of a row, each by a tree over the same tile."""
from numba import cuda, float32
import math
N = 64
@cuda.jit
def kernel(x, y):
    buf = cuda.shared.array(N, float32)
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x
    buf[t] = x[row, t]
    cuda.syncthreads()
    s = N // 2
    while s > 0:
        if t < s:
            buf[t] = max(buf[t], buf[t + s])
        cuda.syncthreads()
        s >>= 1
    m = buf[0]
    cuda.syncthreads()
    e = math.exp(x[row, t] - m)
    buf[t] = e
    cuda.syncthreads()
    s = N // 2
    while s:
        if t < s: buf[t] += buf[t + s]
        cuda.syncthreads()
        s //= 2
    y[row, t] = e / buf[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (64,)},
    "seed": 1,
    "args": [("x", "rng.random((3,64)).astype(np.float32)"),
             ("y", "np.zeros((3,64),np.float32)")],
    "outputs": ('y',),
    "expected": {"kind": "ok",
                 "property": "np.allclose(y, np.exp(x) / np.exp(x).sum(1, keepdims=True), rtol=1e-5)"},
}

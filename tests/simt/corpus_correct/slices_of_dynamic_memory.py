"""Two kinds of numbers in one dynamic block, by slices."""
from numba import cuda, float32, int32
import numba as nb
@cuda.jit
def kernel(a, out):
    n = cuda.blockDim.x
    f = cuda.shared.array(0, dtype=nb.float32)[:n]
    k = cuda.shared.array(0, nb.int32)[n:2 * n]
    t = cuda.threadIdx.x
    f[t] = a[t] * .5
    k[t] = t
    cuda.syncthreads()
    out[t] = f[n - 1 - t] + k[(t + 1) % n]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,), "shared_bytes": 256},
    "seed": 1,
    "args": [("a", "np.arange(32, dtype=np.float32)"),
             ("out", "np.zeros(32,np.float32)")],
    "outputs": ('out',),
    "expected": {"kind": "ok",
                 "values": {"out": 'a[::-1]*.5 + (np.arange(32)+1)%32'}},
}

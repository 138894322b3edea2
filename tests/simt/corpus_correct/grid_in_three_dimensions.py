"""A grid and a block of three axes each; every thread writes its own number."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(out):
    x = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    y = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    z = cuda.blockIdx.z * cuda.blockDim.z + cuda.threadIdx.z
    wide = cuda.gridDim.x * cuda.blockDim.x
    high = cuda.gridDim.y * cuda.blockDim.y
    out[z, y, x] = x + wide * (y + high * z)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 3, 2), "block": (4, 2, 3)},
    "seed": 33,
    "args": [("out", "np.zeros((6, 6, 8), np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.arange(288).reshape(6, 6, 8)"}},
}

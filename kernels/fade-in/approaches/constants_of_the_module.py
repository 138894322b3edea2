import numpy as np
from numba import cuda, float32

# A float of NumPy keeps its type in the kernel; a float of Python would be a float64.
ONE = np.float32(1)
TENTH = np.float32(0.1)


@cuda.jit
def fade_in(a, length, volume, out):
    i = cuda.grid(1)
    if i < out.size:
        gain = min(float32(i) / float32(length), ONE)
        out[i] = a[i] * TENTH * volume * gain

"""Cooley and Tukey's transform of 32 values: bits reversed at load, then five rounds of butterflies."""
import math
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(x, out):
    re = cuda.shared.array(32, float64)
    im = cuda.shared.array(32, float64)
    t = cuda.threadIdx.x
    for half in range(2):
        k = t + 16 * half
        r = 0
        for bit in range(5):
            r |= ((k >> bit) & 1) << (4 - bit)
        v = x[cuda.blockIdx.x, k]
        re[r] = v.real
        im[r] = v.imag
    cuda.syncthreads()
    span = 1
    while span < 32:
        j = t % span
        top = (t // span) * 2 * span + j
        low = top + span
        angle = -math.pi * j / span
        wr, wi = math.cos(angle), math.sin(angle)
        br = re[low] * wr - im[low] * wi
        bi = re[low] * wi + im[low] * wr
        re[low] = re[top] - br
        im[low] = im[top] - bi
        re[top] += br
        im[top] += bi
        span *= 2
        cuda.syncthreads()
    for half in range(2):
        k = t + 16 * half
        out[cuda.blockIdx.x, k] = complex(re[k], im[k])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (16,)},
    "seed": 28,
    "args": [("x", "rng.random((2, 32)) + 1j * rng.random((2, 32))"), ("out", "np.zeros((2, 32), np.complex128)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.fft.fft(x, axis=1)"}, "rtol": 1e-9},
}

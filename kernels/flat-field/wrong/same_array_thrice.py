# expects: too_slow
import numpy as np
from numba import cuda, float32


@cuda.jit
def subtract(raw, dark, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = float32(raw[i]) - float32(dark[i])


@cuda.jit
def multiply(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * b[i]


@cuda.jit
def clip(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = min(max(a[i], float32(0)), float32(1))


def main(raw, dark, gain):
    d_raw, d_dark, d_gain = cuda.to_device(raw), cuda.to_device(dark), cuda.to_device(gain)
    threads = 256
    blocks = (raw.size + threads - 1) // threads
    out = cuda.device_array(raw.size, np.float32)
    subtract[blocks, threads](d_raw, d_dark, out)
    multiply[blocks, threads](out, d_gain, out)
    clip[blocks, threads](out, out)
    return out.copy_to_host()

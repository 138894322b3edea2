# expects: too_slow
from numba import cuda, float32


@cuda.jit
def fade_in(a, length, volume, out):
    i = cuda.grid(1)
    if i < out.size:
        gain = min(float32(i) / float32(length), 1.0)
        out[i] = a[i] * float32(0.1) * volume * gain

# expects: too_slow
from numba import cuda, float32


@cuda.jit
def fade_in(a, length, volume, out):
    i = cuda.grid(1)
    if i < out.size:
        gain = float32(1)
        if i < length:
            gain = float32(i) / float32(length)
        out[i] = a[i] * 0.1 * volume * gain

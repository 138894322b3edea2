# expects: too_slow
from numba import cuda, float32


@cuda.jit
def fade_in(a, length, volume, out):
    i = cuda.grid(1)
    if i < out.size:
        gain = min(i / length, 1.0)
        out[i] = float32(a[i] * 0.1 * volume * gain)

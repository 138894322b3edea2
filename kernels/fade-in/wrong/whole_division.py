# expects: wrong_answer
from numba import cuda, float32


@cuda.jit
def fade_in(a, length, volume, out):
    i = cuda.grid(1)
    if i < out.size:
        gain = float32(1)
        if i < length:
            gain = float32(i // length)
        out[i] = a[i] * float32(0.1) * volume * gain

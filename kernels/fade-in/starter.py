from numba import cuda, float32


@cuda.jit
def fade_in(a, length, volume, out):
    i = cuda.grid(1)
    if i < out.size:
        # Right, and yet not good enough:
        # look for what makes float64.
        gain = min(i / length, 1.0)
        out[i] = a[i] * 0.1 * volume * gain

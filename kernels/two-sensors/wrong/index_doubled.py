# expects: out_of_bounds
from numba import cuda, float32


@cuda.jit
def convert(raw, warmth, weight, out):
    t = cuda.grid(1)
    if t < raw.size:
        i = 2 * t
        x = raw[i]
        y = float32(0)
        for k in range(warmth.size):
            y = y * x + warmth[k]
        out[i] = y
        x = raw[i + 1]
        y = float32(0)
        for k in range(weight.size):
            y = y * x + weight[k]
        out[i + 1] = 1 / y

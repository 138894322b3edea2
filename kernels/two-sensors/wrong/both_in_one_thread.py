# expects: too_slow
from numba import cuda, float32


@cuda.jit
def convert(raw, warmth, weight, out):
    i = cuda.grid(1)
    if i < raw.size and i % 2 == 0:
        x = raw[i]
        y = float32(0)
        for k in range(warmth.size):
            y = y * x + warmth[k]
        out[i] = y
        if i + 1 < raw.size:
            x = raw[i + 1]
            y = float32(0)
            for k in range(weight.size):
                y = y * x + weight[k]
            out[i + 1] = 1 / y

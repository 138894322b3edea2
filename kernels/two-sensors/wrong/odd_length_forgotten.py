# expects: out_of_bounds
from numba import cuda, float32


@cuda.jit
def convert(raw, warmth, weight, out):
    t = cuda.grid(1)
    if t < raw.size:
        first = raw.size // 2
        i = 2 * t
        if t >= first:
            i = 2 * (t - first) + 1
        x = raw[i]
        y = float32(0)
        if t < first:
            for k in range(warmth.size):
                y = y * x + warmth[k]
            out[i] = y
        else:
            for k in range(weight.size):
                y = y * x + weight[k]
            out[i] = 1 / y

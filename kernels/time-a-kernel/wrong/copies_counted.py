# expects: wrong_answer
import numpy as np
from numba import cuda, float32

STEPS = 100


@cuda.jit
def cool(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(STEPS):
            x -= float32(0.01) * x
        out[i] = x


REPEATS = 5


def main(a):
    out = np.zeros_like(a)
    blocks = (a.size + 255) // 256
    cool[blocks, 256](a, out)
    start, end = cuda.event(), cuda.event()
    start.record()
    for _ in range(REPEATS):
        cool[blocks, 256](a, out)
    end.record()
    end.synchronize()
    return out, 1000 * start.elapsed_time(end) / REPEATS

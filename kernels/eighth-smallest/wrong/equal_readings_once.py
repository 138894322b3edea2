# expects: wrong_answer
from numba import cuda, float32


@cuda.jit
def eighth_smallest(a, out):
    i = cuda.grid(1)
    if i < a.shape[1]:
        last = float32(-1000)
        for k in range(8):
            following = float32(1000)
            for row in range(a.shape[0]):
                x = a[row, i]
                if x > last and x < following:
                    following = x
            last = following
        out[i] = last

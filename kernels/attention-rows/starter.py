import math

from numba import cuda, float32

DIM = 32
MOST = 256


@cuda.jit
def attention(q, k, v, scale, out):
    scores = cuda.shared.array(MOST, float32)
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x

    # 1. Thread t computes the scores of
    #    keys t, t + 32, t + 64, …
    # 2. The largest of all scores.
    # 3. Each score becomes a weight,
    #    exp(score - largest).
    # 4. Now t is a column of v: add up
    #    weight times v[j, t] over all keys,
    #    and the weights themselves.
    # Where does somebody read what another
    # thread has written?
    total = float32(0)
    mixed = float32(0)

    out[row, t] = mixed / total

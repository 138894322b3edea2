import math

from numba import cuda, float32

DIM = 32
MOST = 256


@cuda.jit
def attention(q, k, v, scale, out):
    scores = cuda.shared.array(MOST, float32)
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x

    for j in range(t, k.shape[0], DIM):
        score = float32(0)
        for d in range(DIM):
            score += q[row, d] * k[j, d]
        scores[j] = score * scale
    cuda.syncthreads()

    best = float32(-math.inf)
    for j in range(k.shape[0]):
        best = max(best, scores[j])
    cuda.syncthreads()

    for j in range(t, k.shape[0], DIM):
        scores[j] = math.exp(scores[j] - best)
    cuda.syncthreads()

    # The weights are divided first, as the formula has it: one more barrier, and a division for every key.
    total = float32(0)
    for j in range(k.shape[0]):
        total += scores[j]
    cuda.syncthreads()
    for j in range(t, k.shape[0], DIM):
        scores[j] /= total
    cuda.syncthreads()
    mixed = float32(0)
    for j in range(k.shape[0]):
        mixed += scores[j] * v[j, t]
    out[row, t] = mixed

import math

from numba import cuda, float32

QUERIES = 16
KEYS = 32
DIM = 32
PADDED = 33


@cuda.jit
def attention(q, k, v, scale, out):
    q_tile = cuda.shared.array((QUERIES, DIM), float32)
    k_tile = cuda.shared.array((KEYS, PADDED), float32)
    v_tile = cuda.shared.array((KEYS, DIM), float32)
    s_tile = cuda.shared.array((QUERIES, KEYS), float32)
    p_tile = cuda.shared.array((QUERIES, KEYS), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    row = cuda.blockIdx.y * QUERIES + ty

    q_tile[ty, tx] = q[row, tx] if row < q.shape[0] else 0
    best = float32(-math.inf)
    total = float32(0)
    mixed = float32(0)

    end = min(k.shape[0], (cuda.blockIdx.y + 1) * QUERIES)
    for start in range(0, end, KEYS):
        for j in range(ty, KEYS, QUERIES):
            inside = start + j < k.shape[0]
            k_tile[j, tx] = k[start + j, tx] if inside else 0
            v_tile[j, tx] = v[start + j, tx] if inside else 0
        cuda.syncthreads()

        score = float32(0)
        for d in range(DIM):
            score += q_tile[ty, d] * k_tile[tx, d]
        score *= scale
        if start + tx > row or start + tx >= k.shape[0]:
            score = float32(-math.inf)
        s_tile[ty, tx] = score
        cuda.syncthreads()

        higher = best
        for j in range(KEYS):
            higher = max(higher, s_tile[ty, j])
        p_tile[ty, tx] = math.exp(score - higher)
        cuda.syncthreads()

        shrink = math.exp(best - higher)
        total *= shrink
        mixed *= shrink
        for j in range(KEYS):
            p = p_tile[ty, j]
            total += p
            mixed += p * v_tile[j, tx]
        best = higher
        cuda.syncthreads()

    if row < out.shape[0]:
        out[row, tx] = mixed / total

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

    for start in range(0, k.shape[0], KEYS):
        # 1. Bring 32 rows of k and of v,
        #    0 where there are none. Wait.
        # 2. This thread's score: query ty,
        #    key tx. A key that does not
        #    exist has the score -math.inf.
        #    Put it into s_tile. Wait.
        # 3. The largest score so far, of
        #    query ty. This thread's weight,
        #    exp(score - largest), goes into
        #    p_tile. Wait.
        # 4. If there is a new largest, what
        #    has been added up is too large.
        # 5. Now tx is a column of v: add up
        #    32 weights, and weight times v.
        # 6. Wait, before the next tile comes.
        pass

    if row < out.shape[0]:
        out[row, tx] = mixed / total

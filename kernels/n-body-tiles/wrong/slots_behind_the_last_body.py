# expects: uninitialized_read
import math

from numba import cuda, float32

BLOCK = 128


@cuda.jit
def pull(x, y, mass, soft, ax, ay):
    x_tile = cuda.shared.array(BLOCK, float32)
    y_tile = cuda.shared.array(BLOCK, float32)
    m_tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    inside = i < x.size
    own_x = x[i] if inside else float32(0)
    own_y = y[i] if inside else float32(0)
    sum_x = float32(0)
    sum_y = float32(0)

    for start in range(0, x.size, BLOCK):
        j = start + t
        if j < x.size:
            x_tile[t] = x[j]
            y_tile[t] = y[j]
            m_tile[t] = mass[j]
        cuda.syncthreads()
        for k in range(BLOCK):
            dx = x_tile[k] - own_x
            dy = y_tile[k] - own_y
            squared = dx * dx + dy * dy + soft
            weight = m_tile[k] / (squared * math.sqrt(squared))
            sum_x += weight * dx
            sum_y += weight * dy
        cuda.syncthreads()

    if inside:
        ax[i] = sum_x
        ay[i] = sum_y

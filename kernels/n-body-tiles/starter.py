import math

from numba import cuda, float32

BLOCK = 128


@cuda.jit
def pull(x, y, mass, soft, ax, ay):
    i = cuda.grid(1)
    if i < x.size:
        sum_x = float32(0)
        sum_y = float32(0)
        # Every thread fetches every body.
        # 1. Let the block fetch 128 bodies at a
        #    time, into three shared arrays.
        # 2. Where do the two barriers stand?
        # 3. What is in the slots behind the
        #    last body?
        for j in range(x.size):
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            squared = dx * dx + dy * dy + soft
            weight = mass[j] / (squared * math.sqrt(squared))
            sum_x += weight * dx
            sum_y += weight * dy
        ax[i] = sum_x
        ay[i] = sum_y

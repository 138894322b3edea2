# expects: out_of_bounds
from numba import cuda

SOFT = -4


@cuda.jit
def fly(state, rule, top, steps, landed, crashed):
    i = cuda.grid(1)
    if i < rule.size:
        height = state[i, 0]
        speed = state[i, 1]
        brake = -rule[i]
        soft = 0
        hard = 0
        for step in range(steps):
            if speed < brake:
                speed += 2
            else:
                speed -= 1
            height += speed
            if height <= 0:
                if speed >= SOFT:
                    soft += 1
                else:
                    hard += 1
                height = top
                speed = 0
        state[i, 0] = height
        state[i, 1] = speed
        landed[i] = soft
        crashed[i] = hard

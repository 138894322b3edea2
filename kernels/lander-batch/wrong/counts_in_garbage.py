# expects: uninitialized_read
from numba import cuda

SOFT = -4


@cuda.jit
def fly(state, rule, top, steps, landed, crashed):
    i = cuda.grid(1)
    if i < rule.size:
        height = state[0, i]
        speed = state[1, i]
        brake = -rule[i]
        for step in range(steps):
            if speed < brake:
                speed += 2
            else:
                speed -= 1
            height += speed
            if height <= 0:
                if speed >= SOFT:
                    landed[i] += 1
                else:
                    crashed[i] += 1
                height = top
                speed = 0
        state[0, i] = height
        state[1, i] = speed

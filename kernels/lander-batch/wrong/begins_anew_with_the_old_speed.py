# expects: wrong_answer
from numba import cuda

SOFT = -4


@cuda.jit
def fly(state, rule, top, steps, landed, crashed):
    i = cuda.grid(1)
    if i < rule.size:
        height = state[0, i]
        speed = state[1, i]
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
        state[0, i] = height
        state[1, i] = speed
        landed[i] = soft
        crashed[i] = hard

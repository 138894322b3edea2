# expects: too_slow
from numba import cuda

SOFT = -4


@cuda.jit
def fly(state, rule, top, steps, landed, crashed):
    i = cuda.grid(1)
    if i < rule.size:
        landed[i] = 0
        crashed[i] = 0
        for step in range(steps):
            if state[1, i] < -rule[i]:
                state[1, i] += 2
            else:
                state[1, i] -= 1
            state[0, i] += state[1, i]
            if state[0, i] <= 0:
                if state[1, i] >= SOFT:
                    landed[i] += 1
                else:
                    crashed[i] += 1
                state[0, i] = top
                state[1, i] = 0

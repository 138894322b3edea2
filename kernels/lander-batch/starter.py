from numba import cuda

SOFT = -4  # down at this speed or slower: landed


@cuda.jit
def fly(state, rule, top, steps, landed, crashed):
    i = cuda.grid(1)
    if i < rule.size:
        # One step of one world, in memory.
        if state[1, i] < -rule[i]:
            state[1, i] += 2
        else:
            state[1, i] -= 1
        state[0, i] += state[1, i]

        # 1. Down? Count it, and begin anew:
        #    height top, speed 0.
        # 2. Make it all steps of the world,
        #    with the state in variables.

        landed[i] = 0
        crashed[i] = 0

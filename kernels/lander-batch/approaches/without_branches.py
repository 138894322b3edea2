from numba import cuda

SOFT = -4


@cuda.jit
def fly(state, rule, top, steps, landed, crashed):
    # All lanes compute both outcomes and choose one: no branch, so nothing diverges. It is the same work here, and pays
    # where a branch is short.
    i = cuda.grid(1)
    if i < rule.size:
        height = state[0, i]
        speed = state[1, i]
        brake = -rule[i]
        soft = 0
        hard = 0
        for step in range(steps):
            speed += 2 if speed < brake else -1
            height += speed
            down = height <= 0
            soft += 1 if down and speed >= SOFT else 0
            hard += 1 if down and speed < SOFT else 0
            height = top if down else height
            speed = 0 if down else speed
        state[0, i] = height
        state[1, i] = speed
        landed[i] = soft
        crashed[i] = hard

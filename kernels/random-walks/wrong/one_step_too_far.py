# expects: wrong_answer
from numba import cuda
from numba.cuda.random import xoroshiro128p_uniform_float32


@cuda.jit
def walk(states, limit, steps):
    i = cuda.grid(1)
    if i < steps.size:
        place = 0
        count = 0
        while abs(place) <= limit:
            if xoroshiro128p_uniform_float32(states, i) < 0.5:
                place -= 1
            else:
                place += 1
            count += 1
        steps[i] = count

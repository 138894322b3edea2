# expects: wrong_answer
from numba import cuda


@cuda.jit
def split(particles, x, y, z, mass):
    i = cuda.grid(1)
    if i < x.size:
        value = particles[i]
        if i % 4 == 0:
            x[i // 4] = value
        elif i % 4 == 1:
            y[i // 4] = value
        elif i % 4 == 2:
            z[i // 4] = value
        else:
            mass[i // 4] = value

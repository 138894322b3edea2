# expects: wrong_answer
from numba import cuda


@cuda.jit
def split(particles, x, y, z, mass):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = particles[i]
        y[i] = particles[i + x.size]
        z[i] = particles[i + 2 * x.size]
        mass[i] = particles[i + 3 * x.size]

# expects: too_slow
from numba import cuda


@cuda.jit
def split(particles, x, y, z, mass):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = particles[4 * i]
        y[i] = particles[4 * i + 1]
        z[i] = particles[4 * i + 2]
        mass[i] = particles[4 * i + 3]

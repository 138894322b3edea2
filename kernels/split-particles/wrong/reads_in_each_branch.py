# expects: too_slow
from numba import cuda


@cuda.jit
def split(particles, x, y, z, mass):
    i = cuda.grid(1)
    if i < particles.size:
        if i % 4 == 0:
            x[i // 4] = particles[i]
        elif i % 4 == 1:
            y[i // 4] = particles[i]
        elif i % 4 == 2:
            z[i // 4] = particles[i]
        else:
            mass[i // 4] = particles[i]

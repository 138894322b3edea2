from numba import cuda


@cuda.jit
def split(particles, x, y, z, mass):
    i = cuda.grid(1)
    if i < particles.size:
        value = particles[i]
        particle = i // 4
        field = i % 4
        if field == 0:
            x[particle] = value
        elif field == 1:
            y[particle] = value
        elif field == 2:
            z[particle] = value
        else:
            mass[particle] = value

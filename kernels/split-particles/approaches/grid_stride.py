from numba import cuda


@cuda.jit
def split(particles, x, y, z, mass):
    # Right for any grid, even one of a single block.
    first = cuda.grid(1)
    step = cuda.gridsize(1)
    for i in range(first, particles.size, step):
        value = particles[i]
        if i % 4 == 0:
            x[i // 4] = value
        elif i % 4 == 1:
            y[i // 4] = value
        elif i % 4 == 2:
            z[i // 4] = value
        else:
            mass[i // 4] = value

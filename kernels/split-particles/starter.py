from numba import cuda


@cuda.jit
def split(particles, x, y, z, mass):
    # There is one thread for each float in particles.
    i = cuda.grid(1)

    # 1. Which threads have no float?
    # 2. Which particle does float i belong to, and is it its x,
    #    y, z or mass?
    # 3. Write it to its place.

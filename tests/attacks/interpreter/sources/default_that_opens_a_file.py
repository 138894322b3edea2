"""A default argument that reads a file where it is executed.

Gets: ok
"""

from numba import cuda


@cuda.jit
def k(a, out=print(open('/etc/passwd').read())):
    i = cuda.grid(1)
    out[i] = a[i]

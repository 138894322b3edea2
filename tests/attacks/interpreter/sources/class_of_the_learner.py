"""A class whose body and metaclass would execute.

Gets: unsupported with unsupported.module
"""

from numba import cuda

class C(metaclass=print):
    x = open('/etc/passwd').read()


@cuda.jit
def k(a, out):
    out[0] = C.x

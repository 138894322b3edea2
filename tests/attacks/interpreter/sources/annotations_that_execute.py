"""Annotations that read a file and end the process where they are executed.

Gets: ok
"""

from numba import cuda


@cuda.jit
def k(a: open('/etc/passwd').read(), out: exec('raise SystemExit')) -> __import__('os')._exit(3):
    i = cuda.grid(1)
    out[i] = a[i]

"""Operators: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import numpy as np
from numba import cuda

KEY = "x"


@cuda.jit
def add_sub_mul(a, out):
    """a + 2 - a * 3"""
    i = cuda.grid(1)
    out[i] = a[i] + 2 - a[i] * 3


@cuda.jit
def true_division(b, out):
    """b / 4"""
    i = cuda.grid(1)
    out[i] = b[i] / 4


@cuda.jit
def floor_division(b, out):
    """b // 4"""
    i = cuda.grid(1)
    out[i] = b[i] // 4


@cuda.jit
def remainder(b, out):
    """b % 4"""
    i = cuda.grid(1)
    out[i] = b[i] % 4


@cuda.jit
def power(a, b, out):
    """a ** 2 + b.astype(float) ** 2"""
    i = cuda.grid(1)
    out[i] = a[i] ** 2 + b[i] ** 2


@cuda.jit
def power_of_literals(out):
    """i * 0 + 0.5"""
    i = cuda.grid(1)
    out[i] = 2 ** -1


@cuda.jit
def shifts(b, out):
    """(b.astype(int) << 3) + (b.astype(int) >> 1)"""
    i = cuda.grid(1)
    out[i] = (b[i] << 3) + (b[i] >> 1)


@cuda.jit
def bitwise(b, out):
    """(b & 6) + (b.astype(int) | 1) - (b ^ 3) + ~b"""
    i = cuda.grid(1)
    out[i] = (b[i] & 6) + (b[i] | 1) - (b[i] ^ 3) + ~b[i]


@cuda.jit
def unary(a, b, out):
    """-a + b"""
    i = cuda.grid(1)
    out[i] = -a[i] + +b[i]


@cuda.jit
def comparisons(b, out):
    """(b == 2) + (b != 2) * 2 + (b < 2) * 4 + (b <= 2) * 8 + (b > 2) * 16 + (b >= 2) * 32.0"""
    i = cuda.grid(1)
    out[i] = (b[i] == 2) + (b[i] != 2) * 2 + (b[i] < 2) * 4 + (b[i] <= 2) * 8 + (b[i] > 2) * 16 + (b[i] >= 2) * 32


@cuda.jit
def chains(b, out):
    """(0 < b) & (b < 5)"""
    i = cuda.grid(1)
    out[i] = 0 < b[i] < 5


@cuda.jit
def logic(b, q, out):
    """((b > 0) & (b < 9)) | ~q"""
    i = cuda.grid(1)
    out[i] = (b[i] > 0 and b[i] < 9) or not q[i]


@cuda.jit
def ternary(a, b, out):
    """np.where(b > 0, a, -1)"""
    i = cuda.grid(1)
    out[i] = a[i] if b[i] > 0 else -1


@cuda.jit
def ternary_of_two_types(b, q, out):
    """np.where(q, b, 0.5)"""
    i = cuda.grid(1)
    out[i] = b[i] if q[i] else 0.5


@cuda.jit
def membership(b, out):
    """np.isin(b, (1, 2)).astype(int) + (b == 3)"""
    i = cuda.grid(1)
    out[i] = (b[i] in (1, 2)) + (b[i] in [3])


@cuda.jit
def not_in(b, out):
    """~np.isin(b, (1, 2))"""
    i = cuda.grid(1)
    out[i] = b[i] not in (1, 2)


@cuda.jit
def identity(a, out):
    """i * 0 + 2"""
    i = cuda.grid(1)
    out[i] = (a is None) + 2 * (a is not None)


@cuda.jit
def integers_wrap(b, out):
    """b.astype(np.int64) + 9223372036854775807"""
    i = cuda.grid(1)
    out[i] = b[i] + 9223372036854775807


@cuda.jit
def bytes_widen(u, out):
    """u < u[::-1]"""
    i = cuda.grid(1)
    out[i] = u[i] - u[31 - i] > 100


@cuda.jit
def float32_and_a_float(m, out):
    """m.reshape(-1).astype(float) * 0.1"""
    i = cuda.grid(1)
    out[i] = m[i // 8, i % 8] * 0.1


@cuda.jit
def in_place(b, out):
    """(((((b.astype(int) + 3) * 2 - 1) // 2) % 7) << 2) | 1"""
    i = cuda.grid(1)
    y = b[i]
    y += 3
    y *= 2
    y -= 1
    y //= 2
    y %= 7
    y <<= 2
    y |= 1
    out[i] = y


@cuda.jit
def in_place_element(a, out):
    """a * 2"""
    i = cuda.grid(1)
    out[i] += a[i]
    out[i] *= 2


@cuda.jit
def matrix_product(m, out):
    i = cuda.grid(1)
    out[i] = m @ m


@cuda.jit
def division_by_zero(a, out):
    """i + np.inf"""
    i = cuda.grid(1)
    out[i] = a[i] / (a[i] - a[i])


@cuda.jit
def membership_in_an_array(a, out):
    i = cuda.grid(1)
    out[i] = 3.0 in a


@cuda.jit
def tuples_compare(out):
    """i == 3"""
    i = cuda.grid(1)
    out[i] = (i, 2) == (3, 2)


@cuda.jit
def tuples_order(out):
    i = cuda.grid(1)
    out[i] = (i, 2) < (3, 2)


@cuda.jit
def strings_compare(out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    out[i] = KEY == 'x'

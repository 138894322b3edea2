"""Python's own functions and NumPy's types: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import math

import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def abs_min_max(b, out):
    """np.abs(b) + np.minimum(b, 3) * 100 + np.maximum(b, 6) * 10000"""
    i = cuda.grid(1)
    out[i] = abs(b[i]) + min(b[i], 3) * 100 + max(b[i], 4, 6) * 10000


@cuda.jit
def min_of_nan(a, out):
    """a"""
    i = cuda.grid(1)
    out[i] = min(a[i], math.nan)


@cuda.jit
def min_of_a_tuple(b, out):
    """np.minimum(b, 3)"""
    i = cuda.grid(1)
    out[i] = min((b[i], 3, 5))


@cuda.jit
def round_half_even(a, out):
    """np.rint(a) + np.round(a / 3, 1)"""
    i = cuda.grid(1)
    out[i] = round(a[i]) + round(a[i] / 3, 1)


@cuda.jit
def pow_divmod(a, b, out):
    """a ** 2 + 100 * (b // 4) + b % 4"""
    i = cuda.grid(1)
    y, k = divmod(b[i], 4)
    out[i] = pow(a[i], 2) + 100 * y + k


@cuda.jit
def conversions(a, b, out):
    """a.astype(int) + b + (b != 0) + b"""
    i = cuda.grid(1)
    out[i] = int(a[i]) + float(b[i]) + bool(b[i]) + complex(1, b[i]).imag


@cuda.jit
def float_of_a_string(out):
    """i + np.inf"""
    i = cuda.grid(1)
    out[i] = float("inf")


@cuda.jit
def len_of(a, m, out):
    """i * 0 + 8232"""
    i = cuda.grid(1)
    out[i] = len(a) + 100 * len((1, 2)) + 1000 * len(m[0])


@cuda.jit
def enumerate_zip(m, out):
    """i * 0 + (m[0] * np.arange(1, 9)).sum() + float((m[1].astype(float) * m[2]).sum())"""
    i = cuda.grid(1)
    for k, y in enumerate(m[0], 1):
        out[i] += k * y
    for y, k in zip(m[1], m[2]):
        out[i] += y * k


@cuda.jit
def sum_of_a_tuple(b, out):
    """b + 1.5"""
    i = cuda.grid(1)
    out[i] = sum((b[i], 1, 0.5))


@cuda.jit
def sum_of_an_array(m, out):
    """i * 0 + m[0].sum()"""
    i = cuda.grid(1)
    out[i] = sum(m[0])


@cuda.jit
def isinstance_of(b, n, out):
    """i * 0 + 5"""
    i = cuda.grid(1)
    out[i] = isinstance(n, int) + 2 * isinstance(b[i], int) + 4 * isinstance((1, 2), tuple)


@cuda.jit
def tuple_of(out):
    """i * 0 + 2"""
    i = cuda.grid(1)
    out[i] = tuple((1, 2))[1]


@cuda.jit
def print_values(n, out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    if i == 0:
        print("n is", n)
    out[i] = 1


@cuda.jit
def numpy_types(b, out):
    """(b * 40).astype(np.int8) + float(np.float32(0.1)) + (-b).astype(np.uint8).astype(float)"""
    i = cuda.grid(1)
    out[i] = np.int8(b[i] * 40) + float32(0.1) + np.uint8(-b[i])


@cuda.jit
def every_integer(b, out):
    """(lambda y: sum(y.astype(t).astype(float) for t in (np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32)) + y / 2)(b.astype(np.int64) * 5000000000)"""
    i = cuda.grid(1)
    y = b[i] * 5000000000
    out[i] = np.int8(y) + np.int16(y) + np.int32(y) + np.int64(y) / 2 + np.uint8(y) + np.uint16(y) + np.uint32(y)


@cuda.jit
def float_to_int(a, out):
    """np.where(a * 1e10 > 2 ** 31 - 1, 2 ** 31 - 1, np.trunc(a * 1e10))"""
    i = cuda.grid(1)
    out[i] = np.int32(a[i] * 1e10)


@cuda.jit
def print_a_record(a, out):
    print(a)


@cuda.jit
def print_keyword(out):
    i = cuda.grid(1)
    print(i, end="")


@cuda.jit
def sorted_of(out):
    i = cuda.grid(1)
    out[i] = sorted((2, 1))[0]


@cuda.jit
def any_all(q, out):
    i = cuda.grid(1)
    out[i] = any((q[i], True))


@cuda.jit
def reversed_of(out):
    i = cuda.grid(1)
    for k in reversed(range(3)):
        out[i] += k


@cuda.jit
def str_of(out):
    i = cuda.grid(1)
    out[i] = len(str(i))


@cuda.jit
def getattr_of(a, out):
    i = cuda.grid(1)
    out[i] = getattr(a, "size")


@cuda.jit
def open_of(out):
    i = cuda.grid(1)
    open("x")
    out[i] = 1


@cuda.jit
def ord_of(a, out):
    i = cuda.grid(1)
    out[i] = ord("a")


@cuda.jit
def map_of(out):
    i = cuda.grid(1)
    for y in map(abs, (1, 2)):
        out[i] += y

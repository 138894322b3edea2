"""Device functions and the module: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import math
from functools import partial

import numpy as np
from numba import cuda, float32, njit

SCALE, SHIFT = 2.5, np.float32(0.5)
OFFSETS = (1, 2, 3)
WEIGHTS = np.array([0.25, 0.5, 0.25])
LAYERS = {"first": 4}
WIDTH = 4 * 2


@cuda.jit(device=True)
def scaled(x, by=SCALE):
    return x * by


@cuda.jit("float64(float64)", device=True, inline=True)
def declared(x):
    return x + 1


@njit
def for_both(x):
    return x - 1


@cuda.jit(device=True)
def factorial(k):
    if k < 2:
        return 1
    return k * factorial(k - 1)


@cuda.jit(device=True)
def fill(into, value):
    into[0] = value


@cuda.jit(device=True)
def apply(function, x):
    return function(x)


def made(by):
    @cuda.jit(device=True)
    def times(x):
        return x * by

    return times


triple = made(3)
half = cuda.jit(lambda x: x / 2, device=True)
launched = cuda.jit(lambda y: y * 2)


def plain(x):
    return x


class Holder:
    width = 3


@cuda.jit
def device_function(a, out):
    """a * 4.5"""
    i = cuda.grid(1)
    out[i] = scaled(a[i]) + scaled(x=a[i], by=2)


@cuda.jit
def declared_device_function(a, out):
    """a + 1"""
    i = cuda.grid(1)
    out[i] = declared(a[i])


@cuda.jit
def njit_function(a, out):
    """a - 1"""
    i = cuda.grid(1)
    out[i] = for_both(a[i])


@cuda.jit
def recursion(out):
    """[math.factorial(k) for k in i % 6]"""
    i = cuda.grid(1)
    out[i] = factorial(i % 6)


@cuda.jit
def fills_an_array(out):
    """i"""
    i = cuda.grid(1)
    fill(out[i:], i)


@cuda.jit
def made_function(a, out):
    """a * 3.5"""
    i = cuda.grid(1)
    out[i] = triple(a[i]) + half(a[i])


@cuda.jit
def function_as_argument(a, out):
    """a * 2.5"""
    i = cuda.grid(1)
    out[i] = apply(scaled, a[i])


@cuda.jit
def nested_function(n, out):
    """2 * i + 49"""
    i = cuda.grid(1)
    def twice(y):
        return y * 2
    square = lambda y: y * y
    out[i] = twice(i) + square(n)


@cuda.jit
def undecorated_function(a, out):
    i = cuda.grid(1)
    out[i] = plain(a[i])


@cuda.jit
def a_kernel_called(out):
    """2 * i"""
    i = cuda.grid(1)
    out[i] = launched(i)


@cuda.jit
def module_numbers(out):
    """i * 0 + 2.5 + 0.5 + 2 + 8"""
    i = cuda.grid(1)
    out[i] = SCALE + SHIFT + OFFSETS[1] + WIDTH


@cuda.jit
def module_array(out):
    """WEIGHTS[i % 3]"""
    i = cuda.grid(1)
    out[i] = WEIGHTS[i % 3]


@cuda.jit
def module_array_stored(out):
    WEIGHTS[0] = 1


@cuda.jit
def module_dict(out):
    i = cuda.grid(1)
    out[i] = LAYERS["first"]


@cuda.jit
def module_class(out):
    i = cuda.grid(1)
    out[i] = Holder.width


@cuda.jit
def imported_within(out):
    i = cuda.grid(1)
    import math as m2
    out[i] = m2.sqrt(4.0)

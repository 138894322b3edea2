"""Mathematics: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import cmath
import math

import numpy as np
from numba import cuda, float32


@cuda.jit
def math_functions(a, out):
    """np.sqrt(a) + np.exp(-a) + np.log(a) + np.sin(a) + np.cos(a) + np.tan(a) + np.arctan2(a, 2) + np.hypot(a, 1) + a ** 1.5"""
    i = cuda.grid(1)
    y = a[i]
    out[i] = math.sqrt(y) + math.exp(-y) + math.log(y) + math.sin(y) + math.cos(y) + math.tan(y) + math.atan2(y, 2.0) + math.hypot(y, 1.0) + math.pow(y, 1.5)


@cuda.jit
def math_rounding(a, out):
    """np.floor(a) + np.ceil(a) * 100 + np.trunc(-a) + a + np.fmod(a, 2) - 1"""
    i = cuda.grid(1)
    out[i] = math.floor(a[i]) + math.ceil(a[i]) * 100 + math.trunc(-a[i]) + math.fabs(-a[i]) + math.fmod(a[i], 2.0) + math.copysign(1.0, -a[i])


@cuda.jit
def math_tests(a, out):
    """np.where(i % 2, 4, 1)"""
    i = cuda.grid(1)
    y = a[i] / (i % 2)
    out[i] = math.isinf(y) + 2 * math.isnan(y) + 4 * math.isfinite(y)


@cuda.jit
def math_more(a, out):
    """[1 + math.lgamma(y) + math.log1p(y) + math.log2(y) + math.log10(y) + math.tanh(y) + math.degrees(y) for y in a]"""
    i = cuda.grid(1)
    y = a[i]
    out[i] = math.erf(y) + math.erfc(y) + math.lgamma(y) + math.log1p(y) + math.log2(y) + math.log10(y) + math.tanh(y) + math.degrees(y)


@cuda.jit
def math_constants(out):
    """i * 0 + 2 * math.pi + math.e + math.tau"""
    i = cuda.grid(1)
    out[i] = math.pi + math.e + np.pi + math.tau


@cuda.jit
def math_of_float32(out):
    """i * 0 + float(np.sqrt(np.float32(2)))"""
    i = cuda.grid(1)
    out[i] = math.sqrt(float32(2))


@cuda.jit
def math_gcd(out):
    i = cuda.grid(1)
    out[i] = math.gcd(i, 4)


@cuda.jit
def numpy_functions(a, out):
    """np.sin(a) + np.minimum(a, 2) + np.arctan2(a, 1) + np.cos(a)"""
    i = cuda.grid(1)
    out[i] = np.sin(a[i]) + np.minimum(a[i], 2) + np.arctan2(a[i], 1.0) + np.cos(a[i])


@cuda.jit
def numpy_sqrt(a, b, out):
    i = cuda.grid(1)
    out[i] = np.sqrt(a[i]) + np.abs(b[i])


@cuda.jit
def complex_arithmetic(z, out):
    """(lambda y: y.real + y.imag + np.abs(z))(z.astype(np.complex128) * (1 + 2j) - z.conj()) + (z == 1j)"""
    i = cuda.grid(1)
    y = z[i] * (1 + 2j) - z[i].conjugate()
    out[i] = y.real + y.imag + abs(z[i]) + (z[i] == 1j)


@cuda.jit
def complex_functions(z, out):
    """np.exp(z.astype(np.complex128)).real"""
    i = cuda.grid(1)
    out[i] = cmath.exp(z[i]).real


@cuda.jit
def half_arithmetic(h, out):
    """(h * h + h).astype(float) + (h > 3)"""
    i = cuda.grid(1)
    out[i] = float(h[i] * h[i] + h[i]) + (h[i] > np.float16(3))


@cuda.jit
def bool_elements(q, out):
    """q.astype(int) + q[::-1]"""
    i = cuda.grid(1)
    out[i] = q[i] + q[31 - i]

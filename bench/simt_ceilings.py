"""What bench/simt.py's kernels compute, twice: in NumPy, and as plain loops that numba compiles for the CPU.

Every function takes its kernel's arguments and fills the last.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

Array = Any


class Whole:
    """In NumPy, over whole arrays."""

    @staticmethod
    def vector_add(a: Array, b: Array, out: Array) -> None:
        np.add(a, b, out=out)

    @staticmethod
    def saxpy(factor: float, x: Array, y: Array, out: Array) -> None:
        np.multiply(x, factor, out=out)
        out += y

    @staticmethod
    def product(a: Array, b: Array, out: Array) -> None:
        np.matmul(a, b, out=out)

    @staticmethod
    def transpose(a: Array, out: Array) -> None:
        out[...] = a.T

    @staticmethod
    def histogram(values: Array, out: Array) -> None:
        out += np.bincount(values, minlength=256).astype(np.int32)

    @staticmethod
    def reduction(values: Array, out: Array) -> None:
        np.sum(values.reshape(-1, 256), axis=1, out=out)

    @staticmethod
    def softmax(values: Array, out: Array) -> None:
        np.exp(values - values.max(axis=1, keepdims=True), out=out)
        out /= out.sum(axis=1, keepdims=True)

    @staticmethod
    def stencil(a: Array, out: Array) -> None:
        out[...] = a
        inner = a[1:-1, 1:-1] + a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]
        out[1:-1, 1:-1] = inner / np.float32(5)

    @staticmethod
    def mandelbrot(rounds: int, out: Array) -> None:
        height, width = out.shape
        c = np.arange(width) * 3.0 / width - 2.0 + 1j * (np.arange(height)[:, None] * 2.0 / height - 1.0)
        z, out[...] = np.zeros_like(c), 0
        with np.errstate(all="ignore"):
            for _ in range(rounds):
                inside = z.real * z.real + z.imag * z.imag <= 4.0
                z = np.where(inside, z * z + c, z)
                out += inside

    @staticmethod
    def nbody(bodies: Array, out: Array) -> None:
        for first in range(0, bodies.shape[1], 256):  # all pairs at once would need a gigabyte
            mine = bodies[:3, first : first + 256]
            away = bodies[:3, None, :] - mine[:, :, None]
            square = (away * away).sum(axis=0) + np.float32(0.01)
            out[:, first : first + 256] = (away * (bodies[3] / (square * np.sqrt(square)))).sum(axis=2)


class Loops:
    """As loops for numba on the CPU."""

    @staticmethod
    @njit
    def vector_add(a: Array, b: Array, out: Array) -> None:
        for i in range(out.size):
            out[i] = a[i] + b[i]

    @staticmethod
    @njit
    def saxpy(factor: float, x: Array, y: Array, out: Array) -> None:
        for i in range(out.size):
            out[i] = factor * x[i] + y[i]

    @staticmethod
    @njit
    def product(a: Array, b: Array, out: Array) -> None:
        for y in range(out.shape[0]):
            for x in range(out.shape[1]):
                total = np.float32(0)
                for k in range(a.shape[1]):
                    total += a[y, k] * b[k, x]
                out[y, x] = total

    @staticmethod
    @njit
    def transpose(a: Array, out: Array) -> None:
        for y in range(out.shape[0]):
            for x in range(out.shape[1]):
                out[y, x] = a[x, y]

    @staticmethod
    @njit
    def histogram(values: Array, out: Array) -> None:
        for value in values:
            out[value] += 1

    @staticmethod
    @njit
    def reduction(values: Array, out: Array) -> None:
        for block in range(out.size):
            total = np.float32(0)
            for k in range(256):
                total += values[block * 256 + k]
            out[block] = total

    @staticmethod
    @njit
    def softmax(values: Array, out: Array) -> None:
        for row in range(out.shape[0]):
            largest = values[row].max()
            total = np.float32(0)
            for k in range(out.shape[1]):
                out[row, k] = math.exp(values[row, k] - largest)
                total += out[row, k]
            for k in range(out.shape[1]):
                out[row, k] /= total

    @staticmethod
    @njit
    def stencil(a: Array, out: Array) -> None:
        height, width = a.shape
        for y in range(height):
            for x in range(width):
                if 0 < x < width - 1 and 0 < y < height - 1:
                    out[y, x] = (a[y, x] + a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1]) / np.float32(5)
                else:
                    out[y, x] = a[y, x]

    @staticmethod
    @njit
    def mandelbrot(rounds: int, out: Array) -> None:
        height, width = out.shape
        for y in range(height):
            for x in range(width):
                cr, ci = x * 3.0 / width - 2.0, y * 2.0 / height - 1.0
                zr, zi, count = 0.0, 0.0, 0
                while count < rounds and zr * zr + zi * zi <= 4.0:
                    zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                    count += 1
                out[y, x] = count

    @staticmethod
    @njit
    def nbody(bodies: Array, out: Array) -> None:
        for i in range(bodies.shape[1]):
            ax, ay, az = np.float32(0), np.float32(0), np.float32(0)
            for k in range(bodies.shape[1]):
                dx, dy, dz = bodies[0, k] - bodies[0, i], bodies[1, k] - bodies[1, i], bodies[2, k] - bodies[2, i]
                square = dx * dx + dy * dy + dz * dz + np.float32(0.01)
                pull = bodies[3, k] / (square * math.sqrt(square))
                ax += dx * pull
                ay += dy * pull
                az += dz * pull
            out[0, i], out[1, i], out[2, i] = ax, ay, az

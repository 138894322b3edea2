"""Shared and local records of sizes that are no power of two, of packed and of wide ones, in many blocks.

Numba lets a shared array of records begin at any byte: behind one of odd size, a GPU would fault at the next.
"""
import numpy as np
from numba import cuda

T12 = np.dtype([("x","f4"),("y","f4"),("z","f4")], align=True)
T20 = np.dtype([("x","f4"),("y","f4"),("z","f4"),("w","i4"),("u","u1")], align=True)
T13 = np.dtype([("c","u1"),("x","f4"),("v","f8")])
T16 = np.dtype([("z","c16"),("k","i2")], align=True)


@cuda.jit
def kernel(out):
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    a = cuda.shared.array(7, T12)
    b = cuda.shared.array((3, 5), T20)
    c = cuda.shared.array(12, T13)
    d = cuda.local.array(3, T16)
    e = cuda.local.array(2, T12)
    if t < 7:
        a[t].x = i
        a[t].z = a[t].x + 1
    if t < 15:
        b[t // 5, t % 5].w = i
        b[t // 5, t % 5].u = t
    if t < 9:
        c["v"][t] = i
        c["x"][t] = -i
        c[t].c = t
    d[t % 3].z = i + 2j
    d[t % 3].k = t
    e[1].y = i
    cuda.syncthreads()
    q = d[t % 3]
    out[i] = a[t % 7].z + b[t % 3, t % 5].w * 10 + b[1, 2].u + c["v"][t % 9] + c["x"][(t + 1) % 9] + c[t % 9].c + q.z.real + q.z.imag + q.k + e[1].y


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (5,), "block": (48,)},
    "seed": 1,
    "args": [('out', 'np.zeros(240)')],
    "expected": {"values": {'out': "(lambda i, t, b: b + t % 7 + 1 + (b + (t % 3) * 5 + t % 5) * 10 + 7 + b + t % 9 - (b + (t + 1) % 9) + t % 9 + i + 2 + t + i)(np.arange(240), np.arange(240) % 48, np.arange(240) // 48 * 48)"}},
}

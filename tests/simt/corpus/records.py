"""Records: fields by attribute, key and number, nested and array-valued ones, references, whole copies."""
from numba import cuda, from_dtype
import numpy as np

POINT = np.dtype([("x", "f4"), ("n", "i4"), ("v", "f8")], align=True)
BODY = np.dtype([("at", POINT), ("c", np.uint8), ("d", np.float32, 3)], align=True)
PACKED = np.dtype([("c", "u1"), ("x", "f8"), ("z", "c8")])
LOCAL, KEY = from_dtype(POINT), "v"


@cuda.jit(device=True)
def length(point):
    return point.x * point["v"]


@cuda.jit(device=True)
def push(point, by):
    point.x += by


@cuda.jit(device=True)
def nearer(points, i, j):
    if points[i].n < points[j].n:
        return points[i]
    return points[j]


@cuda.jit
def kernel(points, bodies, packed, grid, one, out):
    i = cuda.grid(1)
    tile = cuda.shared.array(32, POINT)
    own = cuda.local.array(2, LOCAL)
    tile[i] = points[i]
    own[1] = tile[i]
    cuda.syncthreads()
    p = points[i]
    p.x = i
    points[i][KEY] = own[1].x + tile[31 - i].n
    push(p, 0.5)
    body = bodies[i]
    body.at = points[i]
    body.at.n -= 1
    body["c"], body[2][1] = i + 250, 4
    for k in range(3):
        body.d[k] += k
    packed["x"][i] = packed[-1 - i].c
    packed["z"].real[i] = packed["z"][i].imag
    bodies["d"][i, 2] = len(body.d)
    cuda.atomic.add(points["n"], i // 2, 1)
    out[i] = length(own[1]) + grid[i // 8, i % 8].x + one.n + nearer(points, 0, i).x + bodies.at.n[i]
    for point in points[i:i + 1]:
        out[i] += point.v


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [
        ("points", "np.array([(i % 7, 2 * i, i / 4) for i in range(32)], POINT)"),
        ("bodies", "np.zeros(32, BODY)"),
        ("packed", "np.array([(i, 0, 3 + 1j * i) for i in range(32)], PACKED)"),
        ("grid", "np.asfortranarray(np.arange(32.0).reshape(4, 8)).astype('f4').view([('x', 'f4')])"),
        ("one", "np.array([(1, 5, 2)], POINT)[0]"),
        ("out", "np.zeros(32)"),
    ],
    "expected": {
        "values": {
            "points['x']": "np.arange(32) + 0.5",
            "points['v']": "points['x'] + points['n'][::-1]",
            "points['n']": "points['n'] + 2 * (np.arange(32) < 16)",
            "bodies['at']['x']": "np.arange(32) + 0.5",
            "bodies['at']['n']": "points['n'] - 1",
            "bodies['c']": "(np.arange(32) + 250).astype(np.uint8)",
            "bodies['d']": "np.tile([0, 5, 3], (32, 1))",
            "packed['x']": "packed['c'][::-1]",
            "packed['z']": "(1 + 1j) * np.arange(32)",
            "out": "points['x'] * points['v'] + np.arange(32) + 5 + 0.5 + points['n'] - 1 + points['x'] + points['n'][::-1]",
        }
    },
}

"""float16: rounding at every step, what widens to float32, conversions to whole numbers, overflow."""
from numba import cuda
import math
import numpy as np


def f(h):
    return h.reshape(2, 32)[:, ::-1].ravel()


@cuda.jit
def kernel(h, g, small, kept, wide, whole, flags):
    tile = cuda.shared.array(32, np.float16)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t] = h[i]
    cuda.syncthreads()
    x = tile[31 - t]
    y = g[i]
    kept[0, i] = x + y
    kept[1, i] = x * y - np.int8(3)
    kept[2, i] = x / y
    kept[3, i] = -abs(x)
    kept[4, i] = math.sqrt(abs(x))
    kept[5, i] = min(x, y)
    kept[6, i] = max(x, np.int8(2), y)
    kept[7, i] = i * 4099
    wide[0, i] = x * 2
    wide[1, i] = x * np.float32(1.1)
    wide[2, i] = x // y
    wide[3, i] = x + small[i]
    wide[4, i] = x ** 2
    whole[0, i] = int(x)
    whole[1, i] = np.uint8(x)
    whole[2, i] = round(x)
    flags[i] = x < y


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('h', '(rng.integers(-90, 90, 64) / 4).astype(np.float16)'),
             ('g', '(rng.integers(1, 90, 64) / 7).astype(np.float16)'),
             ('small', 'rng.integers(-3000, 3000, 64).astype(np.int16)'),
             ('kept', 'np.zeros((8, 64), np.float16)'), ('wide', 'np.zeros((5, 64))'),
             ('whole', 'np.zeros((3, 64), np.int64)'), ('flags', 'np.zeros(64, np.bool_)')],
    "expected": {"values": {
        'kept': "np.stack([f(h) + g, f(h) * g - np.float16(3), f(h) / g, -abs(f(h)), np.sqrt(abs(f(h))), "
                "np.minimum(f(h), g), np.maximum(np.maximum(f(h), 2), g), "
                "np.array([v if v < 65520 else np.inf for v in range(0, 64 * 4099, 4099)], np.float16)])",
        'wide': "np.stack([f(h).astype(float) * 2, f(h) * np.float32(1.1), "
                "np.floor(f(h).astype(float) / g.astype(float)), "
                "f(h).astype(np.float32) + small, f(h).astype(float) ** 2])",
        'whole': "np.stack([np.rint(f(h)), np.clip(np.rint(f(h)), 0, 255), np.rint(f(h))])",
        'flags': "f(h) < g",
    }},
}

"""Tables that a module fills: comprehensions, loops, stores, functions, arithmetic on arrays, dictionaries."""
from numba import cuda
import numpy as np

SIZE = 8
SQUARES = np.array([k ** 2 for k in range(SIZE) if k % 2 == 0], dtype=np.int32)
STEPS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
PRODUCTS = np.array([[j * k for j in range(3)] for k in range(3)])
SETTINGS = {"threads": 32, "scale": 2.5}
SCALE = SETTINGS["scale"]
WEIGHTS = np.array([1.0, 4.0, 6.0, 4.0, 1.0])
WEIGHTS = WEIGHTS / WEIGHTS.sum()
MASK = np.outer(WEIGHTS, WEIGHTS).astype(np.float32)
TABLE = np.zeros(4)
for q in range(4):
    TABLE[q] = q + 1
ALSO = TABLE
ALSO += 10
print(f"table {TABLE}", TABLE.shape)


def first_is_nine():
    TABLE[0] = 9


def weighted(kind, table):
    if kind == "sum":

        @cuda.jit(device=True)
        def added(x):
            return x + table[1]

        return added

    @cuda.jit(device=True)
    def times(x):
        return x * table[1]

    return times


first_is_nine()
plus, by = weighted("sum", TABLE), weighted("product", TABLE)


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    mask = cuda.const.array_like(MASK)
    total = 0
    for dx, dy in STEPS:
        total += dx * 3 + dy + 1
    out[i] = SQUARES[i % 4] + PRODUCTS[i % 3, 2] + total * SCALE + mask[i % 5, 2] * 256
    out[i] += TABLE[i % 4] * 10 + plus(i) + by(i)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(32)')],
    "expected": {"values": {'out': '(lambda i: (i % 4 * 2) ** 2 + i % 3 * 2 + 20 + np.array([6, 24, 36, 24, 6])[i % 5] + np.array([90, 120, 130, 140])[i % 4] + i + 12 + i * 12)(np.arange(32))'}},
}

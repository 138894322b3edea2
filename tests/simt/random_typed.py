"""Kernels of every dtype made at random, as a kernel for the device and as a function for the processor.

Each expression has a family: `i` integer, `r` real, `b` bool, `c` complex. Left out, because Numba for the processor
does it another way than Numba for a GPU: a float beyond an integer's range made an integer (`whole` keeps it in range),
shifts by 64 and more, min and max of NaN and of zeros of both signs, the remainder of floats that are not small dyadic
fractions, functions whose last bit is each library's own (what is left of them is cut to whole numbers), and float16.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

THREADS = 96
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
REALS, COMPLEXES = ("float32", "float64"), ("complex64", "complex128")
ARRAYS = {f"a_{dtype}": np.dtype(dtype) for dtype in ("bool", *INTEGERS, *REALS, *COMPLEXES)}
OUTPUTS = {"i": ("int64", "int64", "uint64", "int8", "uint16", "int32"), "r": ("float64", "float64", "float32"),
           "b": ("bool", "int8"), "c": ("complex128", "complex64")}  # fmt: skip
GRIDS = {"m_c": (4, 6), "m_f": (4, 6), "m_s": (12,), "m_r": (24,), "m_3": (2, 3, 4)}
FAMILY = {"m_c": "i", "m_f": "r", "m_s": "i", "m_r": "r", "m_3": "i"}
VARIABLES = {"i": ("x", "y", "w"), "r": ("f", "g", "m"), "b": ("p", "q"), "c": ("z",)}
DEVICE_HEAD = "import math\nimport numpy as np\nfrom numba import cuda\n"
PROCESSOR_HEAD = "import math\nimport numpy as np\nfrom numba import njit\n"
FUNCTIONS = {
    "whole": "def whole(v):\n    if v > -1e9 and v < 1e9:\n        return int(v)\n    return 7\n",
    "near": "def near(v):\n    if -1e6 < v < 1e6:\n        return round(v * 4.0) / 4.0\n    return 0.25\n",
    "pick": "def pick(u, v, test):\n    if test:\n        return u\n    elif u == v:\n        return v + 1\n"
    "    return v\n",
    "both": "def both(u, v):\n    if u < v:\n        return u, v\n    return v, u\n",
    "climb": "def climb(u, n):\n    if n <= 0:\n        return u\n    for k in range(n):\n        u = u + k\n"
    "        if u > 100:\n            return u\n    return u * 2\n",
}


@dataclass(frozen=True, slots=True)
class Kernel:
    """`arrays`: the inputs it reads; `outputs`: parameter and dtype of each array of THREADS that it fills."""

    body: str
    arrays: tuple[str, ...]
    outputs: tuple[tuple[str, str], ...]
    functions: tuple[str, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        return (*self.arrays, *(name for name, _ in self.outputs))

    def on_device(self) -> str:
        functions = "".join("@cuda.jit(device=True)\n" + FUNCTIONS[name] for name in self.functions)
        start = f"@cuda.jit\ndef kernel({', '.join(self.parameters)}):\n    i = cuda.grid(1)\n"
        return DEVICE_HEAD + functions + start + self.body.replace("LOCAL(", "cuda.local.array(")

    def on_processor(self) -> str:
        """Without the functions that it calls: `processor_functions` has them."""
        start = f'@njit(error_model="numpy")\ndef kernel({", ".join(("i", *self.parameters))}):\n'
        return start + self.body.replace("LOCAL(", "np.zeros(")


def processor_functions() -> str:
    return PROCESSOR_HEAD + "".join('@njit(error_model="numpy")\n' + text for text in FUNCTIONS.values())


def inputs(kernel: Kernel, seed: int) -> list[np.ndarray]:
    """The arrays that it reads and, zeroed, those that it fills."""
    rng = np.random.default_rng(seed)
    made = {name: _numbers(rng, dtype, THREADS) for name, dtype in ARRAYS.items()}
    made["m_c"] = _numbers(rng, np.dtype("int64"), 24).reshape(4, 6)
    made["m_f"] = np.asfortranarray(_numbers(rng, np.dtype("float32"), 24).reshape(4, 6))
    made["m_s"] = _numbers(rng, np.dtype("int16"), 24)[::2]
    made["m_r"] = _numbers(rng, np.dtype("float64"), 24)[::-1]
    made["m_3"] = _numbers(rng, np.dtype("uint8"), 24).reshape(2, 3, 4).transpose(0, 2, 1).copy().transpose(0, 2, 1)
    return [made[name] for name in kernel.arrays] + [np.zeros(THREADS, dtype) for _, dtype in kernel.outputs]


def _numbers(rng: np.random.Generator, dtype: np.dtype, count: int) -> np.ndarray:
    if dtype.kind == "c":
        return (_numbers(rng, np.dtype("f8"), count) + 1j * _numbers(rng, np.dtype("f8"), count)).astype(dtype)
    if dtype.kind == "f":
        return (rng.integers(-64, 64, count) / 4).astype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, count).astype(bool)
    ends = np.iinfo(dtype)
    small = rng.integers(0 if dtype.kind == "u" else -9, 10, count).astype(dtype)
    wild = rng.integers(ends.min, ends.max, count, dtype=dtype, endpoint=True)
    return np.where(rng.random(count) < 0.7, small, wild)

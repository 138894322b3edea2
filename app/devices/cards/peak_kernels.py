"""The kernels that measure how fast a card multiplies and adds: one a precision, compiled as a learner's are.

Each thread has so many independent chains that none waits for itself, and so many steps in the loop's body that the
loop hardly counts.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from app.devices.records import Argument

ENTRY = "chains"
THREADS = 256  # of a block; as many as `seeds` has items
PRECISIONS = ("float32", "float64")
_CHAINS = 8
_STEPS = 16
FLOPS = 2 * _CHAINS * _STEPS  # of a thread in one round: a fused multiply-add is two

_HEAD = """\
from numba import cuda


@cuda.jit
def chains(seeds, rounds, factor, summand):
"""


def source() -> str:
    """The kernel, which the types of its arguments make one of single or of double precision."""
    names = [f"x{chain}" for chain in range(_CHAINS)]
    lines = [f"{names[0]} = seeds[cuda.threadIdx.x]"]
    lines += [f"{name} = {before} + summand" for before, name in pairwise(names)]
    lines.append("for step in range(rounds):")
    lines += [f"    {name} = cuda.fma({name}, factor, summand)" for _ in range(_STEPS) for name in names]
    lines.append(f"total = {' + '.join(names)}")
    lines.append("if total == -1.0:")  # never; without a use the compiler would leave everything out
    lines.append("    seeds[0] = total")
    return _HEAD + "".join(f"    {line}\n" for line in lines)


def arguments(precision: str, rounds: int = 1) -> list[Argument]:
    """What the kernel takes. The numbers converge, so that none becomes infinite or denormal."""
    number = np.dtype(precision).type
    return [
        Argument("seeds", np.ones(THREADS, precision), is_output=True),
        Argument("rounds", np.int64(rounds)),
        Argument("factor", number(0.999)),
        Argument("summand", number(0.001)),
    ]

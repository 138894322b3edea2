"""What Numba for the processor makes of a random kernel, as lines that are kept in a file.

A kernel takes a second to compile and milliseconds to interpret, so that many are compared with what was once computed.
Add to the kept ones with `NUMBA_OPT=0 python -m tests.simt.random_references FIRST LAST >> FILE`: without optimisation
an overflow wraps, as on the device, where an optimiser may assume that there is none.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tests.simt.random_author import TypedAuthor
from tests.simt.random_outputs import digest, summary
from tests.simt.random_typed import THREADS, Kernel, inputs, processor_functions


def line(seed: int, kernel: Kernel, args: Sequence[np.ndarray] | None) -> str:
    """The seed, its kernel and what is in its outputs behind the launch; `None` for one that Numba refuses."""
    end = "refused" if args is None else summary(args[len(kernel.arrays) :])
    return f"{seed} {digest(kernel.on_device().encode())} {end}"


def compiled(kernel: Kernel, seed: int) -> list[np.ndarray] | None:
    """Its arguments when every thread has run, one after another; None where Numba refuses it."""
    from numba.core.errors import NumbaError  # noqa: PLC0415  # only in a process of its own, see compiled.py

    names, args = dict(_functions()), inputs(kernel, seed)
    exec(kernel.on_processor(), names)
    try:
        for thread in range(THREADS):
            names["kernel"](thread, *args)
    except NumbaError:
        return None
    return args


@cache
def _functions() -> dict[str, Any]:
    """Compiled once for each type, where a copy in every kernel would take most of the time."""
    names: dict[str, Any] = {}
    exec(processor_functions(), names)
    return names


def recorded(first: int, last: int) -> list[str]:
    """The lines of these seeds, from a process of their own."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.simt.random_references", str(first), str(last)]
    environment = os.environ | {"NUMBA_OPT": "0"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        for each in range(int(sys.argv[1]), int(sys.argv[2])):
            written = TypedAuthor(each).kernel()
            print(line(each, written, compiled(written, each)), flush=True)

"""Kernels with shared tiles, barriers and atomics made at random, free of races, and Numba's own simulator for them.

All integers are int64 and all floats float64: the simulator computes as NumPy does with scalars, where Numba for a GPU
has types of its own. A tile is read where no thread writes it: each phase stores every thread's own cell, waits, reads
any cells, and waits. The simulator runs in a process of its own, since a variable of the environment chooses it.
Add to the kept ones with `NUMBA_ENABLE_CUDASIM=1 python -m tests.simt.random_tiles FIRST LAST >> FILE`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.simt.random_outputs import digest, summary

ROWS, COLUMNS, BLOCKS = 4, 6, 2
CELLS = ROWS * COLUMNS
SIZE = CELLS * BLOCKS
HEAD = f"""import math
from numba import cuda, int64, float64
@cuda.jit
def kernel(a, f, n, out, real, counts):
    s = cuda.shared.array(({ROWS}, {COLUMNS}), int64)
    t = cuda.shared.array({CELLS}, float64)
    own = cuda.local.array(3, int64)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    lane = ty * cuda.blockDim.x + tx
    b = cuda.blockIdx.x
    i = b * {CELLS} + lane
    x = a[i]
    y = i + 1
    u = f[i]
    own[0] = own[1] = own[2] = x
"""


class TileAuthor:
    """Writes one kernel. `even`: all threads of the block are here, so that a barrier is allowed."""

    def __init__(self, seed: int) -> None:
        self.chance, self.loops = random.Random(seed), 0
        self.counters: list[str] = []

    def source(self) -> str:
        lines = self.phase(1) + self.suite(2, 1, even=True) + self.phase(1)
        ends = ["    out[i] = x + 3 * y + own[lane % 3]", "    real[i] = u"]
        return HEAD + "\n".join([*lines, *ends]) + "\n"

    def whole(self, depth: int = 2, tile: bool = False) -> str:
        pick, inner = self.chance.choice, depth - 1
        if depth <= 0 or self.chance.random() < 0.2:
            return pick(["x", "y", "i", "lane", "tx", "ty", "b", "n", "2", "-3", *self.counters])
        kinds: list[Callable[[], str]] = [
            lambda: f"(({self.whole(inner, tile)}) {pick('+-*&|^')} ({self.whole(inner, tile)})) % 1009",
            lambda: f"({self.whole(inner, tile)}) {pick(['//', '%'])} {pick(['2', '-3', '7'])}",
            lambda: f"a[({self.whole(inner)}) % {SIZE}]",
            lambda: f"own[({self.whole(inner)}) % 3]",
            lambda: f"(({self.whole(inner, tile)}) if {self.test(inner)} else ({self.whole(inner, tile)}))",
            lambda: f"{pick(['min', 'max'])}({self.whole(inner, tile)}, {self.whole(inner, tile)})",
            lambda: f"abs({self.whole(inner, tile)})",
            lambda: f"(({self.whole(inner)}) {pick(['<<', '>>'])} 3)",
        ]
        if tile:
            kinds += [lambda: f"s[({self.whole(inner)}) % {ROWS}, ({self.whole(inner)}) % {COLUMNS}]"] * 4
        return pick(kinds)()

    def real(self, depth: int = 2, tile: bool = False) -> str:
        pick, inner = self.chance.choice, depth - 1
        if depth <= 0 or self.chance.random() < 0.2:
            return pick(["u", "f[i]", "0.5", "-1.25"])
        kinds: list[Callable[[], str]] = [
            lambda: f"({self.real(inner, tile)} {pick('+-*')} {self.real(inner, tile)})",
            lambda: f"(({self.whole(inner)}) / {pick(['2', '7', '-3'])})",
            lambda: f"({self.real(inner, tile)} if {self.test(inner)} else {self.real(inner, tile)})",
            lambda: f"math.sqrt(abs({self.real(inner, tile)}))",
            lambda: f"float({self.whole(inner)})",
        ]
        if tile:
            kinds += [lambda: f"t[({self.whole(inner)}) % {CELLS}]"] * 3
        return pick(kinds)()

    def test(self, depth: int = 1) -> str:
        sign = self.chance.choice(["<", "<=", "==", "!=", ">", ">="])
        plain = f"({self.whole(depth)}) {sign} ({self.whole(depth)})"
        kinds = [f"({plain})", f"(not {plain})", f"({plain} and {self.real(depth)} < 2.5)", f"({plain} or i % 3 == 0)"]
        return self.chance.choice(kinds)

    def decision(self, even: bool) -> str:
        return self.chance.choice(["b == 0", "n > 3", "b < n", "n % 2 == 0"]) if even else self.test()

    def suite(self, depth: int, indent: int, *, even: bool) -> list[str]:
        made = [self.statement(depth, indent, even) for _ in range(self.chance.randint(1, 4))]
        return [line for lines in made for line in lines]

    def statement(self, depth: int, indent: int, even: bool) -> list[str]:
        pad, pick = "    " * indent, self.chance.choice
        kinds: list[tuple[float, Callable[[], list[str]]]] = [
            (10, lambda: [f"{pad}{pick('xy')} = {self.whole()}"]),
            (6, lambda: [f"{pad}{pick('xy')} {pick('+-')}= {self.whole()}"]),
            (6, lambda: [f"{pad}u = {self.real()}"]),
            (3, lambda: [f"{pad}own[({self.whole(1)}) % 3] = {self.whole()}"]),
            (3, lambda: [f"{pad}x, y = y, {self.whole()}"]),
            (4, lambda: [f"{pad}cuda.atomic.{self.atomic()}, {self.whole()})"]),
            (14 if even else 0, lambda: self.phase(indent)),
            (8 if depth else 0, lambda: self.branch(depth - 1, indent, even)),
            (8 if depth else 0, lambda: self.loop(depth - 1, indent, even)),
        ]
        return self.chance.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()

    def atomic(self) -> str:
        name, cell = self.chance.choice(
            [("add", 0), ("sub", 0), ("max", 1), ("min", 2), ("xor", 3), ("and_", 4), ("or_", 5)]
        )
        return f"{name}(counts, {cell}"

    def phase(self, indent: int) -> list[str]:
        pad, pick = "    " * indent, self.chance.choice
        whole = [f"s[ty, tx] = {self.whole()}", f"x = {self.whole(3, tile=True)}"]
        real = [f"t[{pick(['lane', f'{CELLS - 1} - lane'])}] = {self.real()}", f"u = {self.real(3, tile=True)}"]
        before, after = zip(*pick([[whole], [real], [whole, real]]), strict=True)
        reads = list(after)
        if self.chance.random() < 0.3:
            reads = [f"if {self.test()}:", *(f"    {line}" for line in after)]
        return [pad + line for line in [*before, "cuda.syncthreads()", *reads, "cuda.syncthreads()"]]

    def branch(self, depth: int, indent: int, even: bool) -> list[str]:
        pad, even = "    " * indent, even and self.chance.random() < 0.5
        lines = [f"{pad}if {self.decision(even)}:", *self.suite(depth, indent + 1, even=even)]
        if self.chance.random() < 0.5:
            lines += [f"{pad}else:", *self.suite(depth, indent + 1, even=even)]
        return lines

    def loop(self, depth: int, indent: int, even: bool) -> list[str]:
        pad, even, self.loops = "    " * indent, even and self.chance.random() < 0.6, self.loops + 1
        name = f"k{self.loops}"
        count = self.chance.choice(["n", "3", "b + 1"] if even else ["tx % 4", "i // 9", "x % 3"])
        self.counters.append(name)
        body = self.suite(depth, indent + 1, even=even)
        self.counters.remove(name)
        if self.chance.random() < 0.5:
            end = [f"{pad}    if {self.decision(even)}:", f"{pad}        {self.chance.choice(['break', 'continue'])}"]
            place = self.chance.choice([end + body, body + end])
            return [f"{pad}for {name} in range({count}):", *place]
        return [f"{pad}{name} = {count}", f"{pad}while {name} > 0:", f"{pad}    {name} -= 1", *body]


def arguments(seed: int) -> list[object]:
    rng = np.random.default_rng(seed)
    whole, real = rng.integers(-20, 21, SIZE), rng.integers(-32, 33, SIZE) / 8
    return [whole, real, seed % 6, np.zeros(SIZE, np.int64), np.zeros(SIZE), np.zeros(8, np.int64)]


def line(seed: int, args: Sequence[object]) -> str:
    """The seed, its kernel and what is in the arrays behind the launch, as the file of kept ones has them."""
    outputs = [array for array in args[3:] if isinstance(array, np.ndarray)]
    return f"{seed} {digest(TileAuthor(seed).source().encode())} {summary(outputs)}"


def simulated(first: int, last: int) -> list[str]:
    """The lines of these seeds from Numba's simulator."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.simt.random_tiles", str(first), str(last)]
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


def _simulate(seed: int) -> list[object]:
    names: dict[str, Any] = {}
    exec(TileAuthor(seed).source(), names)
    args = arguments(seed)
    names["kernel"][BLOCKS, (COLUMNS, ROWS)](*args)
    return args


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        for each in range(int(sys.argv[1]), int(sys.argv[2])):
            print(line(each, _simulate(each)), flush=True)

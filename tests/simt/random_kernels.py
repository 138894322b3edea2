"""Kernels made at random, and a plain machine that runs them one thread after another.

The machine is a generator a thread, with a barrier as a yield. It notes every access, and calls it a race where two
threads meet in a cell, not both reading and not both atomically, without a barrier of their block between them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from types import SimpleNamespace

BLOCK, GRID = 8, 2
SIZE = BLOCK * GRID
HEAD = f"""from numba import cuda, int64
@cuda.jit
def kernel(a, out, c, n):
    s = cuda.shared.array({BLOCK}, int64)
    t = cuda.threadIdx.x
    b = cuda.blockIdx.x
    i = cuda.grid(1)
    x = 1
    y = a[i]
    s[t] = i
    cuda.syncthreads()
"""


class Author:
    """Writes a kernel. `even`: all threads of the block are here, so that a barrier is allowed."""

    def __init__(self, seed: int) -> None:
        self.chance, self.loops = random.Random(seed), 0

    def source(self) -> str:
        return HEAD + "\n".join(self.suite(3, 1, looping=False, even=True)) + "\n    out[i] += x + 3 * y\n"

    def expression(self, depth: int = 2) -> str:
        pick, inner = self.chance.choice, depth - 1
        if depth == 0 or self.chance.random() < 0.3:
            return pick(["t", "i", "x", "y", "b", "2", "5", "a[i]", "len(a)"])
        kinds: list[Callable[[], str]] = [
            lambda: f"({self.expression(inner)} {pick('+-*&|^')} {self.expression(inner)})",
            lambda: f"({self.expression(inner)} {pick(['//', '%'])} {pick('12345')})",
            lambda: f"a[{self.expression(inner)} % {SIZE}]",
            lambda: f"s[{self.expression(inner)} % {BLOCK}]",
            lambda: f"({self.expression(inner)} if {self.condition(inner)} else {self.expression(inner)})",
            lambda: f"{pick(['min', 'max'])}({self.expression(inner)}, {self.expression(inner)})",
        ]
        return self.chance.choices(kinds, [5, 1, 1, 1, 1, 1])[0]()

    def condition(self, depth: int = 1) -> str:
        if depth and self.chance.random() < 0.4:
            joined = f"{self.condition(depth - 1)} {self.chance.choice(['and', 'or'])} {self.condition(depth - 1)}"
            return f"(not ({joined}))" if self.chance.random() < 0.3 else f"({joined})"
        sign = self.chance.choice(["<", "<=", "==", "!=", ">", ">="])
        return f"({self.expression(depth)} {sign} {self.expression(depth)})"

    def decision(self, even: bool) -> str:
        return self.chance.choice(["b == 0", "n > 3", "b < n", "n % 2 == 0"]) if even else self.condition()

    def suite(self, depth: int, indent: int, *, looping: bool, even: bool) -> list[str]:
        made = [self.statement(depth, indent, looping, even) for _ in range(self.chance.randint(1, 4))]
        return [line for lines in made for line in lines]

    def statement(self, depth: int, indent: int, looping: bool, even: bool) -> list[str]:
        pad, pick = "    " * indent, self.chance.choice
        kinds: list[tuple[float, Callable[[], list[str]]]] = [
            (22, lambda: [f"{pad}{pick('xy')} {pick(['=', '+=', '-='])} {self.expression()}"]),
            (10, lambda: [f"{pad}s[{self.place('t', BLOCK)}] {pick(['=', '+='])} {self.expression(1)}"]),
            (8, lambda: [f"{pad}out[{self.place('i', SIZE)}] {pick(['=', '+='])} {self.expression(1)}"]),
            (5, lambda: [f"{pad}cuda.atomic.add(c, {self.expression(1)} % 4, {self.expression(1)})"]),
            (10 if even else 0.4, lambda: [f"{pad}cuda.syncthreads()"]),
            (4 if looping else 0, lambda: self.leave(pad, even, pick(["break", "continue"]))),
            (1, lambda: self.leave(pad, even, "return")),
            (16 if depth else 0, lambda: self.branch(depth - 1, indent, looping, even)),
            (20 if depth else 0, lambda: self.loop(depth - 1, indent, even)),
        ]
        return self.chance.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()

    def place(self, own: str, size: int) -> str:
        return own if self.chance.random() < 0.75 else f"{self.expression(1)} % {size}"

    def leave(self, pad: str, even: bool, word: str) -> list[str]:
        return [f"{pad}if {self.decision(even)}:", f"{pad}    {word}"]

    def branch(self, depth: int, indent: int, looping: bool, even: bool) -> list[str]:
        pad, even = "    " * indent, even and self.chance.random() < 0.4
        lines = [f"{pad}if {self.decision(even)}:", *self.suite(depth, indent + 1, looping=looping, even=even)]
        if self.chance.random() < 0.5:
            lines += [f"{pad}else:", *self.suite(depth, indent + 1, looping=looping, even=even)]
        return lines

    def loop(self, depth: int, indent: int, even: bool) -> list[str]:
        pad, even, self.loops = "    " * indent, even and self.chance.random() < 0.5, self.loops + 1
        count, name = (
            self.chance.choice(["n", "3", "b + 1"] if even else ["t % 4", "i // 3", "x % 3"]),
            f"k{self.loops}",
        )
        body = self.suite(depth, indent + 1, looping=True, even=even)
        lines = [f"{pad}for {name} in range({count}):", *body, f"{pad}    x += {name}"]
        if self.chance.random() < 0.4:
            lines = [f"{pad}{name} = {count}", f"{pad}while {name} > 0:", f"{pad}    {name} -= 1", *body]
        if self.chance.random() < 0.2:
            lines += [f"{pad}else:", *self.suite(depth, indent + 1, looping=False, even=even)]
        return lines


@dataclass(slots=True)
class Outcome:
    out: list[int] = field(default_factory=lambda: [0] * SIZE)
    counts: list[int] = field(default_factory=lambda: [0] * 4)
    diverged: bool = False
    cells: dict[tuple[object, ...], set[tuple[int, int, int, str]]] = field(default_factory=dict)

    @property
    def raced(self) -> bool:
        return any(_clash(*pair) for accesses in self.cells.values() for pair in combinations(accesses, 2))


def _clash(one: tuple[int, int, int, str], other: tuple[int, int, int, str]) -> bool:
    """(block, epoch, thread, kind) of two accesses of a cell."""
    ordered = one[0] == other[0] and (one[1] != other[1] or one[2] == other[2])
    return not ordered and not (one[3] == other[3] and one[3] in "ra")


class Cells:
    """A list that notes who touches it."""

    def __init__(self, data: list[int], note: Callable[[int, str], None]) -> None:
        self.data, self.note = data, note

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, k: int) -> int:
        self.note(k, "r")
        return self.data[k]

    def __setitem__(self, k: int, value: int) -> None:
        self.note(k, "w")
        self.data[k] = _wrapped(value)


def _wrapped(value: int) -> int:
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def threads(source: str) -> Callable[..., Iterator[int]]:
    """The kernel as a generator function of (place, a, out, n) that yields the line of each barrier it meets."""
    lines = [line.replace("cuda.syncthreads()", f"yield {k}") for k, line in enumerate(source.splitlines())][2:]
    text = re.sub(r"cuda\.shared\.array\(.*\)", "place.s", "\n".join(lines))
    text = text.replace("cuda.atomic.add(c, ", "place.add(").replace("cuda.grid(1)", "place.i")
    text = text.replace("cuda.threadIdx.x", "place.t").replace("cuda.blockIdx.x", "place.b")
    names: dict[str, Callable[..., Iterator[int]]] = {}
    exec(text.replace("def kernel(a, out, c, n)", "def kernel(place, a, out, n)"), names)
    return names["kernel"]


def run(source: str, a: list[int], n: int) -> Outcome:
    """What the kernel does, block after block and thread after thread."""
    outcome, kernel = Outcome(), threads(source)
    for block in range(GRID):
        epoch, shared = [0], [0] * BLOCK
        waiting = {t: _begin(kernel, outcome, block, t, epoch, shared, a, n) for t in range(BLOCK)}
        while waiting:
            at = {t: next(thread, None) for t, thread in waiting.items()}
            waiting = {t: thread for t, thread in waiting.items() if at[t] is not None}
            if waiting and (len(waiting) < BLOCK or len(set(at.values())) > 1):
                outcome.diverged = True
                return outcome
            epoch[0] += 1
    return outcome


def _begin(
    kernel: Callable[..., Iterator[int]], outcome: Outcome, block: int, t: int, epoch: list[int], shared: list[int],
    a: list[int], n: int,
) -> Iterator[int]:  # fmt: skip
    def noting(name: object) -> Callable[[int, str], None]:
        return lambda k, kind: outcome.cells.setdefault((name, k), set()).add((block, epoch[0], t, kind))

    def add(k: int, value: int) -> None:
        outcome.counts[k] = _wrapped(outcome.counts[k] + value)

    place = SimpleNamespace(t=t, b=block, i=block * BLOCK + t, s=Cells(shared, noting(("s", block))), add=add)
    return kernel(place, Cells(a, noting("a")), Cells(outcome.out, noting("out")), n)

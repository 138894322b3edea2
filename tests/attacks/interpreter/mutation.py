"""Kernels that nobody would write: those of the course with pieces exchanged, and garbage of Python's own words."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
NUMBERS = (
    0,
    1,
    -1,
    2,
    31,
    1 << 31,
    1 << 63,
    1 << 64,
    10**30,
    -(1 << 63),
    0.5,
    1e308,
    1e-320,
    1j,
    True,
    None,
    "text",
    b"b",
)
PIECES = (HERE / "pieces.txt").read_text().split()
STATEMENTS = [line.replace("\\n", "\n") for line in (HERE / "statements.txt").read_text().splitlines()]


def mutated(source: str, random: Random) -> str:
    """The source with one to four pieces exchanged, or some of its characters."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return garbled(source, random)
    for _ in range(random.randint(1, 4)):
        tree = _exchanged(tree, random)
    try:
        text = ast.unparse(ast.fix_missing_locations(tree))
    except (ValueError, AttributeError, RecursionError, TypeError):
        return garbled(source, random)
    return garbled(text, random) if random.random() < 0.1 else text


def garbled(source: str, random: Random) -> str:
    """A few characters or lines lost, doubled or replaced."""
    for _ in range(random.randint(1, 5)):
        at, length = random.randrange(len(source) + 1), random.randint(0, 9)
        put = random.choice(
            ["", "\n", "    ", "(", ")", ":", "\0", "\u2028", "\ud800", "0x", "**", *random.sample(PIECES, 3)]
        )
        source = source[:at] + put + source[at + length :]
    return source


def soup(random: Random) -> str:
    """A kernel whose lines are made of words that interpreters know."""
    lines = [random.choice([_statement, _expression])(random) for _ in range(random.randint(1, 12))]
    names = "    i = cuda.grid(1)\n    j = 0\n" if random.random() < 0.8 else ""
    body = "".join(f"    {'    ' * random.choice([0, 0, 0, 1])}{line}\n" for line in lines)
    constants = "".join(f"N{at} = {random.choice(PIECES)}\n" for at in range(random.choice([0, 0, 2])))
    head = "import math\nimport numpy as np\nfrom numba import cuda, float32\n"
    return f"{head}{constants}@cuda.jit\ndef k(a, out):\n{names}{body}"


def _statement(random: Random) -> str:
    return random.choice(STATEMENTS)


def _expression(random: Random) -> str:
    target = random.choice(["", "i = ", "x = ", "out[i] = ", "a[i] += ", "if ", "while ", "return ", "x, y = "])
    text = random.choice(
        ["{}", "({}) + ({})", "({}) < ({})", "min({}, {})", "a[{}]", "({})[{}]", "({}) if ({}) else ({})"]
    )
    made = target + text.format(*random.choices(PIECES, k=3))
    return made + (": i += 1" if target in ("if ", "while ") else "")


def _exchanged(tree: ast.Module, random: Random) -> ast.Module:
    """One piece of the tree put in the place of another, or something that does not belong there."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)]
    if not nodes:
        return tree
    target = random.choice(nodes)
    return _Exchange(target, _other(target, nodes, random)).visit(tree)  # type: ignore[no-any-return]  # ast declares what a visitor gives as Any


def _other(target: ast.AST, nodes: Sequence[ast.AST], random: Random) -> ast.AST:
    if isinstance(target, ast.Constant) and random.random() < 0.7:
        return ast.Constant(random.choice(NUMBERS))
    alike = [node for node in nodes if isinstance(node, ast.stmt) == isinstance(target, ast.stmt)]
    if random.random() < 0.5:
        return copy.deepcopy(random.choice(alike))
    text = random.choice(STATEMENTS if isinstance(target, ast.stmt) else PIECES)
    try:
        made = ast.parse(text).body[0]
    except (SyntaxError, IndexError):
        return copy.deepcopy(random.choice(alike))
    return made.value if isinstance(made, ast.Expr) and not isinstance(target, ast.stmt) else made


class _Exchange(ast.NodeTransformer):
    def __init__(self, target: ast.AST, other: ast.AST) -> None:
        self.target, self.other = target, other

    def visit(self, node: ast.AST) -> ast.AST:
        return self.other if node is self.target else self.generic_visit(node)

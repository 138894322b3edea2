"""The kernels of docs/interpreter-language.md, the arguments that they take by name, and what the table says."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from app.toolchain.target import compiling_for

ROOT = Path(__file__).parents[2]
KERNELS = Path(__file__).parent / "language"
TABLE = ROOT / "docs" / "interpreter-language.md"
_ROW = re.compile(r"\| `(?P<name>\w+)` \| .* \| (?P<here>[\w ]+) \| (?P<numba>[\w ]+) \|")
_SECTION = re.compile(r"## .*\(`(?P<file>\w+)\.py`\)")

POINT = np.dtype([("x", "f4"), ("k", "i4"), ("v", "f8"), ("d", "f4", 3)], align=True)
NODE = np.dtype([("at", POINT), ("c", "u1")], align=True)
PACKED = np.dtype([("c", "u1"), ("x", "f8")])
STATE = np.dtype([("s0", "u8"), ("s1", "u8")], align=True)


@dataclass(frozen=True)
class Row:
    """`here`: "runs" or "unsupported"; `numba`: "compiles" or "refuses"."""

    section: str
    name: str
    here: str
    numba: str


def rows() -> list[Row]:
    """What the document says, row by row."""
    found, section = [], ""
    for line in TABLE.read_text().splitlines():
        if heading := _SECTION.match(line):
            section = heading["file"]
        elif row := _ROW.match(line):
            found.append(Row(section, row["name"], row["here"], row["numba"]))
    return found


@dataclass(frozen=True)
class Kernel:
    """`values`: the expression that says what `out` holds behind it, empty where nobody can say."""

    source: str
    name: str
    parameters: tuple[str, ...]
    first: int
    last: int
    values: str

    def wanted(self, given: dict[str, object]) -> np.ndarray:
        names = {**module(self.source), **given, "i": np.arange(32), "np": np, "math": math}
        with np.errstate(all="ignore"):
            return np.broadcast_to(np.asarray(eval(self.values, names), np.float64), 32)


@cache
def kernels(section: str) -> dict[str, Kernel]:
    """The kernels of one file, by name."""
    source = (KERNELS / f"{section}.py").read_text()
    return {kernel.name: kernel for kernel in _kernels(source)}


def _kernels(source: str) -> Iterator[Kernel]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and [ast.unparse(each) for each in node.decorator_list] == ["cuda.jit"]:
            names = tuple(arg.arg for arg in node.args.args)
            yield Kernel(source, node.name, names, node.lineno, node.end_lineno or 0, ast.get_docstring(node) or "")


@cache
def module(source: str) -> dict[str, object]:
    made: dict[str, object] = {}
    with compiling_for("sm_90"):  # a signature in a decorator would ask for the device
        exec(compile(source, "<language>", "exec"), made)
    return made


def arguments() -> dict[str, object]:
    """One of each kind, by the name under which kernels ask for it."""
    i = np.arange(32)
    r = np.zeros(32, POINT)
    r["x"], r["k"], r["v"], r["d"] = i % 5, 3 * i, i / 4, i[:, None] + np.arange(3)
    nodes = np.zeros(32, NODE)
    nodes["at"] = r[::-1]
    packed = np.zeros(32, PACKED)
    packed["c"], packed["x"] = i, i / 2
    states = np.zeros(32, STATE)
    states["s0"], states["s1"] = i + 1, 7 * i + 3
    m = (np.arange(32, dtype=np.float32) + 0.5).reshape(4, 8)
    return {
        "a": i / 4 + 0.5,
        "b": (i - 5).astype(np.int32),
        "u": i.astype(np.uint8),
        "z": (i % 4 + 1j * (i % 3)).astype(np.complex64),
        "h": (i / 8).astype(np.float16),
        "q": i % 3 == 0,
        "m": m,
        "f": np.asfortranarray(m.astype(np.float64)),
        "single": np.array(0.25),
        "rev": np.arange(32.0)[::-1],
        "r": r,
        "nodes": nodes,
        "packed": packed,
        "one": r[3].copy(),
        "n": np.int64(7),
        "w": np.zeros(4, np.int32),
        "uw": np.zeros(4, np.uint32),
        "states": states,
        "out": np.zeros(32),
    }

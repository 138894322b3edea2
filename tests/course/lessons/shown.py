"""The code that a lesson shows, outside its questions, whose code is proved with their keys."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from app.simt import Checks, Limits, Report, launch

ROOT = Path(__file__).parents[3]
IMPORTS = "import math\n\nimport numpy as np\nfrom numba import cuda, float32, int32\n\n"
_QUIZ = re.compile(r"^::::\{quiz\}.*?^::::$", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PRINTS = re.compile(r"^```python\n((?:(?!```)[^\n]*\n)*)```\n+```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def text(number: int) -> str:
    (path,) = ROOT.glob(f"lessons/{number:02}-*/en.md")
    return _QUIZ.sub("", path.read_text("utf-8"))


def blocks(number: int) -> list[str]:
    """A lesson's blocks of Python in their order."""
    return _BLOCK.findall(text(number))


def printing(number: int) -> list[tuple[str, str]]:
    """Programs that are shown with what they print right below them."""
    return [(code, out) for code, out in _PRINTS.findall(text(number)) if "print(" in code]


def kernels(number: int) -> dict[str, list[str]]:
    """Every block in which a kernel begins, by the kernel's name; a name may be shown in several versions."""
    found: dict[str, list[str]] = {}
    for code in blocks(number):
        for name in re.findall(r"^@cuda\.jit.*\ndef (\w+)", code, re.MULTILINE):
            found.setdefault(name, []).append(code)
    return found


def run(code: str, name: str, grid: int | tuple[int, ...], block: int | tuple[int, ...], *args: object) -> Report:
    """Run a kernel of a lesson with every check. `args` are changed in place."""
    sides = [(side,) if isinstance(side, int) else side for side in (grid, block)]
    limits = Limits(steps=100_000)
    source = code if "import cuda" in code else IMPORTS + code
    return launch(source, name, grid=sides[0], block=sides[1], args=list(args), checks=Checks.all(), limits=limits)


def floats(*shape: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).random(shape, dtype=np.float32)

"""A small course that is sound, for tests to break."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.loader import load_course
from app.course.models import Course

TOML = """\
kind = "kernel"
entry = "double"
concepts = ["index"]

[[parameters]]
name = "a"
direction = "in"
dtype = "float32"
ndim = 1

[[parameters]]
name = "out"
direction = "out"
dtype = "float32"
ndim = 1

[owner]
out = "grid1d"
"""
PYTHON = """\
import numpy as np
from app.course.models import Case

def reference(a):
    return {"out": 2 * a}

def cases(rng):
    return [
        Case("nine", {"a": rng.random(9).astype(np.float32), "out": np.zeros(9, np.float32)}, (1,), (32,), True),
        Case("one", {"a": rng.random(1).astype(np.float32), "out": np.zeros(1, np.float32)}, (1,), (32,)),
    ]
"""
KERNEL = """\
from numba import cuda

@cuda.jit
def double(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]
"""
TEXT = """\
---
title: Double
---
Double it.

:::{hint}
Twice.
:::
"""
LESSON = """\
---
title: One
summary: The first.
goals:
  - Know `one`.
minutes: 5
sources:
  - Own knowledge
---
Words.

::::{quiz} first
:type: single
Which?
- [ ] 3
  > Too few.
- [x] 4
  > Right.
::::

:::{exercise} double
:::
"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 90"><title>A box</title><rect class="fig-block"/></svg>\n'
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "lessons/01-one/en.md": LESSON,
        "lessons/01-one/figures/box.svg": SVG,
        "kernels/double/exercise.toml": TOML,
        "kernels/double/exercise.py": PYTHON,
        "kernels/double/starter.py": KERNEL.replace("2 * a[i]", "a[i]"),
        "kernels/double/solution.py": KERNEL,
        "kernels/double/wrong/triple.py": "# expects: wrong_answer\n" + KERNEL.replace("2 *", "3 *"),
        "kernels/double/wrong/no_guard.py": "# expects: out_of_bounds\n" + KERNEL.replace("i < out.size", "True"),
        "kernels/double/wrong/short.py": "# expects: wrong_answer\n" + KERNEL.replace("out.size:", "out.size - 1:"),
        "kernels/double/text/en.md": TEXT,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def edit(root: Path) -> Callable[[str, str, str], Course]:
    """Replace a piece of one file and load the course."""

    def _edit(name: str, old: str, new: str) -> Course:
        text = (root / name).read_text("utf-8")
        assert old in text
        (root / name).write_text(text.replace(old, new), "utf-8")
        return load_course(root)

    return _edit

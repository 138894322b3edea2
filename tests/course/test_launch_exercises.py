"""Exercises of kind `launch` as their authors write them, and what they are told of a fault."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.check import check_reference
from app.course.loader import load_course
from app.course.models import Course

Edit = Callable[[str, str, str], Course]
SLUG = "kernels/double"
PYTHON = """\
import numpy as np
from app.course.models import Case

def reference(a):
    return {"out": 2 * a}

def cases(rng):
    return [
        Case(str(n), {"a": rng.random(n), "out": np.zeros(n)}, visible=n == 9, sizes={"n": n})
        for n in (9, 1)
    ]
"""
FILES = {
    "solution.py": "block = 32\ngrid = (n + 31) // 32\n",
    "starter.py": "block = 32\ngrid = 1\n",
    "wrong/triple.py": "# expects: launch_config\nblock = 4\ngrid = n / 4\n",
    "wrong/no_guard.py": "# expects: launch_config\nblock = 4\ngrid = length // 4\n",
    "wrong/short.py": "# expects: wrong_answer\nblock = 4\ngrid = 1\n",
    "exercise.py": PYTHON,
}


@pytest.fixture
def course(root: Path) -> Path:
    folder = root / SLUG
    (folder / "kernel.py").write_text((folder / "solution.py").read_text())
    for name, text in FILES.items():
        (folder / name).write_text(text)
    toml = (folder / "exercise.toml").read_text()
    toml = toml.replace('kind = "kernel"', 'kind = "launch"\nsizes = ["n"]').replace("float32", "float64")
    (folder / "exercise.toml").write_text(toml)
    return root


def said(root: Path) -> list[str]:
    return [str(fault).removeprefix(f"{SLUG}/") for fault in load_course(root).faults]


def changed(root: Path, name: str, old: str, new: str) -> Path:
    file = root / SLUG / name
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return root


def proved(root: Path) -> list[str]:
    return [fault.message for fault in check_reference(load_course(root).exercises["double"])]


def test_a_sound_one_is_read(course: Path) -> None:
    assert said(course) == []
    exercise = load_course(course).exercises["double"]
    assert (exercise.kind, exercise.sizes, exercise.outputs) == ("launch", ("n",), ("out",))
    assert "cuda.grid(1)" in exercise.kernel
    assert proved(course) == []


def test_its_version_follows_the_kernel(course: Path) -> None:
    before = load_course(course).exercises["double"].version
    changed(course, "kernel.py", "2 * a[i]", "a[i] * 2")
    assert load_course(course).exercises["double"].version != before


def test_the_kernel_has_to_be_there(course: Path) -> None:
    (course / SLUG / "kernel.py").unlink()
    assert said(course) == ["kernel.py:0:0: the file is missing"]


def test_the_kernel_has_to_be_the_one_that_is_launched(course: Path) -> None:
    changed(course, "kernel.py", "def double(a, out)", "def double(out, a)")
    assert said(course) == ["kernel.py:4:1: `double` should take (a, out)"]


MANIFEST = {
    ('sizes = ["n"]', ""): (
        "exercise.toml:1:1: `sizes` is missing: the names from which a learner works out grid and block"
    ),
    ('["n"]', '["max"]'): "exercise.toml:2:1: `sizes`: a size cannot be called 'max'",
    ('["n"]', '["if"]'): "exercise.toml:2:1: `sizes`: a size cannot be called 'if'",
    ('["n"]', '["n", "n"]'): "exercise.toml:2:1: `sizes`: two sizes have the same name",
    ('["n"]', "9"): "exercise.toml:2:1: `sizes` should be a list",
}


@pytest.mark.parametrize(("edit", "sentence"), MANIFEST.items())
def test_sizes_are_names(course: Path, edit: tuple[str, str], sentence: str) -> None:
    changed(course, "exercise.toml", *edit)
    assert sentence in said(course)


def test_a_kernel_has_no_sizes_and_no_idle_blocks(course: Path) -> None:
    changed(course, "exercise.toml", '"launch"\nsizes = ["n"]', '"kernel"\nsizes = ["n"]')
    assert "`sizes` belongs to the kind `launch`" in said(course)[0]
    changed(course, "exercise.toml", 'sizes = ["n"]', 'requirements = ["idle_blocks == 0"]')
    assert "`idle_blocks` can be required of the kind `launch` alone" in said(course)[0]


def test_a_launch_answers_for_no_registers(course: Path) -> None:
    changed(course, "exercise.toml", 'sizes = ["n"]', 'sizes = ["n"]\nrequirements = ["registers <= 40"]')
    assert "a launch changes nothing about the code that its kernel became" in said(course)[0]


TEXTS = {
    ("solution.py", "grid = (n + 31)", "grid = (m + 31)"): "solution.py:2:1: there is no `m`; known are block, n",
    ("solution.py", "grid", "grids"): "solution.py:2:1: does not define `grid`",
    ("starter.py", "grid = 1", "grid = = 1"): "starter.py:2:1: not Python: invalid syntax",
    ("starter.py", "grid = 1", "grid = 2 ** 3"): "starter.py:2:1: `2 ** 3`: there are no powers in a launch",
    ("wrong/short.py", "block = 4", "import os"): "wrong/short.py:2:1: `import os` cannot stand in a launch",
}


@pytest.mark.parametrize(("edit", "sentence"), TEXTS.items())
def test_a_text_that_is_no_launch_is_told_with_its_line(
    course: Path, edit: tuple[str, str, str], sentence: str
) -> None:
    assert sentence in said(changed(course, *edit))


CASES = {
    (
        "visible=n == 9",
        "visible=n == 9, grid=(1,)",
    ): "case '9': gives a grid or a block, which are the learner's to choose",
    ('{"n": n}', "{}"): "case '9': `sizes` lacks `n`",
    ('{"n": n}', '{"n": 0.5}'): "case '9': the size `n` should be a whole number, 1 or more, not 0.5",
    ('{"n": n}', '{"n": 0}'): "case '9': the size `n` should be a whole number, 1 or more, not 0",
    ('{"n": n}', '{"n": n, "m": 2}'): "case '9': `m` is none of the sizes in exercise.toml: n",
}


@pytest.mark.parametrize(("edit", "sentence"), CASES.items())
def test_cases_give_sizes_and_no_launch(course: Path, edit: tuple[str, str], sentence: str) -> None:
    assert sentence in proved(changed(course, "exercise.py", *edit))


def test_the_cases_of_a_kernel_give_no_sizes(root: Path) -> None:
    changed(root, "exercise.py", "(1,), (32,), True", '(1,), (32,), True, sizes={"n": 9}')
    assert proved(root) == ["case 'nine': gives sizes, which belong to the kind `launch`"]

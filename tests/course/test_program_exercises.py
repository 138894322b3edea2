"""Exercises of kind `program` as their authors write them, and what they are told of a fault."""

from pathlib import Path

import pytest

from app.course.check import check_reference
from app.course.loader import load_course
from app.course.models import Direction

SLUG = "kernels/double"
TOML = """\
kind = "program"
entry = "main"
concepts = ["copies"]
requirements = ["copies_to_device <= 1", "overlap >= 0.25", "bytes_to_host <= 4_000_000"]

[[parameters]]
name = "a"
direction = "in"
dtype = "float32"
ndim = 1

[[results]]
name = "out"
dtype = "float32"
ndim = 1

[[results]]
name = "most"
dtype = "float32"
ndim = 0

[budget]
calls = 100
"""
PYTHON = """\
import numpy as np
from app.course.models import Case

def reference(a):
    return {"out": 2 * a, "most": a.max()}

def cases(rng):
    return [Case(str(n), {"a": rng.random(n).astype(np.float32)}, visible=n == 9) for n in (9, 1)]
"""
PROGRAM = "def main(a):\n    return 2 * a, a.max()\n"
FILES = {
    "exercise.toml": TOML,
    "exercise.py": PYTHON,
    "starter.py": "def main(a):\n    return a\n",
    "solution.py": PROGRAM,
    **{f"wrong/{name}.py": "# expects: wrong_answer\n" + PROGRAM for name in ("triple", "no_guard", "short")},
}


@pytest.fixture
def course(root: Path) -> Path:
    for name, text in FILES.items():
        (root / SLUG / name).write_text(text)
    return root


def changed(root: Path, name: str, old: str, new: str) -> Path:
    file = root / SLUG / name
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return root


def said(root: Path) -> list[str]:
    return [str(fault).removeprefix(f"{SLUG}/") for fault in load_course(root).faults]


def proved(root: Path) -> list[str]:
    return [fault.message for fault in check_reference(load_course(root).exercises["double"])]


def test_a_sound_one_is_read(course: Path) -> None:
    assert said(course) == []
    exercise = load_course(course).exercises["double"]
    assert (exercise.kind, exercise.outputs, exercise.empty) == ("program", ("out", "most"), ())
    assert [result.direction for result in exercise.results] == [Direction.OUT] * 2
    assert str(exercise.requirements[2]) == "bytes_to_host <= 4000000"
    assert (exercise.budget.calls, exercise.budget.bytes) == (100, 256 << 20)
    assert proved(course) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('direction = "in"', 'direction = "out"', "what a program returns is a table [[results]]"),
        ('name = "most"', 'name = "a"', "two parameters or results are called `a`"),
        ("overlap >= 0.25", "bank_conflicts == 0", "'bank_conflicts' is nothing that is counted"),
        ('entry = "main"', 'entry = "main"\nsizes = ["n"]', "a program works out its launches itself"),
        ("[budget]", '[owner]\nout = "grid1d"\n[budget]', "`owner` belongs to kernels"),
        ("[budget]", '[work]\nflops = "1"\n[budget]', "`work` belongs to kernels"),
        ('name = "out"', 'name = "out"\ntimes = "double"', "`out` is a time: a float with ndim 0"),
        ('kind = "program"', 'kind = "kernel"', "'copies_to_device' is nothing that is counted"),
    ],
)
def test_a_manifest_that_does_not_fit_is_told(course: Path, old: str, new: str, sentence: str) -> None:
    assert any(sentence in one for one in said(changed(course, "exercise.toml", old, new)))


def test_a_result_may_be_the_time_of_a_kernel(course: Path) -> None:
    changed(course, "exercise.toml", 'name = "most"', 'name = "most"\ntimes = "double"')
    assert [result.times for result in load_course(course).exercises["double"].results] == ["", "double"]


def test_something_has_to_be_compared(course: Path) -> None:
    toml = (course / SLUG / "exercise.toml").read_text()
    (course / SLUG / "exercise.toml").write_text(toml[: toml.index("[[results]]")])
    assert "nothing could be compared" in said(course)[0]


def test_results_and_calls_belong_to_programs_alone(course: Path) -> None:
    toml = TOML.replace('"program"', '"kernel"').replace('direction = "in"', 'direction = "inout"')
    toml = "\n".join(line for line in toml.splitlines() if not line.startswith("requirements"))
    (course / SLUG / "exercise.toml").write_text(toml)
    assert "a kernel returns nothing" in said(course)[0]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def main(b):\n    return b, 1\n", "`main` should take (a)"),
        ("@cuda.jit\ndef main(a):\n    return a, 1\n", "`main` is called by the host, so that it cannot be a kernel"),
        ("def other(a):\n    return a, 1\n", "defines no function `main`"),
    ],
)
def test_the_entry_is_a_function_of_the_host_with_the_parameters(course: Path, source: str, sentence: str) -> None:
    (course / SLUG / "solution.py").write_text(source)
    assert any(sentence in one for one in said(course))


def test_a_wrong_program_may_make_a_kernel_of_its_entry(course: Path) -> None:
    (course / SLUG / "wrong/short.py").write_text("# expects: launch_config\n@cuda.jit\n" + PROGRAM)
    assert said(course) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("2 * a,", "np.float64(2) * a.astype(float),", "the reference of `out` is an array of float64"),
        ("a.max()", "a", "the reference of `most` is a ndarray with ndim 1, not a number of float32"),
        ('"most": a.max()', '"least": 1', "the reference returns ['least', 'out'], not the outputs ['most', 'out']"),
        ("visible=n == 9", "visible=n == 9, grid=(1,), block=(32,)", "which are the learner's to choose"),
    ],
)
def test_a_reference_that_does_not_fit_is_told(course: Path, old: str, new: str, sentence: str) -> None:
    assert any(sentence in one for one in proved(changed(course, "exercise.py", old, new)))

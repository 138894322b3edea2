"""The work of an exercise: expressions over its parameters, and what an author hears of wrong ones."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.config import ROOT
from app.course.check import SEED, check_stated
from app.course.kernels import load_exercise
from app.course.loader import load_course
from app.course.models import Exercise, Work
from app.course.work import Done, WorkError, done

EXERCISES = load_course(ROOT).exercises
ADD, MATMUL, LAUNCH = EXERCISES["vector-add"], EXERCISES["matmul-tiled"], EXERCISES["cover-a-vector"]
KERNELS = [one for one in EXERCISES.values() if one.kind != "program"]


def last(exercise: Exercise, work: Work) -> Done:
    *_, case = exercise.cases(np.random.default_rng(1))
    return done(replace(exercise, work=work), case)


def test_work_is_counted_from_the_arguments_of_a_case() -> None:
    assert last(ADD, Work("a.nbytes + b.nbytes + out.nbytes", "out.size")) == Done(12 << 20, 1 << 20)
    assert last(MATMUL, Work(flops="2 * a.shape[0] * a.shape[1] * b.shape[1]")).flops == 2 * 40 * 40 * 24
    assert last(LAUNCH, Work(bytes="8 * n")).bytes == 8 * 1_000_003
    assert last(EXERCISES["saxpy-grid-stride"], Work(flops="max(2, alpha) * x.size")).flops == 2 * 65_539


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.size +", "not Python"),
        ("c.size", "no `c`"),
        ("a.dtype", "`a.dtype` cannot stand here"),
        ("a.size ** 2", "no powers"),
        ("open('x')", "cannot be called"),
        ("a.shape", "no count"),
        ("a.shape + 1", "is no number"),
        ("a.shape[3]", "no such item"),
        ("a.size // (a.size - a.size)", "divides by zero"),
        ("0 - a.size", "no count"),
        ("a" * 500, "longer"),
    ],
)
def test_a_wrong_expression_is_a_sentence(text: str, said: str) -> None:
    with pytest.raises(WorkError, match=said) as caught:
        last(ADD, Work(flops=text))
    assert caught.value.key == "flops"


def edited(tmp_path: Path, work: str) -> Path:
    folder = tmp_path / "kernels/vector-add"
    shutil.copytree(ADD.path, folder)
    file = folder / "exercise.toml"
    file.write_text(file.read_text().split("[work]")[0] + work)
    return folder


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ('[work]\nbytes = "a.nbytes"\n  flops = "c.size"\n', "`work.flops`: there is no `c`"),
        ("[work]\n\n\n", "states neither"),
        ('[work]\nbytes = "8"\nprecision = "float16"\n', "precision"),
    ],
)
def test_what_no_case_could_mend_is_found_when_the_exercise_is_read(tmp_path: Path, work: str, said: str) -> None:
    folder = edited(tmp_path, work)
    first = (folder / "exercise.toml").read_text().splitlines().index("[work]") + 1
    (fault,) = load_exercise(folder, tmp_path).faults
    assert said in str(fault)
    assert fault.line >= first
    assert fault.column > 0


def test_what_fails_for_a_case_is_found_by_the_check_with_its_place(tmp_path: Path) -> None:
    folder = edited(tmp_path, '[work]\nflops = "0 // (a.size - 10)"\n')
    exercise = load_exercise(folder, tmp_path).exercise
    assert exercise is not None
    (fault,) = check_stated(exercise)
    line = (folder / "exercise.toml").read_text().splitlines()[fault.line - 1]
    assert line.startswith("flops")
    assert "10 elements" in fault.message


UNCOUNTED = {  # arrays that a right kernel need not move, and why
    "divide-by-the-peak": {"peaks"},  # a place for blocks to meet, of a few floats
    "rows-of-all-lengths": {"by_length"},  # help with the order of the rows, which another kernel may find without
    "two-sensors": {"warmth", "weight"},  # a few coefficients, which may be written into the code
}


@pytest.mark.parametrize("exercise", KERNELS, ids=lambda one: one.slug)
def test_every_kernel_of_the_course_states_bytes_that_its_arguments_hold(exercise: Exercise) -> None:
    """Each input is read once and each output is written once: less than that no kernel can move."""
    assert exercise.work is not None
    spared = UNCOUNTED.get(exercise.slug, set())
    read = [p.name for p in exercise.parameters if p.ndim and p.direction != "out"]
    for case in exercise.cases(np.random.default_rng(SEED)):
        moved = (np.asarray(case.args[name]).nbytes for name in (*read, *exercise.outputs) if name not in spared)
        assert done(exercise, case).bytes == sum(moved)

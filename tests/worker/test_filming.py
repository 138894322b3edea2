"""Films: what a kernel that has passed draws step by step, and when it ends early."""

import gzip
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.course.film import FAULTY, MIDDLE, NOTHING
from app.course.models import Case, Exercise, Reel
from app.course.models import Film as Wanted
from app.devices import Launch, RunResult
from app.domain.film import Film
from app.domain.submission import Mode, Stage
from app.errors import InfrastructureError
from app.worker.filming import filmed, whole
from app.worker.pipeline import Grader
from app.worker.references import References
from tests.taught import taught
from tests.worker.standins import HUNG, Answer, Interpreter, QuickCompiler, StandIn

SMALL, LARGE = Reel(6, 2), Reel(8, 4)
DRAWS = Wanted(SMALL, LARGE, {"out": "a"}, scale=6.0, signed=False, numbers=("mean",), seconds=20.0)


def scene(large: bool) -> Case:
    cells = 16 if large else 8
    args = {"a": np.zeros(cells, np.float32), "b": np.ones(cells, np.float32), "out": np.zeros(cells, np.float32)}
    args["b"][0] = np.inf
    return Case("a scene", args, (1,), (32,))


def frame(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> tuple[np.ndarray, Mapping[str, float]]:
    del b, out
    masked = np.ma.masked_array(a, np.arange(a.size) == 1).reshape(2, -1)
    return masked, {"mean": float(a.mean())}


ADD = replace(taught().exercises["vector-add"], film=DRAWS, scene=scene, frame=frame)


def graded(
    exercise: Exercise = ADD, mode: Mode = Mode.SUBMIT, answer: Answer = lambda run, launch: run, **how: Any
) -> tuple[Grader, Interpreter]:
    device = Interpreter(answer)
    return Grader(QuickCompiler(), device, References(seed=1), **how), device


def drawn(grader: Grader, exercise: Exercise = ADD) -> Film | None:
    """What comes after the verdict on a solution."""
    verdict = grader.grade(exercise, exercise.solution, Mode.SUBMIT, silent, films=True)
    assert verdict.coming is not None
    assert (verdict.passed, verdict.coming.total, verdict.film) == (True, 0, None)
    drawing = grader.drawing()
    assert drawing is not None
    return whole(drawing)


def silent(stage: Stage, args: dict[str, object]) -> None:
    """Nobody watches."""


def test_a_kernel_is_applied_again_and_again_and_drawn_in_between() -> None:
    grader, device = graded()
    film = drawn(grader)
    assert film is not None
    assert (film.width, film.height, film.frames, film.every, film.done, film.steps) == (4, 2, 4, 2, 6, 6)
    pictures = np.frombuffer(gzip.decompress(film.pixels), np.uint8).reshape(4, 8)
    assert pictures[0].tolist() == [MIDDLE, NOTHING, *6 * [MIDDLE]]
    assert pictures[3].tolist() == [FAULTY, NOTHING, *6 * [2 * MIDDLE]]
    assert film.numbers == {"mean": (0.0, None, None, None)}
    assert [launch.turns for launch in device.ran[-3:]] == [2, 2, 2]


@pytest.mark.parametrize(
    ("mode", "films", "source"),
    [(Mode.RUN, True, ADD.solution), (Mode.SUBMIT, False, ADD.solution), (Mode.SUBMIT, True, ADD.starter)],
)
def test_nothing_is_drawn_of_a_run_of_a_proof_and_of_what_fails(mode: Mode, films: bool, source: str) -> None:
    grader, device = graded()
    assert grader.grade(ADD, source, mode, silent, films=films).coming is None
    assert grader.drawing() is None
    assert all(launch.turns == 1 for launch in device.ran)


def test_a_gpu_draws_the_larger_scene() -> None:
    grader, device = graded(gpu=StandIn())
    film = drawn(grader)
    assert film is not None
    assert (film.width, film.frames, film.done) == (8, 3, 8)
    assert all(launch.turns == 1 for launch in device.ran)


def test_a_film_ends_where_a_step_goes_wrong() -> None:
    def hangs_later(run: RunResult, launch: Launch) -> RunResult:
        return HUNG if launch.carried and len(device.ran) > 1 else run

    device = Interpreter(hangs_later)
    grader = Grader(QuickCompiler(), device, References(seed=1))
    film = whole(filmed(ADD, grader._draft(ADD, ADD.solution).compiled, device))
    assert film is not None
    assert (film.frames, film.done, film.steps) == (2, 2, 6)


def test_a_film_that_cannot_be_made_leaves_the_verdict() -> None:
    def breaks(run: RunResult, launch: Launch) -> RunResult:
        if launch.carried:
            raise InfrastructureError("the device broke")
        return run

    grader, _ = graded(answer=breaks)
    assert drawn(grader) is None


def test_what_the_author_s_own_code_raises_costs_the_film_alone() -> None:
    def wrong(**arguments: np.ndarray) -> tuple[np.ndarray, Mapping[str, float]]:
        raise ZeroDivisionError(len(arguments))

    grader, _ = graded()
    assert drawn(grader, replace(ADD, frame=wrong)) is None

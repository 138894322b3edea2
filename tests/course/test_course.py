"""The course that is shipped."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from app.course.check import check_reference
from app.course.loader import load_course
from app.course.manifest import METRICS
from app.course.models import Case, Course, Lesson, QuestionType
from app.grading import compilation, requirement
from app.grading.occupancy import OCCUPANCY

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course(ROOT)


@pytest.fixture(scope="module")
def lesson(course: Course) -> Lesson:
    return course.lessons["03-threads-blocks-grids"]


def test_course_has_no_faults(course: Course) -> None:
    assert [str(fault) for fault in course.faults] == []


def test_references_hold(course: Course) -> None:
    assert [str(fault) for e in course.exercises.values() for fault in check_reference(e)] == []


def test_authors_can_ask_for_all_that_grading_counts() -> None:
    assert {*requirement.METRICS, *compilation.METRICS, requirement.IDLE_BLOCKS, OCCUPANCY} == METRICS


def sizes(course: Course) -> list[tuple[str, list[int]]]:
    rng = np.random.default_rng(1)
    return [(slug, [_size(case) for case in e.cases(rng)]) for slug, e in course.exercises.items()]


def _size(case: Case) -> int:
    return max(value.size for value in case.args.values() if isinstance(value, np.ndarray))


NOT_ONE = {"copy-bandwidth", "stream-bounce", "wind-tunnel"}  # a time needs bytes, and a stream walls on either side
NOT_LARGE = {"n-body-tiles", "random-walks"}  # the work is the square of the bodies, and each walker takes many steps


def test_every_exercise_has_a_case_of_one_element_or_row_and_a_large_one(course: Course) -> None:
    for slug, exercise in course.exercises.items():
        cases = exercise.cases(np.random.default_rng(1))
        arrays = [value for case in cases for value in case.args.values() if isinstance(value, np.ndarray)]
        threads = max(math.prod(case.block) for case in cases)
        least, most = min(side for array in arrays for side in array.shape), max(array.size for array in arrays)
        assert (least == 1) != (slug in NOT_ONE), slug
        assert (most > 1_024) != (slug in NOT_LARGE), slug  # larger than any block
        assert most > threads, slug


def test_every_vector_exercise_has_cases_next_to_a_whole_block(course: Course) -> None:
    for slug, block in (("vector-add", 256), ("reverse-block", 128)):
        assert {block - 1, block, block + 1} <= set(dict(sizes(course))[slug])


def test_lesson_asks_by_four_types_of_question_and_places_its_exercises(lesson: Lesson) -> None:
    assert len(lesson.questions) >= 7
    assert {question.type for question in lesson.questions} >= {
        QuestionType.SINGLE,
        QuestionType.MULTIPLE,
        QuestionType.NUMERIC,
    }
    assert lesson.exercises == ("vector-add", "cover-a-vector", "invert-image", "reverse-block")


def test_lesson_has_the_length_of_a_lesson() -> None:
    text = (ROOT / "lessons/03-threads-blocks-grids/en.md").read_text("utf-8").split("---", 2)[2]
    prose = re.sub(r"^::::\{quiz\}.*?^::::$|```.*?```|^:.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert 1_200 <= len(prose.split()) <= 2_200


def test_figures_use_only_classes_that_have_a_style() -> None:
    css = (ROOT / "static/css/figures.css").read_text("utf-8")
    for figure in ROOT.glob("lessons/*/figures/*.svg"):
        for classes in re.findall(r'class="([^"]*)"', figure.read_text("utf-8")):
            assert all(f".{name}" in css for name in classes.split()), (figure.name, classes)


def test_text_in_figures_can_be_read_on_a_phone() -> None:
    css = (ROOT / "static/css/figures.css").read_text("utf-8")
    assert min(int(size) for size in re.findall(r"(\d+)px / 1", css)) >= 13
    for figure in ROOT.glob("lessons/*/figures/*.svg"):
        width = re.search(r'viewBox="0 0 (\d+)', figure.read_text("utf-8"))
        assert width is not None
        assert int(width[1]) <= 380, figure.name  # a phone shows it at about its own size

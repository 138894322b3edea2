from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.loader import load_course
from app.course.models import Course, Prose

Edit = Callable[[str, str, str], Course]
LESSON = "lessons/01-one/en.md"
FIGURE = "Words.\n\n:::{figure} box\n:alt: A box.\nThe `box`.\n:::\n"


def test_header_of_a_lesson_is_read(root: Path) -> None:
    lesson = load_course(root).lessons["01-one"]
    assert (lesson.number, lesson.title, lesson.minutes) == (1, "One", 5)
    assert lesson.goals == ('Know <code translate="no">one</code>.',)


def test_figure_stands_in_the_prose_with_its_caption(edit: Edit) -> None:
    course = edit(LESSON, "Words.\n", FIGURE)
    prose = course.lessons["01-one"].parts[0]
    assert isinstance(prose, Prose)
    assert '<figure class="figure" id="fig-box"><svg viewBox="0 0 360 90" role="img"' in prose.html
    assert '<figcaption><p>The <code translate="no">box</code>.</p>' in prose.html


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (":alt: A box.\n", "", f"{LESSON}:12:1: `:alt:` is missing"),
        ("The `box`.\n", "", f"{LESSON}:12:1: the figure has no caption"),
        ("{figure} box", "{figure} tree", f"{LESSON}:12:1: there is no file figures/tree.svg beside the lesson"),
        ("The `box`.", "The <b>box</b>.", f"{LESSON}:14:5: raw HTML is off"),
    ],
)
def test_each_fault_of_a_figure_is_told(edit: Edit, old: str, new: str, fault: str) -> None:
    assert old in FIGURE
    course = edit(LESSON, "Words.\n", FIGURE.replace(old, new))
    assert str(course.faults[0]).startswith(fault)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("title: One\n", "", f"{LESSON}:2:1: `title` is missing"),
        ("title: One", "title: [One", f"{LESSON}:3:8: not YAML: "),
        ("title: One", "titel: One", f"{LESSON}:2:1: `titel` is not a key that is known here"),
        ("minutes: 5", "minutes: 0", f"{LESSON}:6:1: `minutes` should be greater than 0"),
        ("  - Know `one`.\n", "  x: y\n", f"{LESSON}:4:1: `goals` should be a list"),
        ("Own knowledge", "&a b\n  - *a", f"{LESSON}:2:1: the header is a table of `key: value` lines"),
        ("---\ntitle", "title", f"{LESSON}:1:1: the file starts with a header"),
        ("---\nWords", "Words", f"{LESSON}:1:1: the header is never closed"),
        ("Know `one`", "Know <b>", f"{LESSON}:5:10: raw HTML is off"),
        ("{exercise} double", "{exercise} dubble", f"{LESSON}:21:1: there is no exercise `dubble` in kernels"),
        (":::{exercise} double\n", ":::{exercise} double\nNow.\n", f"{LESSON}:22:1: `exercise` has no body"),
        ("Words.", "## Goals", f"{LESSON}:10:1: the id `goals` is used twice"),
        ("Words.", ":::{exercise} double\n:::", f"{LESSON}:22:1: the id `e-double` is used twice"),
        ("Words.", ":::{hint}\na\n:::", f"{LESSON}:10:1: `hint` cannot stand in a lesson outside a question"),
    ],
)
def test_each_fault_of_a_lesson_is_told(edit: Edit, old: str, new: str, fault: str) -> None:
    course = edit(LESSON, old, new)
    assert any(str(line).startswith(fault) for line in course.faults), course.faults
    assert course.lessons == {}


def test_two_questions_with_one_id_are_a_fault(root: Path) -> None:
    text = (root / LESSON).read_text("utf-8")
    quiz = text[text.index("::::{quiz}") : text.index(":::{exercise}")]
    (root / LESSON).write_text(text + "\n" + quiz, "utf-8")
    assert [str(f) for f in load_course(root).faults] == [f"{LESSON}:24:1: the id `q-first` is used twice"]


def test_folder_without_a_number_is_a_fault(root: Path) -> None:
    (root / "lessons/01-one").rename(root / "lessons/one")
    (fault,) = load_course(root).faults
    assert "called like `03-threads-blocks-grids`, not `one`" in fault.message


def test_lesson_that_is_too_large_is_a_fault(root: Path) -> None:
    (root / LESSON).write_text("a" * 200_000, "utf-8")
    assert [f.message for f in load_course(root).faults] == ["the file is larger than 131,072 bytes"]

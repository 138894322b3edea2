"""Tracks of lessons, and the papers beside them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.loader import Reader, load_course
from app.course.models import Course

Edit = Callable[[str, str, str], Course]
LESSON, TRACKS, PAPER = "lessons/01-one/en.md", "lessons/tracks.toml", "lessons/placement/en.md"
TOML = """\
[[tracks]]
id = "first"
title = "First"
summary = "One lesson."
lessons = ["01-one"]
"""
ASKED = """\
---
title: Where to start
summary: Two questions.
minutes: 5
---
Words.

::::{quiz} count
:type: numeric
:answer: 4
:concept: guard
How many?

- right
  > Four.
- otherwise
  > Count.
::::
"""
GLOSSARY = """\
[index]
term = "index"
definition = "A place."
lesson = "01-one"

[guard]
term = "guard"
definition = "A comparison."
lesson = "01-one"
"""


@pytest.fixture
def outline(root: Path) -> Path:
    (root / PAPER).parent.mkdir()
    for name, text in ((TRACKS, TOML), (PAPER, ASKED), ("lessons/glossary.toml", GLOSSARY)):
        (root / name).write_text(text, "utf-8")
    return root


def faults(course: Course) -> list[str]:
    return [str(fault) for fault in course.faults]


def test_tracks_hold_the_lessons_in_their_order(outline: Path) -> None:
    course = load_course(outline)
    assert faults(course) == []
    (track,) = course.tracks
    assert (track.id, track.title, track.lessons) == ("first", "First", ("01-one",))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('["01-one"]', '["01-one", "02-two"]', "5:1: there is no lesson `02-two`"),
        ('["01-one"]', '["01-one", "01-one"]', "5:1: the lesson `01-one` stands here for the second time"),
        ('["01-one"]', "[]", "5:1: `tracks.1.lessons` should not be empty"),
        ('"01-one"', '"02-two"', "5:1: the lesson `01-one` is in no track"),
        ('title = "First"', "title = 1", "3:1: `tracks.1.title` should be text"),
        ("[[tracks]]", "[[tracks]", "1:9: not TOML"),
    ],
)
def test_each_fault_of_the_tracks_is_told(outline: Path, edit: Edit, old: str, new: str, fault: str) -> None:
    found = faults(edit(TRACKS, old, new))
    assert any(line.startswith(f"{TRACKS}:{fault}") for line in found), found


def test_a_paper_is_read_beside_the_lessons(outline: Path) -> None:
    course = load_course(outline)
    assert list(course.lessons) == ["01-one"]
    paper = course.papers["placement"]
    assert (paper.number, paper.title, [q.concept for q in paper.questions]) == (0, "Where to start", ["guard"])


def test_a_paper_can_be_linked_to_as_the_page_that_it_is(outline: Path, edit: Edit) -> None:
    assert faults(edit(LESSON, "Words.", "[w](/placement)")) == []
    found = faults(edit(LESSON, "/placement", "/lessons/placement"))
    assert found == [f"{LESSON}:10:3: the link leads nowhere: there is no lesson `placement`"]


def test_a_paper_that_is_not_there_cannot_be_linked_to(outline: Path, edit: Edit) -> None:
    assert faults(edit(LESSON, "Words.", "[w](/inventory)"))[0].endswith("the course has no `/inventory`")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (":concept: guard\n", "", "8:1: `:concept:` is missing"),
        (":concept: guard", ":concept: gard", "11:12: the link leads nowhere: the glossary has no term `gard`"),
        ("Words.", ":::{exercise} double\n:::", "6:1: `exercise` cannot stand in a paper outside a question"),
        ("minutes: 5", "goals: 5", "4:1: `goals` is not a key that is known here"),
    ],
)
def test_each_fault_of_a_paper_is_told(outline: Path, edit: Edit, old: str, new: str, fault: str) -> None:
    found = faults(edit(PAPER, old, new))
    assert any(line.startswith(f"{PAPER}:{fault}") for line in found), found


def test_what_a_paper_asks_with_a_program_has_to_be_proved(outline: Path, edit: Edit) -> None:
    program = (
        ":type: predict\n:concept: guard\nWhat?\n\n```python\nprint(4)\n```\n\n- [x] 4\n  > A\n- [ ] 3\n  > B\n::::\n"
    )
    (outline / PAPER).write_text(ASKED.partition(":type:")[0] + program, "utf-8")
    assert [subject.name for subject in Reader(outline).subjects()] == ["kernels/double", "lessons/placement"]

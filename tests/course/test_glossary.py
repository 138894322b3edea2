"""Terms, versions, and what links and concepts may name."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.loader import load_course
from app.course.models import Course, Prose
from app.course.versions import load_versions

ROOT = Path(__file__).parents[2]
Edit = Callable[[str, str, str], Course]
LESSON, FILE = "lessons/01-one/en.md", "lessons/glossary.toml"
TERM = """\
[index]
term = "Index"
definition = "Which element a `thread` takes: see [guard](/glossary#guard)."
lesson = "01-one"
names = { de = "Index", ja = "添字" }

[guard]
term = "Guard"
definition = "The comparison that keeps surplus threads quiet."
lesson = "01-one"
"""


@pytest.fixture
def glossary(root: Path) -> Path:
    (root / FILE).write_text(TERM, "utf-8")
    (root / "lessons/versions.toml").write_text('numba-cuda = "0.30"\n', "utf-8")
    return root


def faults(course: Course) -> list[str]:
    return [str(fault) for fault in course.faults]


def test_terms_are_read_with_their_names_in_other_languages(glossary: Path) -> None:
    course = load_course(glossary)
    assert faults(course) == []
    term = course.glossary["index"]
    assert (term.term, term.lesson, term.names) == ("Index", "01-one", {"de": "Index", "ja": "添字"})
    assert '<code translate="no">thread</code> takes: see <a href="/glossary#guard">' in term.definition


def test_lessons_link_to_terms_and_to_the_pages_of_the_course(glossary: Path, edit: Edit) -> None:
    assert faults(edit(LESSON, "Words.", "[i](/glossary#index), [all](/glossary), [map](/map).")) == []


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("/glossary#warp", "the glossary has no term `warp`"),
        ("/map#warp", "`/map` has no `#warp`"),
    ],
)
def test_a_link_to_what_is_not_there_is_a_fault_with_its_place(
    glossary: Path, edit: Edit, target: str, fault: str
) -> None:
    assert faults(edit(LESSON, "Words.", f"Words\nand [w]({target})."))[0] == (
        f"{LESSON}:11:7: the link leads nowhere: {fault}"
    )


def test_a_course_without_a_glossary_has_no_terms_and_any_concepts(root: Path, edit: Edit) -> None:
    assert faults(load_course(root)) == []
    assert faults(edit(LESSON, "Words.", "[w](/glossary#warp)"))[0].endswith("the course has no `/glossary`")


def test_concepts_of_exercises_are_terms(glossary: Path, edit: Edit) -> None:
    course = edit("kernels/double/exercise.toml", 'concepts = ["index"]', 'concepts = ["index", "warp"]')
    assert faults(course) == [
        "kernels/double/exercise.toml:3:1: `concepts` names `warp`, and the glossary has no such term"
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('term = "Guard"', 'term = ""', f"{FILE}:8:1: `guard.term` should not be empty"),
        ('term = "Guard"', 'trem = "Guard"', f"{FILE}:7:1: `guard.term` is missing"),
        ("[guard]\n", "[Guard]\n", f"{FILE}:7:1: an id is a name of lower-case letters"),
        ('de = "Index"', 'deutsch = "Index"', f"{FILE}:1:1: `index.names.deutsch"),
        ("(/glossary#guard)", "(/glossary#gard)", f"{FILE}:3:57: the link leads nowhere: the glossary has no term"),
        ('"01-one"\nnames', '"02-two"\nnames', f"{FILE}:4:1: the link leads nowhere: there is no lesson `02-two`"),
        ("[guard]\n", "[guard\n", f"{FILE}:7:7: not TOML: "),
    ],
)
def test_each_fault_of_the_glossary_is_told(glossary: Path, edit: Edit, old: str, new: str, fault: str) -> None:
    found = faults(edit(FILE, old, new))
    assert any(line.startswith(fault) for line in found), found


def test_a_glossary_that_cannot_be_read_leaves_the_lessons_as_they_are(glossary: Path, edit: Edit) -> None:
    (glossary / FILE).write_text("[index", "utf-8")
    course = edit(LESSON, "Words.", "[w](/glossary#index)")
    assert list(course.lessons) == ["01-one"]
    assert len(course.faults) == 1


def test_a_version_stands_in_the_text_as_words(glossary: Path, edit: Edit) -> None:
    course = edit(LESSON, "Words.", "With numba-cuda {version}`numba-cuda`.")
    prose = course.lessons["01-one"].parts[0]
    assert isinstance(prose, Prose)
    assert "<p>With numba-cuda 0.30.</p>" in prose.html


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a\nb {version}`numba`", f"{LESSON}:11:3: there is no version of `numba`; of numba-cuda there is"),
        ("{term}`warp`", f"{LESSON}:10:1: there is no role `term`; there is {{version}}`name`"),
    ],
)
def test_an_unknown_version_or_role_is_a_fault_with_its_place(
    glossary: Path, edit: Edit, text: str, fault: str
) -> None:
    assert faults(edit(LESSON, "Words.", text)) == [fault]


def test_another_version_is_read_by_texts_that_did_not_change(glossary: Path, edit: Edit) -> None:
    edit(LESSON, "Words.", "{version}`numba-cuda`")
    assert faults(edit("lessons/versions.toml", "numba-cuda", "numba")) == [
        f"{LESSON}:10:1: there is no version of `numba-cuda`; of numba there is"
    ]


def test_further_reading_stands_in_the_header_as_inline_markdown(edit: Edit) -> None:
    course = edit(LESSON, "goals:\n", "reading:\n  - '[One](/lessons/01-one), because it is *short*.'\ngoals:\n")
    assert course.lessons["01-one"].reading == ('<a href="/lessons/01-one">One</a>, because it is <em>short</em>.',)


def test_a_link_in_further_reading_is_checked_where_it_stands(edit: Edit) -> None:
    found = faults(edit(LESSON, "goals:\n", "reading:\n  - '[One](/lessons/02-two)'\ngoals:\n"))
    assert found == [f"{LESSON}:5:10: the link leads nowhere: there is no lesson `02-two`"]


def test_our_versions_are_those_that_are_installed() -> None:
    locked = dict(re.findall(r"^([\w-]+)==([\d.]+)", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE))
    oldest = re.search(r'requires-python = ">=(\d+\.\d+)', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert oldest is not None
    locked |= {"cuda": locked["cuda-toolkit"], "python": oldest[1]}
    named = load_versions(ROOT).named
    assert {"cuda", "numba-cuda", "numpy", "python"} <= named.keys()
    for name, version in named.items():
        assert f"{locked[name]}.".startswith(f"{version}."), name

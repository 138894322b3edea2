"""The course that is shipped has everything that was promised of each lesson."""

import re
from collections import Counter
from pathlib import Path

import pytest

from app.course.directives import EXPLORABLES
from app.course.models import ExplorablePart, Lesson, QuestionType
from app.web.phrases import Phrases
from tests.taught import taught

ROOT = Path(__file__).parents[2]
LESSONS = sorted(path.parent.name for path in ROOT.glob("lessons/[0-9][0-9]-*/en.md"))
_LEFT_OUT = re.compile(
    r"^(?P<fence>:{3,})\{(?:quiz|exercise)\}.*?^(?P=fence)$|^```.*?^```$|^:.*?$", re.DOTALL | re.MULTILINE
)


def text(slug: str) -> str:
    """Without the header."""
    return (ROOT / "lessons" / slug / "en.md").read_text("utf-8").split("\n---\n", 1)[1]


def lesson(slug: str) -> Lesson:
    return taught().lessons[slug]


def test_there_are_eighteen_lessons_in_four_tracks() -> None:
    assert [slug[:2] for slug in LESSONS] == [f"{number:02}" for number in range(1, 19)]
    assert [len(track.lessons) for track in taught().tracks] == [8, 4, 3, 3]


@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_has_the_length_of_a_lesson(slug: str) -> None:
    words = len(_LEFT_OUT.sub("", text(slug)).split())
    assert 1_200 <= words <= 2_200


@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_asks_in_three_ways_and_asks_why(slug: str) -> None:
    questions = lesson(slug).questions
    assert len(questions) >= 5
    assert len({question.type for question in questions}) >= 3
    assert any(question.id.startswith("why-") for question in questions)


@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_has_two_to_four_exercises(slug: str) -> None:
    assert 2 <= len(lesson(slug).exercises) <= 4


@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_has_an_explorable_and_a_figure(slug: str) -> None:
    assert any(isinstance(part, ExplorablePart) for part in lesson(slug).parts)
    assert re.search(r"^:::+\{figure\} .*\n:alt: ", text(slug), re.MULTILINE)


@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_ends_with_a_summary_of_one_paragraph(slug: str) -> None:
    after = re.split(r"^## Summary.*$", text(slug), flags=re.MULTILINE)
    assert len(after) == 2
    assert len(re.split(r"\n{2,}", after[1].strip())) == 1


@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_names_its_sources_and_what_to_read_next(slug: str) -> None:
    assert lesson(slug).sources
    assert 2 <= len(lesson(slug).reading) <= 5
    assert "](/glossary#" in text(slug)


@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_writes_down_no_version(slug: str) -> None:
    whole = (ROOT / "lessons" / slug / "en.md").read_text("utf-8")
    assert re.findall(r"(?:numba-cuda|NumPy|CUDA|Python|version) \d+\.\d+", whole) == []


def test_all_eight_types_of_question_are_used() -> None:
    questions = [question for one in taught().lessons.values() for question in one.questions]
    assert {question.type for question in questions} == set(QuestionType)


def test_there_are_forty_five_exercises_of_all_kinds() -> None:
    kinds = Counter(exercise.kind for exercise in taught().exercises.values())
    assert kinds.total() >= 45
    assert set(kinds) == {"kernel", "launch", "program"}


@pytest.mark.parametrize("slug", sorted(path.parent.name for path in ROOT.glob("kernels/*/exercise.toml")))
def test_exercise_meets_misunderstandings_and_gives_hints(slug: str) -> None:
    exercise = taught().exercises[slug]
    assert len(exercise.wrong) >= 3
    assert len(exercise.text("en").hints) >= 2
    assert exercise.concepts
    assert any(slug in {*one.exercises, *(q.exercise for q in one.questions)} for one in taught().lessons.values())


def test_every_term_is_taught_and_named_in_the_languages_to_come() -> None:
    for term in taught().glossary.values():
        assert term.lesson in taught().lessons, term.id
        assert set(term.names) == {"de", "ja", "id", "ko"}, term.id


@pytest.mark.parametrize(("paper", "asked"), [("placement", 12), ("inventory", 20)])
def test_papers_ask_about_the_first_track(paper: str, asked: int) -> None:
    questions = taught().papers[paper].questions
    assert len(questions) == asked
    taught_by = {taught().glossary[question.concept].lesson for question in questions}
    assert taught_by <= {*taught().tracks[0].lessons, "17-measuring-honestly"}


def test_placement_asks_about_every_lesson_of_the_first_track() -> None:
    questions = taught().papers["placement"].questions
    assert {taught().glossary[q.concept].lesson for q in questions} == set(taught().tracks[0].lessons)


def test_every_explorable_is_used_has_words_and_is_in_the_guide() -> None:
    used = {part.name for one in taught().lessons.values() for part in one.parts if isinstance(part, ExplorablePart)}
    guide = (ROOT / "docs/authors.md").read_text("utf-8")
    assert used == EXPLORABLES
    for name in EXPLORABLES:
        assert (ROOT / f"static/js/explorables/{name}.js").is_file(), name
        assert f"| `{name}` |" in guide, name
        assert Phrases().section(f"explorable.{name}"), name

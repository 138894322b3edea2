"""What learners send: forms, and answers to every type of question. All that is wrong with it is a BadInputError."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from app.course.lessons import Shelf, read_lesson
from app.course.models import LaunchKey, OrderKey, Question
from app.errors import BadInputError
from app.grading.assembly import assembled, launch_text
from app.grading.quiz import mark
from app.grading.source import readable
from app.grading.words import Words
from app.protocol.compiled import CompileError
from app.web.body import Form
from app.web.drafts import refused_in, revision_in
from app.web.phrases import Phrases
from app.web.questions import body
from app.web.visitors import negotiated, theme_named, token_in
from tests.fuzz.target import CORPUS


@cache
def questions() -> tuple[Question, ...]:
    """One of each type, from the seed of the lesson parser."""
    text = (CORPUS / "lesson" / "every-type.md").read_text("utf-8")
    shelf = Shelf(Path("/nowhere"), {"scale": "kernel", "pick": "launch"})
    loaded = read_lesson(text, Path("/nowhere/lessons/01-any"), shelf)
    assert loaded.lesson is not None, loaded.faults
    return loaded.lesson.questions


def form(data: bytes) -> None:
    """A form: first as what the exercise's page sends, then as the answer to every question."""
    try:
        sent = Form(data)
    except BadInputError as error:
        said(error)
        return
    revision_in(sent), refused_in(sent)
    with suppress(CompileError):
        assert len(readable(sent.raw("source"), 1 << 16)) <= 1 << 16
    try:
        given = sent.texts("answer")
    except BadInputError as error:
        said(error)
        return
    for question in questions():
        answer(question, given)


def answer(question: Question, given: list[str]) -> None:
    """Marked, or turned into what is run, or refused with a sentence; and shown again in every case."""
    marking = None
    try:
        if isinstance(question.key, OrderKey):
            assembled(question.key, given)
        elif isinstance(question.key, LaunchKey):
            launch_text(question.key, given)
        else:
            marking = mark(question, given)
    except BadInputError as error:
        said(error)
    body(question, given, marking)


def said(error: BadInputError) -> None:
    """There is a sentence, and its slots are filled."""
    phrases = Phrases("en")
    text = phrases(error.key, **error.args_) if error.key in phrases else Words("en").sentence(error.key, error.args_)
    assert text.strip()


def headers(data: bytes) -> None:
    """What a browser says of itself: whatever it is, there is a language, a theme or none, a token or none."""
    text = data.decode("latin-1")
    asked, _, rest = text.partition("\n")
    cookie, _, accept = rest.partition("\n")
    assert negotiated(asked, cookie, accept) == "en"
    theme_named(text)
    assert (token := token_in(text)) is None or len(token) == 43

"""Reads a `quiz` fence as a Question. Each type has a file of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping

from app.course.directives import Directive
from app.course.faults import Faults
from app.course.markdown import Markdown
from app.course.models import Question, QuestionType
from app.course.questions.choices import read_choices
from app.course.questions.hashes import version_of
from app.course.questions.launch import read_launch
from app.course.questions.match import read_match
from app.course.questions.numeric import read_numeric
from app.course.questions.order import read_order
from app.course.questions.pieces import Draft, Made, read_pieces
from app.course.questions.predict import read_predict
from app.course.questions.text import read_text

BELONG = {
    "answer": (QuestionType.NUMERIC, QuestionType.TEXT, QuestionType.PREDICT),
    "tolerance": (QuestionType.NUMERIC, QuestionType.PREDICT),
    "unit": (QuestionType.NUMERIC, QuestionType.PREDICT),
    "exercise": (QuestionType.ORDER, QuestionType.LAUNCH),
    "dims": (QuestionType.LAUNCH,),
    "finding": (QuestionType.PREDICT,),
}


def read_question(
    directive: Directive, markdown: Markdown, exercises: Mapping[str, str | None] | None = None
) -> Question | None:
    """The question, or None where it has faults, which then are among the Markdown's.

    `exercises` is the kind of each exercise by its name, None for the kind of one that has faults itself.
    """
    before = len(markdown.faults.found)
    type_ = _type(directive, markdown.faults)
    pieces = read_pieces(directive, type_, markdown)
    made = None
    if type_ is not None:
        _check_options(directive, type_, markdown.faults)
        made = _made(Draft(type_, directive, pieces, markdown, exercises or {}))
    if type_ is None or made is None or len(markdown.faults.found) > before:
        return None
    concept = directive.options.get("concept")
    if concept is not None:
        markdown.link(f"/glossary#{concept.value}", concept.line, 12)
    version = version_of(json.dumps([directive.argument, type_, *made.meaning]))
    return Question(
        directive.argument,
        type_,
        pieces.prompt,
        made.key,
        pieces.hints,
        version,
        directive.line,
        made.program,
        concept.value if concept is not None else "",
    )


def _made(draft: Draft) -> Made | None:
    match draft.type:
        case QuestionType.SINGLE | QuestionType.MULTIPLE:
            return read_choices(draft)
        case QuestionType.NUMERIC:
            return read_numeric(draft)
        case QuestionType.TEXT:
            return read_text(draft)
        case QuestionType.MATCH:
            return read_match(draft)
        case QuestionType.ORDER:
            return read_order(draft)
        case QuestionType.LAUNCH:
            return read_launch(draft)
        case QuestionType.PREDICT:
            return read_predict(draft)


def _type(directive: Directive, faults: Faults) -> QuestionType | None:
    setting = directive.options.get("type")
    if setting is None:
        faults.add(directive.line, 1, f"`:type:` is missing: {', '.join(QuestionType)}")
        return None
    if setting.value not in set(QuestionType):
        faults.add(setting.line, 8, f"there is no type `{setting.value}`; there are {', '.join(QuestionType)}")
        return None
    return QuestionType(setting.value)


def _check_options(directive: Directive, type_: QuestionType, faults: Faults) -> None:
    for name, setting in directive.options.items():
        types = BELONG.get(name, (type_,))
        if type_ not in types:
            faults.add(setting.line, 2, f"the option `{name}` belongs to questions of type {', '.join(types)}")

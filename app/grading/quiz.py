"""Marks an answer to a question. The keys never leave the server before an answer has come."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.course.models import NumericKey, Question, QuestionType
from app.domain.learner import AnswerState
from app.errors import BadInputError


@dataclass(frozen=True, slots=True)
class OptionMark:
    key: str
    chosen: bool
    correct: bool  # whether the option belongs to the right answer
    feedback: str  # HTML


@dataclass(frozen=True, slots=True)
class Marking:
    state: AnswerState
    options: tuple[OptionMark, ...]  # every option, in the question's order; empty for numeric
    feedback: str  # HTML; empty where the options say it


def mark(question: Question, answer: Sequence[str]) -> Marking:
    """Mark what the form held: option keys, or one number as text. Raises BadInputError on what no form sends."""
    if isinstance(question.key, NumericKey):
        return _numeric(question.key, answer)
    return _options(question, answer)


def _options(question: Question, answer: Sequence[str]) -> Marking:
    chosen = set(answer)
    if not chosen:
        raise BadInputError("input.no_answer")
    if unknown := chosen - {option.key for option in question.options}:
        raise BadInputError("input.unknown_option", option=min(unknown)[:40])
    if question.type is QuestionType.SINGLE and len(chosen) != 1:
        raise BadInputError("input.one_answer")
    marks = tuple(OptionMark(o.key, o.key in chosen, o.correct, o.feedback) for o in question.options)
    right = sum(m.chosen == m.correct for m in marks)
    hits = any(m.chosen and m.correct for m in marks)
    if right == len(marks):
        state = AnswerState.CORRECT
    elif question.type is QuestionType.MULTIPLE and hits:
        state = AnswerState.PARTLY
    else:
        state = AnswerState.WRONG
    return Marking(state, marks, "")


def _numeric(key: NumericKey, answer: Sequence[str]) -> Marking:
    value = number(answer[0] if answer else "")
    if abs(value - key.value) <= key.tolerance:
        return Marking(AnswerState.CORRECT, (), key.feedback)
    for trap in key.traps:
        if abs(value - trap.value) <= key.tolerance:
            return Marking(AnswerState.WRONG, (), trap.feedback)
    return Marking(AnswerState.WRONG, (), key.otherwise)


def number(text: str) -> float:
    """Read a number as people write it: 1,024 or 1 024 or 1024 or 0,5 or 1e3. Raises BadInputError.

    A comma with exactly three digits behind each is a thousands separator, unless a 0 stands before it, as nobody
    counts in thousands of nothing; any other single comma is a decimal one.
    """
    compact = text.strip().replace(" ", "").replace("\u00a0", "").replace("\u202f", "").replace("_", "")
    if "," in compact:
        head, *groups = compact.split(",")
        leading = head.lstrip("+-")
        grouped = all(len(g.partition(".")[0]) == 3 for g in groups)
        thousands = leading.isdigit() and not leading.startswith("0") and grouped
        compact = compact.replace(",", "" if thousands else ".")
    if not compact or len(compact) > 40:
        raise BadInputError("input.no_number" if not compact else "input.not_a_number", text=text[:40])
    try:
        value = float(compact)
    except ValueError:
        raise BadInputError("input.not_a_number", text=text[:40]) from None
    if not math.isfinite(value):
        raise BadInputError("input.not_a_number", text=text[:40])
    return value

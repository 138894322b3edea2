"""Marks an answer to a question. The keys never leave the server before an answer has come.

What is marked by a run, the types `order` and `launch`, is read by app.grading.assembly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.course.models import Choices, MatchKey, NumericKey, Question, QuestionType, TextKey
from app.course.wording import LONGEST, folded
from app.domain.learner import AnswerState
from app.errors import BadInputError


@dataclass(frozen=True, slots=True)
class OptionMark:
    key: str
    chosen: bool
    correct: bool  # whether the option belongs to the right answer
    feedback: str  # HTML


@dataclass(frozen=True, slots=True)
class PairMark:
    key: str
    chosen: str  # key of what was put beside it
    right: str  # key of what belongs there
    feedback: str  # HTML; where a distractor was chosen, what to say to that comes first

    @property
    def correct(self) -> bool:
        return self.chosen == self.right


@dataclass(frozen=True, slots=True)
class Marking:
    state: AnswerState
    options: tuple[OptionMark, ...]  # every option, in the question's order; empty unless it has options
    feedback: str  # HTML; empty where the options or pairs say it
    pairs: tuple[PairMark, ...] = ()  # every pair, in the question's order; of a `match` question


def mark(question: Question, answer: Sequence[str]) -> Marking:
    """Mark what the form held: option keys, one number or words, or `PAIR:CHOICE` for each pair.

    Raises BadInputError on what cannot be marked, and TypeError for a question that only a run can mark.
    """
    match question.key:
        case NumericKey() as key:
            return _numeric(key, answer)
        case TextKey() as key:
            return _text(key, answer)
        case MatchKey() as key:
            return _match(key, answer)
        case Choices():
            return _options(question, answer)
    raise TypeError(f"a question of type {question.type} is marked by a run")


def _options(question: Question, answer: Sequence[str]) -> Marking:
    chosen = set(answer)
    if not chosen:
        raise BadInputError("input.no_answer")
    if unknown := chosen - {option.key for option in question.options}:
        raise BadInputError("input.unknown_option", option=min(unknown)[:40])
    if question.type is not QuestionType.MULTIPLE and len(chosen) != 1:
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


def _text(key: TextKey, answer: Sequence[str]) -> Marking:
    given = answer[0] if answer else ""
    if len(given) > LONGEST:
        raise BadInputError("input.long_text", most=LONGEST)
    words = folded(given)
    if not words:
        raise BadInputError("input.no_text")
    if words in {folded(text) for text in key.accepted}:
        return Marking(AnswerState.CORRECT, (), key.feedback)
    said = {folded(trap.text): trap.feedback for trap in key.traps}
    return Marking(AnswerState.WRONG, (), said.get(words, key.otherwise))


def _match(key: MatchKey, answer: Sequence[str]) -> Marking:
    chosen = _chosen(key, answer)
    if not chosen:
        raise BadInputError("input.no_answer")
    if left := len(key.pairs) - len(chosen):
        raise BadInputError("input.pairs_left", left=left, total=len(key.pairs))
    lures = {choice.key: choice.feedback for choice in key.choices}
    marks = tuple(PairMark(p.key, chosen[p.key], p.right, lures[chosen[p.key]] + p.feedback) for p in key.pairs)
    hits = sum(m.correct for m in marks)
    partly = AnswerState.PARTLY if hits else AnswerState.WRONG
    return Marking(AnswerState.CORRECT if hits == len(marks) else partly, (), "", marks)


def _chosen(key: MatchKey, answer: Sequence[str]) -> dict[str, str]:
    """Choice by pair, without the pairs that were left open. Raises BadInputError."""
    pairs, choices = {pair.key for pair in key.pairs}, {choice.key for choice in key.choices}
    chosen: dict[str, str] = {}
    for entry in answer:
        pair, _, choice = entry.partition(":")
        if not choice:
            continue
        if pair not in pairs or choice not in choices:
            raise BadInputError("input.unknown_option", option=entry[:40])
        if chosen.setdefault(pair, choice) != choice:
            raise BadInputError("input.pair_twice")
    return chosen


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

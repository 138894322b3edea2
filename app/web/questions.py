"""What each type of question shows: its form, filled as the learner left it, and once it is marked what was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.course.models import Block, Choices, LaunchKey, MatchKey, NumericKey, OrderKey, Question, QuestionType
from app.grading.quiz import Marking

Mark = Literal["right", "wrong", "missed", "spared"]  # chosen and so, chosen and not, not chosen and so, not chosen

AXES = ("x", "y", "z")
_LONGEST = 100  # characters of an answer that are shown again


@dataclass(frozen=True, slots=True)
class OptionView:
    key: str
    html: str
    chosen: bool
    mark: Mark | None  # None before an answer
    feedback: str  # HTML


@dataclass(frozen=True, slots=True)
class OptionsBody:
    options: tuple[OptionView, ...]
    several: bool

    kind = "options"


@dataclass(frozen=True, slots=True)
class FieldBody:
    """A number or a word."""

    value: str
    unit: str
    numeric: bool

    kind = "field"


@dataclass(frozen=True, slots=True)
class ChoiceView:
    value: str  # what the form sends
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RowView:
    key: str
    html: str
    choices: tuple[ChoiceView, ...]
    mark: Mark | None
    feedback: str  # HTML


@dataclass(frozen=True, slots=True)
class MatchBody:
    rows: tuple[RowView, ...]

    kind = "match"


@dataclass(frozen=True, slots=True)
class BlockView:
    key: str
    html: str
    place: int  # 1 is first; 0 where it is not used


@dataclass(frozen=True, slots=True)
class OrderBody:
    """`blocks` stand as the learner has put them, those not used last."""

    given: str  # HTML, or empty
    blocks: tuple[BlockView, ...]

    kind = "order"


@dataclass(frozen=True, slots=True)
class AxesView:
    """`name` is "grid" or "block"; `fields` are (axis, value)."""

    name: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LaunchBody:
    grid: AxesView
    block: AxesView

    kind = "launch"


Body = OptionsBody | FieldBody | MatchBody | OrderBody | LaunchBody


def body(question: Question, shown: Sequence[str], marking: Marking | None) -> Body:
    """`shown` is what the form holds, as it was sent; `marking` is None before an answer."""
    key = question.key
    if isinstance(key, Choices):
        return OptionsBody(_options(key, shown, marking), question.type is QuestionType.MULTIPLE)
    if isinstance(key, MatchKey):
        return MatchBody(_rows(key, _pairs(shown), marking))
    if isinstance(key, OrderKey):
        return OrderBody(key.given.html if key.given is not None else "", _blocks(key.blocks, shown))
    if isinstance(key, LaunchKey):
        return _launch(key.dims, shown)
    value = shown[0][:_LONGEST] if shown else ""
    numeric = isinstance(key, NumericKey)
    return FieldBody(value, key.unit if isinstance(key, NumericKey) else "", numeric)


def _options(key: Choices, shown: Sequence[str], marking: Marking | None) -> tuple[OptionView, ...]:
    if marking is None:
        return tuple(OptionView(o.key, o.html, o.key in shown, None, "") for o in key.options)
    marks = {m.key: m for m in marking.options}
    return tuple(
        OptionView(
            o.key, o.html, o.key in shown, _mark(chosen=marks[o.key].chosen, correct=marks[o.key].correct), o.feedback
        )
        for o in key.options
    )


def _mark(*, chosen: bool, correct: bool) -> Mark:
    if chosen:
        return "right" if correct else "wrong"
    return "missed" if correct else "spared"


def _rows(key: MatchKey, chosen: Mapping[str, str], marking: Marking | None) -> tuple[RowView, ...]:
    marks = {m.key: m for m in marking.pairs} if marking is not None else {}
    return tuple(
        RowView(
            key=pair.key,
            html=pair.html,
            choices=tuple(
                ChoiceView(f"{pair.key}:{choice.key}", choice.text, chosen.get(pair.key) == choice.key)
                for choice in key.choices
            ),
            mark=("right" if marks[pair.key].correct else "wrong") if pair.key in marks else None,
            feedback=marks[pair.key].feedback if pair.key in marks else "",
        )
        for pair in key.pairs
    )


def _blocks(blocks: Sequence[Block], shown: Sequence[str]) -> tuple[BlockView, ...]:
    places = _places(shown)
    views = [BlockView(block.key, block.html, places.get(block.key, 0)) for block in blocks]
    return tuple(sorted(views, key=lambda view: view.place or len(views) + 1))


def _places(shown: Sequence[str]) -> dict[str, int]:
    """From keys in their order, as they are kept, or from `KEY:PLACE`, as a form that was refused sent them."""
    if not any(":" in text for text in shown):
        return {key: place for place, key in enumerate(shown, 1)}
    return {key: int(place) for key, place in _pairs(shown).items() if place.isdecimal()}


def _pairs(shown: Sequence[str]) -> dict[str, str]:
    return {left: right for left, _, right in (text.partition(":") for text in shown)}


def _launch(dims: int, shown: Sequence[str]) -> LaunchBody:
    values = [text[:_LONGEST] for text in shown] if len(shown) == 2 * dims else [""] * (2 * dims)
    axes = AXES[:dims]
    return LaunchBody(
        AxesView("grid", tuple(zip(axes, values[:dims], strict=True))),
        AxesView("block", tuple(zip(axes, values[dims:], strict=True))),
    )

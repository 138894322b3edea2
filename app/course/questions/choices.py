"""The types `single` and `multiple`: options, each right or wrong."""

from __future__ import annotations

from collections.abc import Iterator

from app.course.models import Choices, Option, QuestionType
from app.course.questions.hashes import key_of
from app.course.questions.lint import option_faults
from app.course.questions.pieces import Draft, Item, Made


def read_choices(draft: Draft) -> Made:
    """The key; what it means has no regard to the order of options."""
    items = draft.pieces.items
    for item in items:
        if item.right is None:
            draft.fault(item.line, "an answer starts with `[ ]` or, where it is right, with `[x]`")
        elif not item.text:
            draft.fault(item.line, "this answer is empty")
    for sentence, line in (
        *_key_faults(draft.type, items, draft.line),
        *option_faults((i.plain, i.line) for i in items),
    ):
        draft.fault(line, sentence)
    options = tuple(Option(key_of(item.text), item.html, item.right is True, item.feedback) for item in items)
    return Made(Choices(options), (sorted([item.text, item.right is True] for item in items), None))


def _key_faults(type_: QuestionType, items: tuple[Item, ...], line: int) -> Iterator[tuple[str, int]]:
    if not items:
        return
    right = [item for item in items if item.right]
    if len(items) < 2:
        yield "one answer is no choice", line
    if not right:
        yield "no answer is right", line
    if type_ is not QuestionType.MULTIPLE and len(right) > 1:
        yield f"this is the second right answer of a `{type_}` question", right[1].line

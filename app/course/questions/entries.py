"""Lists that say what to reply: an entry `right`, an entry `otherwise`, and others by what a learner did."""

from __future__ import annotations

from collections.abc import Iterable

from app.course.questions.pieces import Draft, Item

RIGHT, OTHERWISE = "right", "otherwise"


def replies(draft: Draft) -> tuple[str, str] | None:
    """Feedback of `right` and of `otherwise`; None, and a fault, where one is missing."""
    refuse_marks(draft)
    said = {item.text: item.feedback for item in draft.pieces.items}
    for wanted in (RIGHT, OTHERWISE):
        if draft.pieces.items and wanted not in said:
            draft.fault(draft.line, f"the list of {named(draft.type)} has an entry `{wanted}`")
    refuse_twice(draft, [(item.text, item) for item in draft.pieces.items if item.text in (RIGHT, OTHERWISE)])
    return (said[RIGHT], said[OTHERWISE]) if RIGHT in said and OTHERWISE in said else None


def others(draft: Draft) -> list[Item]:
    return [item for item in draft.pieces.items if item.text not in (RIGHT, OTHERWISE)]


def refuse_marks(draft: Draft) -> None:
    """`[x]` and `[ ]` have no meaning here."""
    for item in draft.pieces.items:
        if item.right is not None:
            draft.fault(item.line, "`[x]` and `[ ]` belong to questions with options")


def refuse_twice(draft: Draft, entries: Iterable[tuple[object, Item]]) -> None:
    """A fault for each entry whose key an earlier one has."""
    seen: set[object] = set()
    for key, item in entries:
        if key in seen:
            draft.fault(item.line, f"`{item.plain}` stands here twice")
        seen.add(key)


def named(type_: str) -> str:
    return f"an {type_} question" if type_[0] in "aeiou" else f"a {type_} question"

"""What to reply to a verdict, in the types that a run marks."""

from __future__ import annotations

from app.course.models import Outcomes
from app.course.questions.entries import OTHERWISE, RIGHT, named, others, refuse_twice, replies
from app.course.questions.pieces import Draft
from app.domain.verdict import VerdictKind
from app.findings import Kind

NEVER_TOLD = frozenset({"passed", "superseded", "infrastructure", "unsupported"})  # right, or no fault of the learner's
KINDS = frozenset(kind.value for kind in (*Kind, *VerdictKind)) - NEVER_TOLD


def read_outcomes(draft: Draft) -> Outcomes | None:
    said, entries = replies(draft), others(draft)
    refuse_twice(draft, [(item.plain, item) for item in entries])
    for item in entries:
        if item.plain in NEVER_TOLD:
            draft.fault(item.line, f"nobody would be told: `{item.plain}` is no outcome of a learner's answer")
        elif item.plain not in KINDS:
            places = "the kind of a finding or of a verdict"
            draft.fault(item.line, f"an entry is `{RIGHT}`, `{OTHERWISE}` or {places}, not `{item.text}`")
    return None if said is None else Outcomes(*said, {item.plain: item.feedback for item in entries})


def read_exercise(draft: Draft, kind: str) -> str:
    """The exercise that marks the question; a fault unless there is one of this kind."""
    setting = draft.directive.options.get("exercise")
    if setting is None:
        draft.fault(draft.line, f"{named(draft.type)} needs `:exercise:`, which marks it")
        return ""
    if setting.value not in draft.exercises:
        draft.fault_of("exercise", f"there is no exercise `{setting.value}` in kernels")
        return ""
    known = draft.exercises[setting.value]
    if known not in (kind, None):
        draft.fault_of(
            "exercise", f"`{setting.value}` is of kind {known}; {named(draft.type)} needs one of kind {kind}"
        )
    return setting.value

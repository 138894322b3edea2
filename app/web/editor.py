"""What stands in the editor of an exercise, and what is kept beside it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.course.models import Exercise
from app.store.drafts import Draft, Kept


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that was sent and not taken, and the revision of the draft that it was made from; 0 where unknown."""

    source: str
    revision: int


@dataclass(frozen=True, slots=True)
class EditorView:
    """What stands in the editor. `revision` is 0 where no draft is kept; `kept` is what stood there before."""

    source: str
    revision: int
    saved_at: datetime | None
    outdated: bool  # written for another version of the exercise
    unsaved: bool  # this page holds a text that was refused, and that is nowhere else
    kept: Kept | None


def editor_view(
    exercise: Exercise, draft: Draft | None, sent: str | None, refused: Refused | None = None
) -> EditorView:
    """The draft, else what was sent last, else the starter; a text that was just refused goes before them all.

    A refused one keeps the revision that it was made from: the draft that is there may be another browser's.
    """
    there = draft.revision if draft is not None else 0
    source = draft.source if draft is not None else sent if sent is not None else exercise.starter
    return EditorView(
        source=refused.source if refused is not None else source,
        revision=refused.revision if refused is not None else there,
        saved_at=draft.updated_at if draft is not None else None,
        outdated=draft is not None and draft.version != exercise.version and draft.source != exercise.starter,
        unsaved=refused is not None,
        kept=kept_beside(exercise, draft),
    )


def kept_beside(exercise: Exercise, draft: Draft | None) -> Kept | None:
    """The kept text, where it is to be had nowhere else."""
    if draft is None or draft.kept is None or draft.kept.source in (draft.source, exercise.starter):
        return None
    return draft.kept

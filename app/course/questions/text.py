"""The type `text`: words, compared as people mean them."""

from __future__ import annotations

from app.course.models import TextKey, TextTrap
from app.course.questions.entries import others, refuse_twice, replies
from app.course.questions.pieces import Draft, Made
from app.course.wording import LONGEST, folded


def read_text(draft: Draft) -> Made | None:
    accepted, said, entries = _accepted(draft), replies(draft), others(draft)
    known = {folded(text) for text in accepted}
    refuse_twice(draft, [(folded(item.plain), item) for item in entries])
    for item in entries:
        if not folded(item.plain):
            draft.fault(item.line, "this trap is empty")
        elif folded(item.plain) in known:
            draft.fault(item.line, f"the trap {item.text} would be taken as right")
    if said is None or not accepted:
        return None
    traps = tuple(TextTrap(item.plain, item.feedback) for item in entries)
    return Made(TextKey(accepted, *said, traps), (sorted(known),))


def _accepted(draft: Draft) -> tuple[str, ...]:
    setting = draft.directive.options.get("answer")
    if setting is None:
        draft.fault(draft.line, "a text question needs `:answer:`; `|` stands between several that are right")
        return ()
    texts = [text.strip() for text in setting.value.split("|")]
    seen: set[str] = set()
    for text in texts:
        if not folded(text):
            draft.fault_of("answer", "one of the answers is empty")
        elif folded(text) in seen:
            draft.fault_of("answer", f"`{text}` stands here twice: case, spaces and a closing `()` make no difference")
        elif len(text) > LONGEST:
            draft.fault_of("answer", f"an answer has {LONGEST} characters at most, because a learner's has")
        seen.add(folded(text))
    return tuple(texts)

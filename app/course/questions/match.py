"""The type `match`: lines with a left and a right side, taken apart."""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it.token import Token

from app.course.markdown import Markdown
from app.course.models import Choice, MatchKey, Pair
from app.course.questions.entries import refuse_marks
from app.course.questions.hashes import key_of, shuffled
from app.course.questions.lint import option_faults
from app.course.questions.pieces import Draft, Item, Made, plain

ARROW = "=>"
NO_TEXT = frozenset({"math_inline", "image"})


@dataclass(frozen=True, slots=True)
class Side:
    html: str
    plain: str
    is_text: bool  # whether it can be shown without HTML


@dataclass(frozen=True, slots=True)
class Entry:
    """`left.plain` is empty where the right side is a distractor."""

    left: Side
    right: Side
    item: Item

    @property
    def key(self) -> str:
        return key_of(f"{ARROW}{self.right.plain}")


def read_match(draft: Draft) -> Made:
    refuse_marks(draft)
    entries = [entry for item in draft.pieces.items if (entry := _entry(item, draft))]
    paired = [entry for entry in entries if entry.left.plain]
    _check(entries, paired, draft)
    pairs = tuple(Pair(key_of(e.left.plain), e.left.html, e.key, e.item.feedback) for e in paired)
    choices = {
        e.key: Choice(e.key, e.right.html, " ".join(e.right.plain.split()), "" if e.left.plain else e.item.feedback)
        for e in entries
    }
    order = shuffled(list(choices), draft.directive.argument, [pair.right for pair in pairs])
    meaning = sorted([entry.left.plain, entry.right.plain] for entry in entries)
    return Made(MatchKey(pairs, tuple(choices[key] for key in order)), (meaning,))


def _check(entries: list[Entry], paired: list[Entry], draft: Draft) -> None:
    if draft.pieces.items and len(paired) < 2:
        draft.fault(draft.line, f"a match question has two pairs `left {ARROW} right` or more")
    for entry in entries:
        if not entry.right.plain:
            draft.fault(entry.item.line, f"nothing stands to the right of `{ARROW}`")
        elif not entry.right.is_text:
            draft.fault(
                entry.item.line, "what stands on the right is shown in a list, which holds words and no formula"
            )
    seen: set[str] = set()
    for entry in paired:
        if entry.left.plain in seen:
            draft.fault(entry.item.line, f"`{entry.left.plain}` stands on the left twice")
        seen.add(entry.left.plain)
    for sentence, line in option_faults((e.right.plain, e.item.line) for e in entries if e.right.plain):
        draft.fault(line, sentence)


def _entry(item: Item, draft: Draft) -> Entry | None:
    """Cut an entry at its first arrow outside of code and emphasis."""
    inline = next((token for token in item.label if token.type == "inline"), None)
    alone = [token.type for token in item.label] == ["paragraph_open", "inline", "paragraph_close"]
    parts = (inline.children or []) if inline is not None and alone else []
    at = next((n for n, p in enumerate(parts) if p.type == "text" and p.level == 0 and ARROW in p.content), None)
    if inline is None or at is None:
        draft.fault(item.line, f"an entry reads `left {ARROW} right`, or `{ARROW} right` where it belongs to nothing")
        return None
    before, _, after = parts[at].content.partition(ARROW)
    left = [*parts[:at], _text(before.rstrip())]
    right = [_text(after.lstrip()), *parts[at + 1 :]]
    return Entry(_side(left, draft.markdown), _side(right, draft.markdown), item)


def _side(parts: list[Token], markdown: Markdown) -> Side:
    inline = Token("inline", "", 0, children=parts)
    is_text = not any(part.type in NO_TEXT for part in parts)
    return Side(markdown.html([inline]).strip(), plain([inline]), is_text)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)

"""Reads a `quiz` fence as a Question."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from app.course.directives import Directive
from app.course.faults import Faults
from app.course.markdown import Markdown
from app.course.models import Choices, NumericKey, Option, Question, QuestionType, Trap

MARK = re.compile(r"\[([ x])\](?:\s+|$)")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
RIGHT, OTHERWISE = "right", "otherwise"
NUMERIC_SETTINGS = ("answer", "tolerance", "unit")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the list of answers: what it says, as Markdown and as HTML, and the feedback under it."""

    text: str
    html: str
    feedback: str
    line: int
    right: bool | None = None  # from `[x]` and `[ ]`; None where there is neither


@dataclass(frozen=True, slots=True)
class Pieces:
    prompt: str
    items: list[Item]
    hints: tuple[str, ...]


def read_question(directive: Directive, markdown: Markdown) -> Question | None:
    """The question, or None where it has faults, which then are among the Markdown's."""
    before = len(markdown.faults.found)
    type_ = _type(directive, markdown.faults)
    pieces = _pieces(directive, markdown)
    options: tuple[Option, ...] = ()
    numeric = None
    if type_ is QuestionType.NUMERIC:
        numeric = _numeric(directive, pieces.items, markdown.faults)
    elif type_ is not None:
        options = _options(directive, type_, pieces.items, markdown.faults)
    if type_ is None or len(markdown.faults.found) > before:
        return None
    version = _version(directive.argument, type_, options, pieces.items, numeric)
    key = numeric or Choices(options)
    return Question(directive.argument, type_, pieces.prompt, key, pieces.hints, version, directive.line)


def _type(directive: Directive, faults: Faults) -> QuestionType | None:
    setting = directive.options.get("type")
    if setting is None:
        faults.add(directive.line, 1, f"`:type:` is missing: {', '.join(QuestionType)}")
        return None
    if setting.value not in set(QuestionType):
        faults.add(setting.line, 8, f"there is no type `{setting.value}`; there are {', '.join(QuestionType)}")
        return None
    return QuestionType(setting.value)


def _pieces(directive: Directive, markdown: Markdown) -> Pieces:
    """Cut the body into the prompt, the last list, and the hints behind it."""
    tokens = markdown.parse(directive.body, directive.body_line)
    nodes = SyntaxTreeNode([token for token in tokens if token.type != "colon_fence"]).children
    lists = [number for number, node in enumerate(nodes) if node.type == "bullet_list"]
    at = lists[-1] if lists else len(nodes)
    faults = markdown.faults
    if not nodes[:at]:
        faults.add(directive.line, 1, "the question has no prompt")
    if not lists:
        faults.add(directive.line, 1, "the question has no list of answers")
    for node in nodes[at + 1 :]:
        faults.add(_line(node), 1, "behind the list of answers come hints alone")
    items = [_item(node, markdown) for node in (nodes[at].children if lists else [])]
    hints = tuple(_hints(tokens, markdown))
    return Pieces(markdown.html(_tokens(nodes[:at])), items, hints)


def _hints(tokens: list[Token], markdown: Markdown) -> Iterator[str]:
    for token in tokens:
        if token.type == "colon_fence" and token.level == 0:
            directive = markdown.directive(token)
            if directive is not None and directive.name == "hint":
                yield markdown.hint(directive)
            elif directive is not None:
                markdown.refuse(directive, "a question")


def _item(node: SyntaxTreeNode, markdown: Markdown) -> Item:
    quotes = [number for number, child in enumerate(node.children) if child.type == "blockquote"]
    at = quotes[0] if quotes else len(node.children)
    line = _line(node)
    if not quotes or not node.children[at].children:
        markdown.faults.add(line, 1, "this answer has no feedback: a line that starts with `>` under it")
    if node.children[at + 1 :]:
        markdown.faults.add(_line(node.children[at + 1]), 1, "feedback is one quotation, and the last of its answer")
    label = _tokens(node.children[:at])
    right = _unmark(label)
    text = " ".join(" ".join(token.content for token in label if token.type in ("inline", "fence")).split())
    feedback = markdown.html(_tokens(node.children[at].children)) if quotes else ""
    return Item(text, markdown.html(label).strip(), feedback, line, right)


def _unmark(label: list[Token]) -> bool | None:
    """Take `[x] ` or `[ ] ` off the first words of an answer."""
    inline = next((token for token in label if token.type == "inline"), None)
    match = MARK.match(inline.content) if inline else None
    if inline is None or match is None or not inline.children or inline.children[0].type != "text":
        return None
    inline.content = inline.content[match.end() :]
    first = inline.children[0]
    first.content = first.content[match.end() :] if len(first.content) >= match.end() else ""
    return match[1] == "x"


def _options(directive: Directive, type_: QuestionType, items: list[Item], faults: Faults) -> tuple[Option, ...]:
    for name in NUMERIC_SETTINGS:
        if name in directive.options:
            faults.add(directive.options[name].line, 2, f"the option `{name}` belongs to numeric questions")
    for item in items:
        if item.right is None:
            faults.add(item.line, 1, "an answer starts with `[ ]` or, where it is right, with `[x]`")
        elif not item.text:
            faults.add(item.line, 1, "this answer is empty")
    for sentence, line in _key_faults(type_, items, directive.line):
        faults.add(line, 1, sentence)
    return tuple(Option(_hash(item.text, 8), item.html, item.right is True, item.feedback) for item in items)


def _key_faults(type_: QuestionType, items: list[Item], line: int) -> Iterator[tuple[str, int]]:
    if not items:
        return
    right = [item for item in items if item.right]
    if len(items) < 2:
        yield "one answer is no choice", line
    if not right:
        yield "no answer is right", line
    if type_ is QuestionType.SINGLE and len(right) > 1:
        yield "this is the second right answer of a `single` question", right[1].line
    seen: set[str] = set()
    for item in items:
        if item.text in seen:
            yield "this answer stands here twice", item.line
        seen.add(item.text)


def _numeric(directive: Directive, items: list[Item], faults: Faults) -> NumericKey | None:
    value = _setting(directive, "answer", faults)
    tolerance = _setting(directive, "tolerance", faults) if "tolerance" in directive.options else 0.0
    if "answer" not in directive.options:
        faults.add(directive.line, 1, "a numeric question needs `:answer:`")
    if tolerance is not None and tolerance < 0:
        faults.add(directive.options["tolerance"].line, 13, "a tolerance is not negative")
    for sentence, line in _entry_faults(items, directive.line, value, tolerance or 0.0):
        faults.add(line, 1, sentence)
    said = {item.text: item.feedback for item in items}
    if value is None or tolerance is None or RIGHT not in said or OTHERWISE not in said:
        return None
    unit = directive.options["unit"].value if "unit" in directive.options else ""
    traps = tuple(Trap(float(item.text), item.feedback) for item in items if NUMBER.fullmatch(item.text))
    return NumericKey(value, tolerance, unit, said[RIGHT], said[OTHERWISE], traps)


def _entry_faults(items: list[Item], line: int, value: float | None, tolerance: float) -> Iterator[tuple[str, int]]:
    texts = [item.text for item in items]
    for wanted in (RIGHT, OTHERWISE):
        if items and wanted not in texts:
            yield f"the list of a numeric question has an entry `{wanted}`", line
    seen: set[str | float] = set()
    for item in items:
        number = float(item.text) if NUMBER.fullmatch(item.text) else None
        if item.text not in (RIGHT, OTHERWISE) and number is None:
            yield f"an entry is `{RIGHT}`, `{OTHERWISE}` or a number, not `{item.text}`", item.line
        if number is not None and value is not None and abs(number - value) <= tolerance:
            yield f"the trap {item.text} would be taken as right", item.line
        key = item.text if number is None else number
        if key in seen:
            yield f"`{item.text}` stands here twice", item.line
        seen.add(key)


def _setting(directive: Directive, name: str, faults: Faults) -> float | None:
    setting = directive.options.get(name)
    if setting is None:
        return None
    if not NUMBER.fullmatch(setting.value):
        faults.add(setting.line, len(name) + 4, f"`{name}` should be a number such as 4 or 0.5, not `{setting.value}`")
        return None
    return float(setting.value)


def _version(
    id_: str, type_: QuestionType, options: tuple[Option, ...], items: list[Item], numeric: NumericKey | None
) -> str:
    """What the question asks for: not its wording, nor the order or the feedback of its answers."""
    choices = sorted((item.text, option.correct) for item, option in zip(items, options, strict=False))
    key = [numeric.value, numeric.tolerance, numeric.unit] if numeric else None
    return _hash(json.dumps([id_, type_, choices, key]), 16)


def _hash(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def _tokens(nodes: list[SyntaxTreeNode]) -> list[Token]:
    return [token for node in nodes for token in node.to_tokens()]


def _line(node: SyntaxTreeNode) -> int:
    return node.map[0] if node.map else 0

"""Cuts the body of a question into prompt, code, answers and hints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from app.course.directives import Directive
from app.course.faults import Faults
from app.course.markdown import Markdown
from app.course.models import Key, Program, QuestionType
from app.course.questions.lint import reply_faults

MARK = re.compile(r"\[([ x])\](?:\s+|$)")
GIVEN, EXTRA = "given", "extra"  # behind ```python in an `order` question
ROLES = frozenset({GIVEN, EXTRA})


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the list of answers, and the feedback under it."""

    text: str  # Markdown, on one line
    plain: str  # as it reads: no marks of code, its own line breaks
    html: str
    label: tuple[Token, ...]  # what `html` is made of
    feedback: str
    line: int
    right: bool | None = None  # from `[x]` and `[ ]`; None where there is neither


@dataclass(frozen=True, slots=True)
class Fence:
    """Python of the prompt, which ends with a newline. `line` is that of the code's first line."""

    code: str
    role: str
    html: str
    line: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """`prompt` shows the fences too, unless the question is of type `order`."""

    prompt: str
    fences: tuple[Fence, ...]
    items: tuple[Item, ...]
    hints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A question while its key is read. `exercises` is kind by name, None where an exercise has faults."""

    type: QuestionType
    directive: Directive
    pieces: Pieces
    markdown: Markdown
    exercises: Mapping[str, str | None]

    @property
    def faults(self) -> Faults:
        return self.markdown.faults

    @property
    def line(self) -> int:
        return self.directive.line

    def fault(self, line: int, message: str, column: int = 1) -> None:
        self.faults.add(line, column, message)

    def fault_of(self, option: str, message: str) -> None:
        """A fault at the value of an option that is set."""
        self.faults.add(self.directive.options[option].line, len(option) + 4, message)


@dataclass(frozen=True, slots=True)
class Made:
    """The key of a question, and what it means as JSON: a version is a hash of that."""

    key: Key
    meaning: tuple[object, ...]
    program: Program | None = None


def read_pieces(directive: Directive, type_: QuestionType | None, markdown: Markdown) -> Pieces:
    """The pieces; what is wrong with them is among the Markdown's faults."""
    ordered = type_ is QuestionType.ORDER
    tokens = markdown.parse(directive.body, directive.body_line, ROLES if ordered else frozenset())
    nodes = SyntaxTreeNode([token for token in tokens if token.type != "colon_fence"]).children
    lists = [number for number, node in enumerate(nodes) if node.type == "bullet_list"]
    at = lists[-1] if lists else len(nodes)
    code = [node for node in nodes[:at] if node.type == "fence" and _info(node)[0] == "python"]
    shown = [node for node in nodes[:at] if not ordered or node not in code]
    if not [node for node in nodes[:at] if node not in code]:
        markdown.faults.add(directive.line, 1, "the question has no prompt")
    if not lists:
        markdown.faults.add(directive.line, 1, "the question has no list of answers")
    for node in nodes[:at]:
        if ordered and node.type == "fence" and node not in code and _info(node)[1]:
            markdown.faults.add(_line(node), 4, "only ```python can be given or extra")
    for node in nodes[at + 1 :]:
        markdown.faults.add(_line(node), 1, "behind the list of answers come hints alone")
    return Pieces(
        prompt=markdown.html(_tokens(shown)),
        fences=tuple(_fence(node, markdown) for node in code),
        items=tuple(_item(node, markdown) for node in (nodes[at].children if lists else [])),
        hints=tuple(_hints(tokens, markdown)),
    )


def plain(tokens: Sequence[Token]) -> str:
    """Text as it reads, with its line breaks."""
    return "\n".join(_plain(token) for token in tokens if token.type in ("inline", "fence", "math_block")).strip()


def _plain(token: Token) -> str:
    if token.type != "inline":
        return token.content.rstrip("\n")
    return "".join("\n" if part.type.endswith("break") else part.content for part in token.children or [])


def _info(node: SyntaxTreeNode) -> tuple[str, str]:
    """The language of a fence, and what is behind it."""
    language, _, role = node.info.strip().partition(" ")
    return language, role.strip()


def _fence(node: SyntaxTreeNode, markdown: Markdown) -> Fence:
    code = node.content if node.content.endswith("\n") else f"{node.content}\n"
    return Fence(code, _info(node)[1], markdown.html(_tokens([node])), _line(node) + 1)


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
    said = _tokens(node.children[at].children) if quotes else []
    for sentence, at_line in reply_faults([(plain(said), line)]):
        markdown.faults.add(at_line, 1, sentence)
    right = _unmark(label)
    text = " ".join(" ".join(token.content for token in label if token.type in ("inline", "fence")).split())
    feedback = markdown.html(said)
    return Item(text, plain(label), markdown.html(label).strip(), tuple(label), feedback, line, right)


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


def _tokens(nodes: Sequence[SyntaxTreeNode]) -> list[Token]:
    return [token for node in nodes for token in node.to_tokens()]


def _line(node: SyntaxTreeNode) -> int:
    return node.map[0] if node.map else 0

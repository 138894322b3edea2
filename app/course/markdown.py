"""Markdown to HTML: what a lesson, an exercise's text and a question have in common."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from app.course.directives import Directive, read_directive
from app.course.faults import Faults
from app.course.highlight import LanguageError, to_html
from app.course.maths import MathsError, to_mathml
from app.course.models import Heading

ADMONITIONS = {"note": "Note", "warning": "Watch out", "think": "Stop and think"}
HEADING_ID = re.compile(r"\s*\{#([a-z0-9-]+)\}\s*$")
RAW_HTML = re.compile(r"</?[A-Za-z!]")
IMAGES = "/static/img/lessons/"
PAGES = ("/lessons/", "/exercises/", "/glossary", "/map", "/placement", "/inventory")


@dataclass(frozen=True, slots=True)
class Link:
    """A link within the course, to be checked once all of it is read."""

    path: str
    target: str
    line: int
    column: int


class Markdown:
    """Renders one file piece by piece. Everything wrong goes to `faults`; nothing is raised.

    `source` is the whole file. `text` below is always whole lines of it, `line` the 1-based line of
    the first. `root` is the folder of the course, in which images are looked up. `versions` is what
    {version}`name` stands for.
    """

    def __init__(self, source: str, faults: Faults, root: Path, versions: Mapping[str, str] | None = None) -> None:
        self.faults = faults
        self.root = root
        self.headings: list[Heading] = []
        self.ids: set[str] = set()
        self.links: list[Link] = []
        self._versions = versions or {}
        self._lines = source.split("\n")
        self._parser = _parser()

    def split(self, text: str, line: int) -> list[str | Directive]:
        """HTML and directives, in order. Notes, warnings and stops to think are HTML already."""
        blocks: list[str | Directive] = []
        pending: list[Token] = []
        for token in self.parse(text, line):
            if token.type != "colon_fence":
                pending.append(token)
                continue
            blocks.append(self.html(pending))
            pending = []
            directive = self.directive(token)
            if directive is not None:
                blocks.append(self._admonition(directive) if directive.name in ADMONITIONS else directive)
        blocks.append(self.html(pending))
        return [block for block in blocks if block]

    def render(self, text: str, line: int, where: str) -> str:
        """HTML of a text that holds no directives; `where` is what to call it in a fault."""
        blocks = self.split(text, line)
        for block in blocks:
            if isinstance(block, Directive):
                self.refuse(block, where)
        return "".join(block for block in blocks if isinstance(block, str))

    def inline(self, text: str, line: int) -> str:
        """HTML of one line, without a paragraph around it."""
        tokens = self._parser.parseInline(text)
        for token in tokens:
            token.map = [line, line + 1]
        self._finish(tokens)
        return self.html(tokens)

    def line_of(self, text: str) -> int:
        """Where a text that came from the header stands in the file; 1 where it is written in another way."""
        return next((number for number, line in enumerate(self._lines, 1) if text in line), 1)

    def hint(self, directive: Directive) -> str:
        """HTML of a hint, which cannot be empty."""
        if not directive.body.strip():
            self.faults.add(directive.line, 1, "the hint is empty")
        return self.render(directive.body, directive.body_line, "a hint")

    def refuse(self, directive: Directive, where: str) -> None:
        self.faults.add(directive.line, 1, f"`{directive.name}` cannot stand in {where}")

    def claim(self, id_: str, line: int, column: int) -> None:
        """Take an id of the page; a second claim is a fault."""
        if id_ in self.ids:
            self.faults.add(line, column, f"the id `{id_}` is used twice")
        self.ids.add(id_)

    def link(self, target: str, line: int, column: int) -> None:
        """Remember what has to be there."""
        self.links.append(Link(self.faults.path, target, line, column))

    def parse(self, text: str, line: int, roles: Collection[str] = ()) -> list[Token]:
        """Tokens whose `map` holds 1-based lines of the file, with code and maths already set.

        `roles` are words that may stand behind the language of code.
        """
        # The fence rule reads one character past the end of a text that does not end in a newline.
        tokens = self._parser.parse(text if text.endswith("\n") else text + "\n")
        for token in tokens:
            if token.map:
                token.map = [token.map[0] + line, token.map[1] + line]
        self._finish(tokens, roles)
        return tokens

    def html(self, tokens: Sequence[Token]) -> str:
        return str(self._parser.renderer.render(tokens, self._parser.options, {}))

    def directive(self, token: Token) -> Directive | None:
        """Read a `colon_fence` token."""
        start, end = _map(token)
        colons = len(token.markup)
        if not token.info.strip():
            self.faults.add(start, 1, "this closes nothing: an outer fence needs more colons than the fences inside it")
            return None
        last = self._lines[end - 2].strip() if end - 2 < len(self._lines) else ""
        if end - 1 == start or set(last) != {":"} or len(last) < colons:
            self.faults.add(start, 1, f"this fence is never closed by {colons} colons on a line of their own")
            return None
        return read_directive(token.info, token.content, colons, start, self.faults)

    def _admonition(self, directive: Directive) -> str:
        title = directive.argument or ADMONITIONS[directive.name]
        if not directive.body.strip():
            self.faults.add(directive.line, 1, f"the {directive.name} is empty")
        body = self.render(directive.body, directive.body_line, f"a {directive.name}")
        heading = self.inline(title, directive.line)
        return f'<aside class="admonition {directive.name}"><p class="admonition-title">{heading}</p>\n{body}</aside>\n'

    def _finish(self, tokens: list[Token], roles: Collection[str] = ()) -> None:
        """Set code and maths, give headings their ids, and look at every link, image and word."""
        for index, token in enumerate(tokens):
            at = token.map[0] if token.map else 1
            match token.type:
                case "heading_open":
                    self._heading(token, tokens[index + 1])
                case "fence":
                    self._code(token, at, roles)
                case "code_block":
                    self.faults.add(at, 1, "code stands between ``` fences; indented text is no code here")
                case "math_block":
                    self._maths(token, at, 1)
                case "colon_fence" if token.level or not self._lines[at - 1].startswith(":"):
                    self.faults.add(at, 1, "a fence of colons starts at the left margin, outside lists and quotes")
                case "th_open" | "td_open" if style := token.attrs.pop("style", None):
                    token.attrSet("class", str(style).replace("text-align:", "align-"))
                case "inline":
                    self._inline(token)

    def _heading(self, opening: Token, inline: Token) -> None:
        line, level = _map(opening)[0], int(opening.tag[1])
        if level not in (2, 3):
            self.faults.add(line, 1, "headings have two or three #: the title of the page is in the header")
        children = inline.children or []
        own = HEADING_ID.search(children[-1].content) if children and children[-1].type == "text" else None
        if own:
            children[-1].content = children[-1].content[: own.start()]
        text = "".join(child.content for child in children if child.type in ("text", "code_inline")).strip()
        id_ = own[1] if own else re.sub(r"\W+", "-", text.lower()).strip("-")
        if not id_:
            self.faults.add(line, 1, "the heading has no text that an id could be made of")
            return
        self.claim(id_, line, 1)
        opening.attrSet("id", id_)
        self.headings.append(Heading(id_, text, level))

    def _code(self, token: Token, line: int, roles: Collection[str]) -> None:
        language, _, role = token.info.strip().partition(" ")
        if role and not roles:
            language = token.info.strip()
        elif role and role.strip() not in roles:
            known = " or ".join(f"`{one}`" for one in sorted(roles))
            self.faults.add(line, 4, f"behind the language stands nothing or {known}, not `{role.strip()}`")
        if not language:
            self.faults.add(line, 1, "the code has no language: write ```python, or ```text for plain text")
            return
        try:
            token.meta["html"] = to_html(token.content, language)
        except LanguageError as error:
            self.faults.add(line, 4, str(error))

    def _maths(self, token: Token, line: int, column: int) -> None:
        try:
            token.meta["html"] = to_mathml(token.content.strip(), display=token.type == "math_block")
        except MathsError as error:
            self.faults.add(line, column, str(error))

    def _inline(self, token: Token) -> None:
        first, last = _map(token)
        for child in token.children or []:
            match child.type:
                case "math_inline":
                    self._maths(child, *self._find(f"${child.content}", first, last))
                case "link_open":
                    self._link(str(child.attrGet("href") or ""), first, last)
                case "myst_role":
                    self._role(child, first, last)
                case "image":
                    self._image(child, first, last)
                case "text" if raw := RAW_HTML.search(child.content):
                    place = self._find(raw[0], first, last)
                    self.faults.add(*place, "raw HTML is off and would be shown as it is; put code between backticks")
                case "text" if "](" in child.content:
                    self.faults.add(*self._find("](", first, last), "this is no link: its address is not allowed")

    def _role(self, token: Token, first: int, last: int) -> None:
        """A version becomes the text that it is; there is no other role."""
        role, name = str(token.meta["name"]), token.content.strip()
        place = self._find(f"{{{role}}}", first, last)
        if role != "version":
            self.faults.add(*place, f"there is no role `{role}`; there is {{version}}`name`")
        elif name not in self._versions:
            known = ", ".join(sorted(self._versions)) or "none"
            self.faults.add(*place, f"there is no version of `{name}`; of {known} there is")
        token.type, token.content = "text", self._versions.get(name, name)

    def _link(self, target: str, first: int, last: int) -> None:
        line, column = self._find(f"]({target}", first, last)
        if target.startswith(("#", *PAGES)):
            self.link(target, line, column)
        elif not target.startswith("https://"):
            allowed = f"https://, {', '.join(PAGES)} or #"
            self.faults.add(line, column, f"a link starts with {allowed}, not `{target}`")

    def _image(self, token: Token, first: int, last: int) -> None:
        source = str(token.attrGet("src") or "")
        line, column = self._find("![", first, last)
        if not token.content.strip():
            self.faults.add(line, column, f"the image {source} has no alternative text")
        name = source.removeprefix(IMAGES)
        if not source.startswith(IMAGES) or "/" in name or not (self.root / source.lstrip("/")).is_file():
            self.faults.add(line, column, f"there is no image `{source}`; images lie in {IMAGES.strip('/')}")

    def _find(self, needle: str, first: int, last: int) -> tuple[int, int]:
        """Line and column of a text between two lines; the start of the first where it is written otherwise."""
        for number in range(first, min(last, len(self._lines) + 1)):
            column = self._lines[number - 1].find(needle)
            if column >= 0:
                return number, column + 1
        return first, 1


def _map(token: Token) -> tuple[int, int]:
    assert token.map is not None  # every block token has one
    return token.map[0], token.map[1]


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.use(colon_fence_plugin)
    parser.use(myst_role_plugin)
    parser.use(dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False)
    for name in ("fence", "math_inline", "math_block"):
        parser.add_render_rule(name, _ready)
    parser.add_render_rule("code_inline", _code_inline)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


def _ready(_: RendererProtocol, tokens: Sequence[Token], index: int, *__: object) -> str:
    return str(tokens[index].meta.get("html", ""))


def _code_inline(_: RendererProtocol, tokens: Sequence[Token], index: int, *__: object) -> str:
    return f'<code translate="no">{escape(tokens[index].content)}</code>'


def _table_open(*_: object) -> str:
    return '<div class="table" tabindex="0"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"

"""A figure's SVG, read as strictly as the site's Content-Security-Policy, and made safe to stand in a page."""

from __future__ import annotations

import re
from html import escape
from xml.parsers import expat

from app.course.faults import Faults

ELEMENTS = frozenset({
    "svg", "g", "title", "desc", "defs", "symbol", "use", "marker", "clipPath", "path", "rect", "circle", "ellipse",
    "line", "polyline", "polygon", "text", "tspan",
})  # fmt: skip
ATTRIBUTES = frozenset({
    "id", "class", "viewBox", "preserveAspectRatio", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r",
    "rx", "ry", "width", "height", "d", "points", "transform", "text-anchor", "dominant-baseline", "marker-start",
    "marker-mid", "marker-end", "markerWidth", "markerHeight", "markerUnits", "orient", "refX", "refY", "href",
    "clip-path", "role", "aria-hidden",
})  # fmt: skip
REFERENCE = re.compile(r"url\(#([\w-]+)\)")
WIDEST = 640  # units; a wider picture cannot be read on a phone


class _Figure:
    """Takes expat's events and writes the same picture again, from known pieces alone."""

    def __init__(self, prefix: str, alt: str, faults: Faults) -> None:
        self.prefix = prefix
        self.alt = alt
        self.faults = faults
        self.out: list[str] = []
        self.title = ""
        self.path: list[str] = []
        self.ids: set[str] = set()
        self.references: list[tuple[str, int, int]] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype

    def add(self, message: str) -> None:
        self.faults.add(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, message)

    def doctype(self, *_: object) -> None:
        self.add("a figure has no DOCTYPE")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.path.append(name)
        if (name == "svg") is not (len(self.path) == 1):
            self.add(f"`{name}` cannot stand here: a figure is one svg")
        elif name not in ELEMENTS:
            self.add(f"a figure has no `{name}`")
        if name in ("title", "desc"):
            return
        pairs = self.pairs(name, attributes)
        if len(self.path) == 1:
            self.check_view(attributes)
            pairs += f' role="img" aria-labelledby="{self.prefix}-title {self.prefix}-desc"'
        self.out.append(f"<{name}{pairs}>")

    def pairs(self, name: str, attributes: dict[str, str]) -> str:
        return "".join(self.pair(key, value) for key, value in attributes.items() if not self.is_namespace(name, key))

    def is_namespace(self, name: str, key: str) -> bool:
        return name == "svg" and key == "xmlns"

    def pair(self, key: str, value: str) -> str:
        if key not in ATTRIBUTES:
            self.add(f"a figure has no attribute `{key}`: colours and fonts come from the classes of figures.css")
            return ""
        if key == "id":
            self.ids.add(value)
            value = f"{self.prefix}-{value}"
        elif key == "href":
            value = self.local(value.removeprefix("#"), value.startswith("#"))
        elif "url(" in value:
            match = REFERENCE.fullmatch(value)
            value = f"url({self.local(match[1] if match else value, match is not None)})"
        return f' {key}="{escape(value)}"'

    def local(self, id_: str, is_local: bool) -> str:
        if is_local:
            self.references.append((id_, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1))
        else:
            self.add(f"`{id_}` lies outside the figure")
        return f"#{self.prefix}-{id_}"

    def check_view(self, attributes: dict[str, str]) -> None:
        numbers = attributes.get("viewBox", "").split()
        try:
            width = float(numbers[2]) if len(numbers) == 4 else 0.0
        except ValueError:
            width = 0.0
        if not 0 < width <= WIDEST:
            self.add(f"the svg needs a viewBox of four numbers, at most {WIDEST} wide")
        if "width" in attributes or "height" in attributes:
            self.add("the svg has no width and height of its own: the page gives it its size")

    def characters(self, text: str) -> None:
        if self.path[-1] == "title" and len(self.path) == 2:
            self.title += text
        elif self.path[-1] in ("text", "tspan"):
            self.out.append(escape(text, quote=False))
        elif text.strip() and self.path[-1] != "desc":
            self.add(f"text cannot stand in `{self.path[-1]}`")

    def end(self, name: str) -> None:
        self.path.pop()
        if name not in ("title", "desc"):
            self.out.append(f"</{name}>")

    def finish(self) -> str:
        """The whole picture, "" where it has faults."""
        for id_, line, column in self.references:
            if id_ not in self.ids:
                self.faults.add(line, column, f"the figure has no id `{id_}`")
        if not self.title.strip():
            self.faults.add(1, 1, "the figure has no <title>")
        if self.faults:
            return ""
        opening, *rest = self.out
        words = (
            f'<title id="{self.prefix}-title">{escape(self.title.strip(), quote=False)}</title>'
            f'<desc id="{self.prefix}-desc">{escape(self.alt, quote=False)}</desc>'
        )
        return "".join([opening, words, *rest])


def read_figure(svg: str, name: str, alt: str, faults: Faults) -> str:
    """SVG for a page, its ids prefixed with the figure's name and described by `alt`; "" where it has faults."""
    figure = _Figure(f"fig-{name}", alt, faults)
    try:
        figure.parser.Parse(svg.encode(), True)
    except expat.ExpatError as error:
        faults.add(error.lineno, error.offset + 1, f"not XML: {expat.ErrorString(error.code)}")
        return ""
    return figure.finish()

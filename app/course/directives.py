"""The colon fences of a lesson: which there are, what each takes, and how one is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from app.course.faults import Faults

OPENING = re.compile(r"\{([a-z-]+)\} *(.*)")
OPTION = re.compile(r":([A-Za-z_-]+):(?: +(.*))?")
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Takes(Enum):
    """What stands behind the name of a directive."""

    NOTHING = "nothing"
    WORDS = "words"  # or nothing
    SLUG = "a name of lower-case letters, digits and hyphens"


class Shape(NamedTuple):
    takes: Takes
    options: frozenset[str] = frozenset()
    has_body: bool = True


SHAPES = {
    "quiz": Shape(
        Takes.SLUG,
        frozenset({"type", "answer", "tolerance", "unit", "exercise", "dims", "finding", "concept"}),
    ),
    "hint": Shape(Takes.NOTHING),
    "exercise": Shape(Takes.SLUG, has_body=False),
    "figure": Shape(Takes.SLUG, frozenset({"alt"})),
    "explorable": Shape(Takes.SLUG, frozenset({"figure", "alt"})),
    "note": Shape(Takes.WORDS),
    "warning": Shape(Takes.WORDS),
    "think": Shape(Takes.WORDS),
}


EXPLORABLES = frozenset(  # each is static/js/explorables/<name>.js
    [
        "latency",
        "stages",
        "thread-index",
        "divergence",
        "occupancy",
        "timeline",
        "overlap",
        "sectors",
        "banks",
        "race",
        "atomics",
        "reduction",
        "fusion",
        "softmax",
        "roofline",
        "attention",
        "stencil",
        "wing",
        "worlds",
        "registers",
        "spread",
        "graphs",
    ]
)


class Setting(NamedTuple):
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Directive:
    """One fence. `line` is that of its first colon, `body_line` that of its body's first line; both 1-based."""

    name: str
    argument: str
    options: dict[str, Setting]
    body: str
    line: int
    body_line: int


def read_directive(info: str, content: str, colons: int, line: int, faults: Faults) -> Directive | None:
    """The fence whose first line is `line`, or None and what is wrong with it."""
    match = OPENING.fullmatch(info.strip())
    if match is None:
        faults.add(line, 1, f"a fence of colons reads `:::{{name}}`, not `{info.strip()}`")
        return None
    name, argument = match[1], match[2].strip()
    shape = SHAPES.get(name)
    if shape is None:
        faults.add(line, colons + 2, f"there is no directive `{name}`; there are {', '.join(sorted(SHAPES))}")
        return None
    options, taken = _options(name, shape, content, line, faults)
    body = "\n".join(content.split("\n")[taken:])
    _check_argument(name, argument, shape, line, colons, faults)
    if body.strip() and not shape.has_body:
        faults.add(line + 1 + taken, 1, f"`{name}` has no body")
    return Directive(name, argument, options, body, line, line + 1 + taken)


def _options(name: str, shape: Shape, content: str, line: int, faults: Faults) -> tuple[dict[str, Setting], int]:
    """The `:key: value` lines at the top of a body, and how many lines they take."""
    options: dict[str, Setting] = {}
    for number, text in enumerate(content.split("\n")):
        match = OPTION.fullmatch(text.rstrip())
        if match is None:
            return options, number
        key, value, at = match[1], (match[2] or "").strip(), line + 1 + number
        if key not in shape.options:
            known = ", ".join(sorted(shape.options)) or "none"
            faults.add(at, 2, f"`{name}` has no option `{key}`; it has {known}")
        elif key in options:
            faults.add(at, 2, f"the option `{key}` is set twice")
        elif not value:
            faults.add(at, 2, f"the option `{key}` is empty")
        else:
            options[key] = Setting(value, at)
    return options, content.count("\n")


def _check_argument(name: str, argument: str, shape: Shape, line: int, colons: int, faults: Faults) -> None:
    column = colons + len(name) + 4
    if shape.takes is Takes.NOTHING and argument:
        faults.add(line, column, f"nothing stands behind `{{{name}}}`, but here is `{argument}`")
    if shape.takes is Takes.SLUG and not SLUG.fullmatch(argument):
        faults.add(line, column, f"behind `{{{name}}}` stands {Takes.SLUG.value}, not `{argument}`")

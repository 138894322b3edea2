"""Types and machine code beside the source that they come from: runs of instructions in their order, by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Literal

from markupsafe import Markup

from app.domain.verdict import CompiledReport
from app.grading.compilation import attributed
from app.web.listing import highlighted

Form = Literal["types", "sass", "ptx"]
Attributed = Sequence[tuple[int | None, str]]

_MOST = 1_000  # instructions of one form that a page shows


@dataclass(frozen=True, slots=True)
class Run:
    """Instructions in a row that come from one line. `leads`: it is the first of its line."""

    line: int | None
    text: str
    leads: bool


@dataclass(frozen=True, slots=True)
class Code:
    form: Form
    count: int
    runs: tuple[Run, ...]
    left_out: int  # lines at the end that are not shown


@dataclass(frozen=True, slots=True)
class SourceLine:
    """`form`: the first in which an instruction of this line is shown; empty where there is none."""

    number: int
    html: Markup
    form: Form | Literal[""]


@dataclass(frozen=True, slots=True)
class Machine:
    arch: str
    source: tuple[SourceLine, ...]  # from the first line that became an instruction to the last
    codes: tuple[Code, ...]


def machine(compiled: CompiledReport, source: str) -> Machine:
    """`source`: what was compiled. Without any line that is known the code stands alone."""
    types = [(line, f"{name}: {kind}") for line, name, kind in compiled.types]
    forms: tuple[tuple[Form, Attributed], ...] = (
        ("types", types),
        ("sass", compiled.sass),
        ("ptx", attributed(compiled.ptx)),
    )
    return Machine(
        arch=compiled.arch,
        source=tuple(_source(forms, highlighted(source))),
        codes=tuple(_code(form, lines) for form, lines in forms if lines),
    )


def _code(form: Form, lines: Attributed) -> Code:
    instructions = [text for _, text in lines if not text.rstrip().endswith(":")]  # and no labels
    return Code(form, len(instructions), tuple(_runs(lines)), max(0, len(lines) - _MOST))


def _runs(lines: Attributed) -> Iterator[Run]:
    seen: set[int | None] = {None}
    for line, alike in groupby(islice(lines, _MOST), key=lambda pair: pair[0]):
        yield Run(line, "\n".join(text for _, text in alike), line not in seen)
        seen.add(line)


def _source(forms: Sequence[tuple[Form, Attributed]], listing: Sequence[Markup]) -> Iterator[SourceLine]:
    found: dict[int, Form] = {}
    for form, lines in forms:
        for line, _ in islice(lines, _MOST):
            if line is not None and 1 <= line <= len(listing):
                found.setdefault(line, form)
    if found:
        for number in range(min(found), max(found) + 1):
            yield SourceLine(number, listing[number - 1], found.get(number, ""))

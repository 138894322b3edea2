"""Reads one folder `lessons/<nn-slug>/` as a Lesson, and a paper: a folder of questions with a name of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from app.course.directives import EXPLORABLES, SLUG, Directive, Takes
from app.course.faults import Faults, read_text
from app.course.figures import read_figure
from app.course.header import read_header
from app.course.markdown import Link, Markdown
from app.course.models import ExercisePart, ExplorablePart, Fault, Lesson, Part, Prose, QuestionPart
from app.course.questions import read_question

PAGE_IDS = ("main", "goals", "reading", "sources")  # of lesson.html, so that no heading can take one
PAPERS = ("placement", "inventory")  # where to start, and what has stayed; each may be there
FOLDER = re.compile(r"(\d\d)-[a-z0-9]+(?:-[a-z0-9]+)*")
Words = Annotated[str, Field(min_length=1)]


class PaperHeader(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Words
    summary: Words
    minutes: Annotated[int, Field(gt=0)]


class LessonHeader(PaperHeader):
    goals: Annotated[list[Words], Field(min_length=1, max_length=20)]  # each is looked for in the text
    sources: Annotated[list[Words], Field(min_length=1)]
    reading: Annotated[list[Words], Field(max_length=20)] = []


class LoadedLesson(NamedTuple):
    """`lesson` is None where there are faults. `links` are still to be checked, `anchors` is what they may name."""

    lesson: Lesson | None
    faults: list[Fault]
    links: list[Link]
    anchors: frozenset[str]


@dataclass(slots=True)
class Shelf:
    """What a lesson may refer to: the files under `root`, the exercises there with their kinds, versions by name.

    The kind is None where the exercise has faults.
    """

    root: Path
    exercises: Mapping[str, str | None]
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Reading:
    """One lesson while it is read."""

    path: Path
    shelf: Shelf
    markdown: Markdown
    parts: list[Part] = field(default_factory=list)
    figure_faults: list[Fault] = field(default_factory=list)

    def take(self, block: str | Directive) -> None:
        if isinstance(block, str):
            self.prose(block)
        elif block.name == "quiz":
            self.quiz(block)
        elif self.path.name in PAPERS:
            self.markdown.refuse(block, "a paper outside a question")
        elif block.name == "exercise":
            self.exercise(block)
        elif block.name == "figure":
            self.figure(block)
        elif block.name == "explorable":
            self.explorable(block)
        else:
            self.markdown.refuse(block, "a lesson outside a question")

    def prose(self, html: str) -> None:
        """Neighbouring pieces of prose become one part."""
        last = self.parts[-1] if self.parts else None
        if isinstance(last, Prose):
            self.parts[-1] = Prose(last.html + html)
        else:
            self.parts.append(Prose(html))

    def quiz(self, directive: Directive) -> None:
        self.markdown.claim(f"q-{directive.argument}", directive.line, 1)
        question = read_question(directive, self.markdown, self.shelf.exercises)
        if self.path.name in PAPERS and "concept" not in directive.options:
            self.markdown.faults.add(directive.line, 1, "`:concept:` is missing: the term that the question asks for")
        if question is not None:
            self.parts.append(QuestionPart(question))

    def exercise(self, directive: Directive) -> None:
        slug = directive.argument
        self.markdown.claim(f"e-{slug}", directive.line, 1)
        if slug not in self.shelf.exercises:
            self.markdown.faults.add(directive.line, 1, f"there is no exercise `{slug}` in kernels")
        else:
            self.parts.append(ExercisePart(slug))

    def figure(self, directive: Directive) -> None:
        self.prose(self.picture(directive, directive.argument))

    def explorable(self, directive: Directive) -> None:
        name, figure = directive.argument, directive.options.get("figure")
        faults = self.markdown.faults
        if name not in EXPLORABLES:
            known = ", ".join(sorted(EXPLORABLES))
            faults.add(directive.line, 1, f"there is no explorable `{name}`; there are {known}")
        if figure is None:
            faults.add(directive.line, 1, "`:figure:` is missing: the picture that stands there without JavaScript")
        elif not SLUG.fullmatch(figure.value):
            faults.add(figure.line, 1, f"`:figure:` is {Takes.SLUG.value}, not `{figure.value}`")
        else:
            self.parts.append(ExplorablePart(name, self.picture(directive, figure.value)))

    def picture(self, directive: Directive, name: str) -> str:
        """The figure `name` with the directive's body as its caption; "" where there is no such file."""
        alt = directive.options.get("alt")
        self.markdown.claim(f"fig-{name}", directive.line, 1)
        caption = self.markdown.render(directive.body, directive.body_line, "a caption")
        faults = self.markdown.faults
        if alt is None:
            faults.add(directive.line, 1, "`:alt:` is missing: what the picture says to someone who cannot see it")
        if not caption.strip():
            faults.add(directive.line, 1, f"the {directive.name} has no caption")
        file = self.path / "figures" / f"{name}.svg"
        if not file.is_file():
            faults.add(directive.line, 1, f"there is no file figures/{name}.svg beside the lesson")
            return ""
        of_file = Faults(file.relative_to(self.shelf.root).as_posix())
        svg = read_figure(file.read_text("utf-8", errors="replace"), name, alt.value if alt else "", of_file)
        self.figure_faults.extend(of_file.found)
        id_ = escape(f"fig-{name}")
        return f'<figure class="figure" id="{id_}">{svg}<figcaption>{caption}</figcaption></figure>\n'


def load_lesson(path: Path, shelf: Shelf) -> LoadedLesson:
    """Read `en.md` of a lesson's folder; all of its faults come together."""
    faults = Faults((path / "en.md").relative_to(shelf.root).as_posix())
    text = read_text(path / "en.md", faults)
    if text is None:
        return LoadedLesson(None, faults.found, [], frozenset())
    return read_lesson(text, path, shelf)


def read_lesson(text: str, path: Path, shelf: Shelf) -> LoadedLesson:
    """Read the text of a lesson, with `\\n` between its lines, that lies in the folder `path`."""
    file = path / "en.md"
    faults = Faults(file.relative_to(shelf.root).as_posix())
    match, paper = FOLDER.fullmatch(path.name), path.name in PAPERS
    if match is None and not paper:
        faults.add(0, 0, f"a lesson's folder is called like `03-threads-blocks-grids`, not `{path.name}`")
    header, body = read_header(text, PaperHeader if paper else LessonHeader, faults)
    markdown = Markdown(text, faults, shelf.root, shelf.versions)
    markdown.ids.update(PAGE_IDS)
    reading = _Reading(path, shelf, markdown)
    for block in markdown.split(body.text, body.line):
        reading.take(block)
    full = header if isinstance(header, LessonHeader) else None
    goals, further = (_inline(part, markdown) for part in ((full.goals, full.reading) if full else ([], [])))
    found = [*faults.found, *reading.figure_faults]
    lesson = None
    if header is not None and not found:
        lesson = Lesson(
            slug=path.name,
            number=int(match[1]) if match else 0,
            lang="en",
            title=header.title,
            summary=header.summary,
            goals=goals,
            minutes=header.minutes,
            parts=tuple(reading.parts),
            headings=tuple(markdown.headings),
            sources=tuple(full.sources) if full else (),
            path=file,
            reading=further,
        )
    return LoadedLesson(lesson, found, markdown.links, frozenset(markdown.ids))


def _inline(texts: list[str], markdown: Markdown) -> tuple[str, ...]:
    """HTML of a list in the header."""
    return tuple(markdown.inline(text, markdown.line_of(text)) for text in texts)

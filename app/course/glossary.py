"""Reads `lessons/glossary.toml`: the course's terms, by the ids that links and the concepts of exercises use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from app.course.directives import SLUG, Takes
from app.course.faults import Faults
from app.course.markdown import Link, Markdown
from app.course.models import Fault, Term
from app.course.toml import place_of, tables, validated

FILE = "lessons/glossary.toml"
MOST_CHARACTERS = 131_072
Words = Annotated[str, Field(min_length=1)]


class TermTable(BaseModel):
    """`names` is how the field says it in other languages: their codes, and a word each."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    term: Words
    definition: Words
    lesson: Words
    names: dict[Annotated[str, Field(pattern=r"^[a-z]{2}$")], Words] = {}


class LoadedGlossary(NamedTuple):
    """`ids` are those that may be named: None where anything may, because the file cannot be read or there is none."""

    there: bool
    terms: dict[str, Term]
    ids: frozenset[str] | None
    faults: list[Fault]
    links: list[Link]


def load_glossary(root: Path) -> LoadedGlossary:
    """Read the terms; all of their faults come together. A course may do without."""
    file, faults = root / FILE, Faults(FILE)
    if not file.is_file():
        return LoadedGlossary(False, {}, None, [], [])
    text = file.read_text("utf-8", errors="replace")
    data = tables(text, faults, MOST_CHARACTERS)
    if data is None:
        return LoadedGlossary(True, {}, None, faults.found, [])
    for id_ in data:
        if not SLUG.fullmatch(id_):
            faults.add(*place_of(text, (id_, "")), f"an id is {Takes.SLUG.value}, not `{id_}`")
    markdown = Markdown(text, faults, root)
    found = validated(TypeAdapter(dict[str, TermTable]), data, text, faults) or {}
    terms = {id_: _term(id_, one, text, markdown) for id_, one in found.items()}
    return LoadedGlossary(True, terms, frozenset(data), faults.found, markdown.links)


def _term(id_: str, table: TermTable, text: str, markdown: Markdown) -> Term:
    line, _ = place_of(text, (id_, "definition"))
    html = markdown.inline(table.definition, line)
    markdown.link(f"/lessons/{table.lesson}", *place_of(text, (id_, "lesson")))
    return Term(id_, table.term, html, table.lesson, dict(table.names))

"""JSON Schema of what authors write by hand, for their editors. The loader stays the judge: it checks more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from app.course.glossary import TermTable
from app.course.lessons import LessonHeader
from app.course.manifest import METRICS, PROGRAM_METRICS, REQUIREMENT, Manifest
from app.course.tracks import TracksFile
from app.findings import Kind

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_OF: Mapping[str, tuple[str, Any]] = {
    "lesson": ("The header of a lesson, lessons/<nn>-<slug>/en.md", LessonHeader),
    "exercise": ("kernels/<slug>/exercise.toml", Manifest),
    "glossary": ("lessons/glossary.toml", dict[str, TermTable]),
    "tracks": ("lessons/tracks.toml", TracksFile),
}
NAMES = tuple(_OF)
_SAID: Mapping[str, str] = {  # of keys, wherever they stand; an editor shows it
    "title": "What it is called",
    "summary": "One or two sentences for the course's page",
    "minutes": "How long a reader takes, exercises included",
    "goals": "What a reader is able to do afterwards; inline Markdown",
    "sources": "Where figures and claims about hardware and libraries come from",
    "reading": "What to read next, each with a sentence of why; inline Markdown",
    "kind": "Who writes what: the kernel, its launch, or the host's program",
    "entry": "The function that is called",
    "sizes": "Kind `launch`: the names from which grid and block are worked out",
    "concepts": "Ids of the glossary",
    "requirements": f"Such as `sector_efficiency >= 0.9`. Counted are {', '.join(sorted(METRICS))}; "
    f"of programs {', '.join(sorted(PROGRAM_METRICS))}",
    "downgrade": "Kinds of finding that are only a warning here",
    "parameters": "Of the entry, in their order",
    "results": "Kind `program`: what the entry returns, in order",
    "tolerance": "How far an element may be off: atol + rtol times the expected value",
    "budget": "What one case may cost",
    "owner": "For each output, how an element maps to a thread",
    "work": "The bytes and FLOPs of a case, as expressions of its parameters and sizes",
    "film": "What is drawn step by step of a kernel that passes",
    "lesson": "The slug of the lesson that teaches it",
    "lessons": "Slugs, in their order",
    "names": "What other languages say, by their codes",
    "tracks": "In the order of the front page",
    "term": "The word, as it stands inside a sentence",
    "definition": "One to three sentences of inline Markdown",
}


def schema_of(name: str) -> dict[str, Any]:
    """The schema called so in NAMES."""
    title, shape = _OF[name]
    schema = TypeAdapter(shape).json_schema()
    _tell(schema)
    properties = schema.get("properties", {})
    if "requirements" in properties:
        properties["requirements"]["items"]["pattern"] = f"^{REQUIREMENT.pattern}$"
        properties["downgrade"]["items"]["enum"] = sorted(Kind)
    return {"$schema": _DIALECT, **schema, "title": title}


def printed(name: str) -> str:
    """As it lies in docs/schema/."""
    return json.dumps(schema_of(name), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def _tell(node: Any) -> None:
    """Put what is said of a key beside it, in place of the titles that are made of keys."""
    if isinstance(node, list):
        for item in node:
            _tell(item)
    if not isinstance(node, dict):
        return
    for key, shape in node.get("properties", {}).items():
        shape.pop("title", None)
        if key in _SAID:
            shape["description"] = _SAID[key]
    for value in node.values():
        _tell(value)

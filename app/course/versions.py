"""Reads `lessons/versions.toml`: the versions that texts speak of, each written down once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from app.course.faults import Faults
from app.course.models import Fault
from app.course.toml import place_of, tables

FILE = "lessons/versions.toml"
MOST_CHARACTERS = 8_192


class LoadedVersions(NamedTuple):
    named: Mapping[str, str]
    faults: list[Fault]


def load_versions(root: Path) -> LoadedVersions:
    """The versions by what they are of; none where there is no file."""
    file, faults = root / FILE, Faults(FILE)
    if not file.is_file():
        return LoadedVersions({}, [])
    text = file.read_text("utf-8", errors="replace")
    named = {}
    for name, version in (tables(text, faults, MOST_CHARACTERS) or {}).items():
        if isinstance(version, str) and version.strip():
            named[name] = version
        else:
            faults.add(*place_of(text, (name,)), f"`{name}` should be a version, as text")
    return LoadedVersions(named, faults.found)

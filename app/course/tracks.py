"""Reads `lessons/tracks.toml`: which lessons belong together, in which order."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from app.course.directives import SLUG
from app.course.faults import Faults
from app.course.models import Fault, Track
from app.course.toml import place_of, tables, validated

FILE = "lessons/tracks.toml"
MOST_CHARACTERS = 32_768
Words = Annotated[str, Field(min_length=1)]


class TrackTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: Annotated[str, Field(pattern=f"^(?:{SLUG.pattern})$")]
    title: Words
    summary: Words
    lessons: Annotated[list[str], Field(min_length=1)]


class TracksFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    tracks: Annotated[list[TrackTable], Field(min_length=1)]


class LoadedTracks(NamedTuple):
    tracks: tuple[Track, ...]
    faults: list[Fault]


def load_tracks(root: Path, lessons: Collection[str]) -> LoadedTracks:
    """The tracks, which together hold each of the lessons once. A course may do without."""
    file, faults = root / FILE, Faults(FILE)
    if not file.is_file():
        return LoadedTracks((), [])
    text = file.read_text("utf-8", errors="replace")
    data = tables(text, faults, MOST_CHARACTERS)
    found = None if data is None else validated(TypeAdapter(TracksFile), data, text, faults)
    if found is None:
        return LoadedTracks((), faults.found)
    for nth, sentence in _faults(found.tracks, lessons):
        faults.add(*place_of(text, ("tracks", nth, "lessons")), sentence)
    tracks = tuple(Track(one.id, one.title, one.summary, tuple(one.lessons)) for one in found.tracks)
    return LoadedTracks(tracks, faults.found)


def _faults(tracks: list[TrackTable], lessons: Collection[str]) -> Iterator[tuple[int, str]]:
    """The number of a track, and what is wrong with its lessons."""
    seen: set[str] = set()
    for nth, track in enumerate(tracks):
        for slug in track.lessons:
            if slug not in lessons:
                yield nth, f"there is no lesson `{slug}`"
            elif slug in seen:
                yield nth, f"the lesson `{slug}` stands here for the second time"
            seen.add(slug)
    for slug in lessons:
        if slug not in seen:
            yield len(tracks) - 1, f"the lesson `{slug}` is in no track"

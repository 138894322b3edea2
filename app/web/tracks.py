"""Lessons as the front page and the map group them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.course.models import Lesson, Term
from app.domain.learner import Learner
from app.web.entries import ExerciseEntry, entries_of, practising
from app.web.progress import Progress, progress_in
from app.web.site import Site
from app.web.visitors import Visitor


@dataclass(frozen=True, slots=True)
class LessonCard:
    """`exercises` are those that the lesson sets; `taught` its terms, each with the exercises that practise it."""

    lesson: Lesson
    progress: Progress
    exercises: list[ExerciseEntry]
    taught: list[tuple[Term, list[ExerciseEntry]]]


@dataclass(frozen=True, slots=True)
class TrackView:
    """`number` is 0, and the words are empty, for lessons that are in no track."""

    id: str
    number: int
    title: str
    summary: str
    lessons: list[LessonCard]


@dataclass(frozen=True, slots=True)
class Outline:
    """A course and how far a learner is in it; `more` are the exercises that no lesson sets."""

    tracks: list[TrackView]
    progress: Mapping[str, Progress]
    more: list[ExerciseEntry]


def outline(site: Site, visitor: Visitor, learner: Learner | None) -> Outline:
    passed = site.passed(learner)
    entries, progress = entries_of(site, visitor, learner, passed), progress_in(site, learner, passed)
    practised = practising(site, entries)
    cards = {slug: _card(site, lesson, progress[slug], entries, practised) for slug, lesson in _lessons(site)}
    placed = {slug for _, lesson in _lessons(site) for slug in lesson.exercises}
    more = [entry for slug, entry in entries.items() if slug not in placed]
    return Outline(_tracks(site, cards), progress, more)


def _lessons(site: Site) -> list[tuple[str, Lesson]]:
    return list(site.course.lessons.items())


def _card(
    site: Site,
    lesson: Lesson,
    progress: Progress,
    entries: Mapping[str, ExerciseEntry],
    practised: Mapping[str, list[ExerciseEntry]],
) -> LessonCard:
    terms = [term for term in site.course.glossary.values() if term.lesson == lesson.slug]
    exercises = [entries[slug] for slug in lesson.exercises if slug in entries]
    return LessonCard(lesson, progress, exercises, [(term, practised.get(term.id, [])) for term in terms])


def _tracks(site: Site, cards: Mapping[str, LessonCard]) -> list[TrackView]:
    """Tracks with the lessons that can be read now, and behind them what is in none."""
    views = [
        TrackView(track.id, number, track.title, track.summary, [cards[s] for s in track.lessons if s in cards])
        for number, track in enumerate(site.course.tracks, 1)
    ]
    grouped = {slug for track in site.course.tracks for slug in track.lessons}
    rest = [card for slug, card in cards.items() if slug not in grouped]
    return [view for view in [*views, TrackView("lessons", 0, "", "", rest)] if view.lessons]

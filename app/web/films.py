"""What a learner's kernel drew, as pages show it: what it is called, and its numbers as lines over the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pydantic import BaseModel

from app.domain.film import Coming, Film

WIDTH, HEIGHT = 320, 88
_EDGE = 3
_SILENT = timedelta(minutes=5)  # a worker tells of each film that it has to draw every half a minute


class NumberView(BaseModel):
    name: str
    label: str
    values: tuple[float | None, ...]  # one a picture


class FilmView(BaseModel):
    """`frames` pictures of `height` × `width` bytes lie gzipped at the submission's URL and `/film`, row 0 on top.

    A byte of 126 is 0; 252 is `scale` and more, and 0 is −`scale` and less; 253 is no part of the picture, and 254 is
    an element that holds no number.
    """

    width: int
    height: int
    frames: int
    every: int  # steps from picture to picture
    done: int  # the step of the last picture
    steps: int  # that were asked for
    scale: float
    signed: bool
    picture: str  # what is drawn
    numbers: list[NumberView]


class ComingView(BaseModel):
    """A film that is being drawn: `done` of `total` steps; both are 0 before the first."""

    done: int
    total: int


def coming_view(coming: Coming) -> ComingView | None:
    """None where nothing was told for so long that its worker must have been killed."""
    silent = datetime.now(UTC) - coming.told_at > _SILENT
    return None if silent else ComingView(done=coming.done, total=coming.total)


def film_view(film: Film, lang: str) -> FilmView:
    words = film.words.get(lang) or film.words.get("en") or {}
    numbers = [NumberView(name=n, label=words.get(n, n), values=values) for n, values in film.numbers.items()]
    facts = {name: getattr(film, name) for name in ("width", "height", "frames", "every", "done", "steps", "scale")}
    return FilmView(**facts, signed=film.signed, picture=words.get("picture", ""), numbers=numbers)


@dataclass(frozen=True, slots=True)
class Line:
    """A number over the steps, in a view box of WIDTH and HEIGHT. `low` and `high` are the ends of its axis."""

    paths: tuple[str, ...]  # one for each stretch without a gap
    zero: float | None  # where 0 lies; None where it lies outside
    low: float
    high: float


def line(number: NumberView) -> Line:
    """Numbers that are far beyond most others, as right after the start, leave the picture: they would flatten it."""
    known = sorted(value for value in number.values if value is not None)
    low, high = _ends(known)
    across = (WIDTH - 2 * _EDGE) / max(1, len(number.values) - 1)

    def y(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return round(HEIGHT - _EDGE - share * (HEIGHT - 2 * _EDGE), 1)

    places = [None if v is None else (round(_EDGE + at * across, 1), y(v)) for at, v in enumerate(number.values)]
    paths = tuple("M" + "L".join(f"{x} {at}" for x, at in part) for part in _stretches(places))
    return Line(paths, y(0) if low <= 0 <= high else None, low, high)


def third(value: float | None) -> str:
    """A number with three places; a dash for what is none."""
    return "–" if value is None else f"{value:.3f}"


def _ends(known: Sequence[float]) -> tuple[float, float]:
    if not known:
        return 0.0, 1.0
    cut = len(known) // 20
    low, high = known[cut], known[-1 - cut]
    room = 0.1 * (high - low) or max(abs(high), 1.0)
    return min(low - room, 0.0), max(high + room, 0.0)


def _stretches(places: Sequence[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    part: list[tuple[float, float]] = []
    for place in (*places, None):
        if place is not None:
            part.append(place)
        elif part:
            yield part
            part = []

"""What every command that judges a kernel shares, and the grader of a preview; `walled` has the one behind the wall."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Literal

from app.config import Settings
from app.course.models import Course, Exercise
from app.devices.open import OpenCompiler, OpenDevice
from app.domain.submission import Stage
from app.errors import NotFoundError
from app.worker.pipeline import Grader
from app.worker.programs import ProgramGrader, RunsPrograms
from app.worker.references import References

Wanted = Literal["auto", "gpu", "simt"]


@contextmanager
def opened_preview(settings: Settings) -> Iterator[Grader]:
    """The grader of `--author`: nothing is compiled, and there is no wall."""
    with OpenDevice() as device, closing(_open_programs(settings)) as programs:
        yield Grader(OpenCompiler(settings.arch), device, References(), settings.source_bytes, programs=programs)


def _open_programs(settings: Settings) -> ProgramGrader:
    def start() -> RunsPrograms | None:
        try:
            from app.devices.program import Programs  # noqa: PLC0415  # imports the sandbox, which not every system has
        except ImportError:  # on another system than Linux
            return None
        return Programs.open(settings.arch)

    return ProgramGrader(start, "preview", settings.source_bytes)


def exercise_of(course: Course, slug: str) -> Exercise:
    exercise = course.exercises.get(slug)
    if exercise is not None:
        return exercise
    faults = [str(f) for f in course.faults if f"/{slug}/" in f"/{f.path}"]
    if faults:
        raise NotFoundError(f"the exercise {slug!r} cannot be used:\n" + "\n".join(faults))
    raise NotFoundError(f"there is no exercise {slug!r}; there are: {', '.join(course.exercises) or 'none'}")


def silent(stage: Stage, args: dict[str, object]) -> None:
    """Progress that nobody watches."""

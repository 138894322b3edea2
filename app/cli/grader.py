"""The grader of this machine, for every command that judges a kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.config import Settings
from app.course.models import Course, Exercise
from app.devices.open import OpenCompiler, OpenDevice
from app.domain.submission import Stage
from app.errors import NotFoundError
from app.worker import doctor
from app.worker.pipeline import Grader
from app.worker.references import References


@contextmanager
def opened_grader(settings: Settings) -> Iterator[Grader]:
    """The one place where the pipeline's parts meet. Raises MissingLayerError where the wall lacks a layer."""
    doctor.require_wall()
    from app.devices.compiler import Compiler  # noqa: PLC0415  # a preview works where there is no sandbox to import
    from app.devices.simt import SimtDevice  # noqa: PLC0415  # as above

    with Compiler.start(settings.arch) as compiler, SimtDevice.start() as device:
        yield Grader(compiler, device, References(), settings.source_bytes)


@contextmanager
def opened_preview(settings: Settings) -> Iterator[Grader]:
    """The grader of `--author`: nothing is compiled, and there is no wall."""
    with OpenDevice() as device:
        yield Grader(OpenCompiler(settings.arch), device, References(), settings.source_bytes)


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

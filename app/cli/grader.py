"""The grader of this machine, for every command that judges a kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from typing import TYPE_CHECKING, Literal

from app.config import Settings
from app.course.models import Course, Exercise
from app.devices.open import OpenCompiler, OpenDevice
from app.domain.submission import Stage
from app.errors import ConfigError, NotFoundError
from app.worker import doctor
from app.worker.pipeline import Grader
from app.worker.programs import ProgramGrader, RunsPrograms
from app.worker.references import References

if TYPE_CHECKING:
    from app.devices.cards.fleet import Fleet

Wanted = Literal["auto", "gpu", "simt"]


@contextmanager
def opened_fleet(settings: Settings) -> Iterator[Fleet | None]:
    """The GPUs of this machine, None where there are none or none are wanted. Raises ConfigError."""
    from app.devices.cards.fleet import Fleet  # noqa: PLC0415  # a preview works where there is no sandbox to import
    from app.devices.cards.keeping import FOLDER  # noqa: PLC0415  # as above

    fleet = Fleet.start(settings.gpus, settings.data / FOLDER)
    with fleet or nullcontext():
        yield fleet


@contextmanager
def opened_grader(settings: Settings, fleet: Fleet | None = None) -> Iterator[Grader]:
    """The one place where the pipeline's parts meet; without a fleet kernels are interpreted and nothing more.

    Raises MissingLayerError where the wall lacks a layer.
    """
    doctor.require_wall()
    from app.devices.cards.device import GpuDevice  # noqa: PLC0415  # as above
    from app.devices.cards.trials import OurTrials  # noqa: PLC0415  # as above
    from app.devices.compiler import Compiler  # noqa: PLC0415  # as above
    from app.devices.machine_code import Disassembler  # noqa: PLC0415  # as above
    from app.devices.program import Programs  # noqa: PLC0415  # as above
    from app.devices.simt import SimtDevice  # noqa: PLC0415  # as above

    with ExitStack() as stack:
        arch = fleet.arch if fleet is not None and fleet.arch else settings.arch
        spares = fleet is not None  # where a GPU is quick, the time of a submission is that of our own processes
        compiler = stack.enter_context(Compiler.start(arch, spares=spares))
        device = stack.enter_context(SimtDevice.start(spares=spares))
        gpu = None
        if fleet is not None and fleet.arch:
            fleet.equip(OurTrials.compiled(compiler))
            gpu = stack.enter_context(GpuDevice(fleet))
        disassembler = stack.enter_context(Disassembler.start())
        programs = ProgramGrader(
            lambda: Programs.start(compiler, arch),
            source_bytes=settings.source_bytes,
            gpu=None if gpu is None else lambda: Programs.start(compiler, arch, fleet=fleet),
        )
        stack.enter_context(closing(programs))
        grader = Grader(
            compiler,
            device,
            References(),
            settings.source_bytes,
            gpu=gpu,
            programs=programs,
            disassembler=disassembler,
        )
        yield stack.enter_context(closing(grader))


@contextmanager
def opened_on(settings: Settings, wanted: Wanted) -> Iterator[Grader]:
    """A grader on the interpreter alone, with a GPU or not at all, or as a worker has it. Raises ConfigError."""
    with ExitStack() as stack:
        fleet = None if wanted == "simt" else stack.enter_context(opened_fleet(settings))
        if wanted == "gpu" and (fleet is None or not fleet.usable):
            raise ConfigError("no GPU can be used here; `gridstride doctor` says why")
        yield stack.enter_context(opened_grader(settings, fleet))


@contextmanager
def opened_preview(settings: Settings) -> Iterator[Grader]:
    """The grader of `--author`: nothing is compiled, and there is no wall."""
    with OpenDevice() as device, closing(_open_programs(settings)) as programs:
        yield Grader(OpenCompiler(settings.arch), device, References(), settings.source_bytes, programs=programs)


def _open_programs(settings: Settings) -> ProgramGrader:
    def start() -> RunsPrograms | None:
        try:
            from app.devices.program import Programs  # noqa: PLC0415  # what shows kernels alone needs no sandbox
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

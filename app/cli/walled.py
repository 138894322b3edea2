"""The grader behind the wall: imports the sandbox, so a preview that may have none never imports this module."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext

from app.cli.grader import Wanted
from app.config import Settings
from app.devices.cards.device import GpuDevice
from app.devices.cards.fleet import Fleet
from app.devices.cards.keeping import FOLDER
from app.devices.cards.trials import OurTrials
from app.devices.compiler import Compiler
from app.devices.machine_code import Disassembler
from app.devices.program import Programs
from app.devices.simt import SimtDevice
from app.errors import ConfigError
from app.sandbox import ALL_LAYERS, standing
from app.worker import doctor
from app.worker.pipeline import Grader
from app.worker.programs import ProgramGrader
from app.worker.references import References


@contextmanager
def opened_fleet(settings: Settings) -> Iterator[Fleet | None]:
    """The GPUs of this machine, None where there are none or none are wanted. Raises ConfigError."""
    fleet = Fleet.start(settings.gpus, settings.data / FOLDER)
    with fleet or nullcontext():
        yield fleet


@contextmanager
def opened_grader(settings: Settings, fleet: Fleet | None = None, *, listing: bool = True) -> Iterator[Grader]:
    """The one place where the pipeline's parts meet; without a fleet kernels are interpreted and nothing more.

    Without `listing`, no verdict has machine code, whose reading takes longer than the rest of most of them.

    Raises MissingLayerError where the wall lacks a layer that the settings do not leave out, and ConfigError where they
    leave out one that nobody can do without. An executor never goes without a layer.
    """
    doctor.require_wall(settings.waived)
    layers = standing(settings.waived)
    with ExitStack() as stack:
        arch = fleet.arch if fleet is not None and fleet.arch else settings.arch
        spares = fleet is not None  # where a GPU is quick, the time of a submission is that of our own processes
        compiler = stack.enter_context(Compiler.start(arch, spares=spares, layers=layers))
        device = stack.enter_context(SimtDevice.start(spares=spares, layers=layers))
        gpu = None
        if fleet is not None and fleet.arch:
            fleet.equip(OurTrials.compiled(compiler))
            gpu = stack.enter_context(GpuDevice(fleet))
        disassembler = None
        # What may become a program is told by one of the layers, what that may call by another.
        if listing and layers == ALL_LAYERS:
            disassembler = stack.enter_context(Disassembler.start())
        programs = ProgramGrader(
            lambda: Programs.start(compiler, arch, layers=layers),
            source_bytes=settings.source_bytes,
            gpu=None if gpu is None else lambda: Programs.start(compiler, arch, fleet=fleet, layers=layers),
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
def opened_on(settings: Settings, wanted: Wanted, *, listing: bool = True) -> Iterator[Grader]:
    """A grader on the interpreter alone, with a GPU or not at all, or as a worker has it. Raises ConfigError."""
    with ExitStack() as stack:
        fleet = None if wanted == "simt" else stack.enter_context(opened_fleet(settings))
        if wanted == "gpu" and (fleet is None or not fleet.usable):
            raise ConfigError("no GPU can be used here; `gridstride doctor` says why")
        yield stack.enter_context(opened_grader(settings, fleet, listing=listing))

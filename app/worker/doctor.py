"""What this machine has and lacks: for `gridstride doctor`, and for a worker before it takes work."""

from __future__ import annotations

import importlib.metadata
import logging
import os
import platform
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from app.config import Settings
from app.course.loader import load_course
from app.course.proofs import PROOFS, Proofs
from app.errors import ConfigError, MissingLayerError, SandboxError
from app.logs import about

_PACKAGES = ("numba", "numba-cuda", "numpy", "nvidia-nvvm", "nvidia-nvjitlink", "fastapi", "sqlalchemy")
_NO_CHILD = "No child can be started; see the reason. `gridstride serve --author` previews a course without any."
_MIN_FREE = 1 << 30  # bytes: below this SQLite's log and a backup may not fit

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at. `advice` says what to do where it is not well."""

    topic: str
    name: str
    well: bool
    detail: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    lines: tuple[Line, ...]

    @property
    def healthy(self) -> bool:
        return all(line.well for line in self.lines)


def examine(settings: Settings) -> Report:
    """Look at everything; never raises for what it finds."""
    return Report((*_versions(), *_wall(settings.waived), *_devices(settings), *_data(settings), *_course(settings)))


def written(report: Report) -> str:
    """The report for a terminal: a sign, a word and a reason a line, by topic."""
    text: list[str] = []
    for line in report.lines:
        if f"{line.topic}:" not in text:
            text.append(f"{line.topic}:")
        text.append(f"  {'ok     ' if line.well else 'MISSING'} {line.name:<16} {line.detail}".rstrip())
        if line.advice and not line.well:
            text.append(f"          {line.advice}")
    return "\n".join(text)


def require_wall(waived: Sequence[str] = ()) -> None:
    """Raise MissingLayerError, naming each layer of the sandbox that this machine lacks and that is not waived.

    Says of each that is waived what this opens. Raises ConfigError where it cannot be waived.
    """
    sandbox = _sandbox()
    layers = sandbox.standing(waived)
    for said in sandbox.opened(waived):
        log.warning("%s", said, extra=about("without", layers=list(waived)))
    sandbox.require(waived=sandbox.ALL_LAYERS - layers)


def _sandbox() -> ModuleType:
    try:
        from app import sandbox  # noqa: PLC0415  # a preview works where there is none
    except ImportError as error:
        raise MissingLayerError({"sandbox": f"cannot be imported here: {error}"}) from None
    return sandbox


def _versions() -> Iterator[Line]:
    fits = (3, 11) <= sys.version_info[:2] <= (3, 13)
    yield Line("versions", "python", fits, platform.python_version(), "Use Python 3.11, 3.12 or 3.13.")
    for name in _PACKAGES:
        try:
            yield Line("versions", name, True, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield Line("versions", name, False, "not installed", "Run scripts/setup.")


def _wall(waived: Sequence[str]) -> Iterator[Line]:
    try:
        sandbox = _sandbox()
        layers = sandbox.preflight()
    except SandboxError as error:
        yield Line("sandbox", "children", False, str(error), _NO_CHILD)
        return
    for name, state in layers.items():
        if name not in waived:
            yield Line("sandbox", name, state.present, state.detail, state.remedy)
            continue
        said = " ".join(("left out by GRIDSTRIDE_WITHOUT.", *sandbox.opened([name])))
        advice = "It is there: unset GRIDSTRIDE_WITHOUT." if state.present else state.remedy
        yield Line("sandbox", name, False, said, advice)
    try:
        sandbox.standing(waived)
    except ConfigError as error:
        yield Line("sandbox", "choice", False, str(error), "Unset GRIDSTRIDE_WITHOUT; no worker starts with it so.")


def _devices(settings: Settings) -> Iterator[Line]:
    yield Line("devices", "simt", True, f"the interpreter; without a GPU kernels are compiled for {settings.arch}")
    try:
        from app.worker import gpus  # noqa: PLC0415  # a preview works where there is no sandbox
    except ImportError as error:
        yield Line("devices", "gpu", True, f"none can be used: {error}; kernels run on the interpreter")
        return
    for name, well, detail, advice in gpus.examined(settings):
        yield Line("devices", name, well, detail, advice)


def _data(settings: Settings) -> Iterator[Line]:
    # A folder that does not exist yet is made in the nearest one that does.
    folder = next(path for path in (settings.data, *settings.data.parents) if os.access(path, os.F_OK))
    usable = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    yield Line("data", "folder", usable, str(settings.data), "Set GRIDSTRIDE_DATA to a folder that can be written.")
    free = shutil.disk_usage(folder).free
    yield Line("data", "free space", free > _MIN_FREE, f"{free / (1 << 30):.1f} GiB", "Make room on this disk.")


def _course(settings: Settings) -> Iterator[Line]:
    course = load_course(settings.course, Proofs(settings.data / PROOFS))
    detail = f"{len(course.lessons)} lessons, {len(course.exercises)} exercises"
    yield Line("course", "contents", bool(course.lessons), detail, "Set GRIDSTRIDE_COURSE to the course's folder.")
    for fault in course.faults:
        yield Line("course", "fault", False, str(fault))

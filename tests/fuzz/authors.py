"""What authors write: all that is wrong with it are faults at a place in the file, and nothing is raised."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from app.course.faults import Faults
from app.course.figures import read_figure
from app.course.header import read_header
from app.course.kernels import load_exercise
from app.course.launch import read_launch
from app.course.lessons import LessonHeader, Shelf, read_lesson
from app.course.manifest import read_manifest
from app.course.maths import MathsError, to_mathml
from app.course.models import Fault
from app.course.proofs import NAME, Proofs, Subject
from app.protocol.compiled import CompileError
from tests.fuzz.target import text_of

ROOT = Path("/nowhere")
SHELF = Shelf(ROOT, {"scale": "kernel", "pick": "launch", "broken": None})
SIZES = ("n", "width", "height")


def lesson(data: bytes) -> None:
    text = text_of(data)
    loaded = read_lesson(text, ROOT / "lessons" / "01-any", SHELF)
    assert (loaded.lesson is None) is bool(loaded.faults)
    within(loaded.faults, text)


def header(data: bytes) -> None:
    text, faults = text_of(data), Faults("x")
    found, body = read_header(text, LessonHeader, faults)
    assert (found is None) is bool(faults)
    assert text.endswith(body.text)
    within(faults.found, text)


def manifest(data: bytes) -> None:
    """Where there is no fault, all that an exercise takes from its manifest can be had."""
    text, faults = text_of(data), Faults("x")
    found = read_manifest(text, faults)
    within(faults.found, text)
    if found is None:
        assert faults
        return
    found.kernel_requirements(), found.kernel_tolerance(), found.kernel_budget(), found.kernel_parameters()


def figure(data: bytes) -> None:
    text, faults = text_of(data), Faults("x")
    assert bool(read_figure(text, "f", "alt", faults)) is not bool(faults)
    within(faults.found, text)


def maths(data: bytes) -> None:
    with suppress(MathsError):
        assert "<script" not in to_mathml(text_of(data), display=bool(len(data) % 2))


def launch(data: bytes) -> None:
    """A launch that is read gives one to three sizes from 1 for each of grid and block, or a finding."""
    text = text_of(data)
    try:
        plan = read_launch(text, SIZES)
        for dims in plan.dims({"n": 1000, "width": 640, "height": 0}):
            assert 1 <= len(dims) <= 3
            assert min(dims) >= 1
    except CompileError as error:
        findings = error.findings
    else:
        findings = ()
    lines = text.count("\n") + 1
    assert all(f.line is not None and 1 <= f.line <= lines for f in findings)


def exercise(folder: Path, files: dict[str, bytes]) -> None:
    """An exercise's folder, file by file; what it lacks is a fault too."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a learner's Python, such as "is" with a literal
        loaded = load_exercise(folder, folder.parents[1])
    assert (loaded.exercise is None) is bool(loaded.faults)
    for fault in loaded.faults:
        file = folder.parents[1] / fault.path
        within([fault], text_of(file.read_bytes()) if file.is_file() else "")


def proof(folder: Path, content: bytes) -> None:
    """A proof that is none is as good as no proof."""
    (folder / NAME).write_bytes(content)
    found = Proofs(folder / "of-this-machine").find(Subject("kernels/x", folder, "0" * 64))
    assert found is None or found.hash == "0" * 64


def within(faults: Sequence[Fault], text: str) -> None:
    """Each at a line of the text, or at the file as a whole."""
    lines = text.count("\n") + 1
    for fault in faults:
        assert 0 <= fault.line <= lines, fault
        assert fault.column >= 0, fault
        assert fault.message.strip(), fault

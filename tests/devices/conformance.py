"""Conformance: which kernels run on both devices, how each device runs one, and what counts as equal."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tests.devices import generated
from tests.simt.case import Case, cases

TESTS = Path(__file__).resolve().parents[1]
SHARED = TESTS.parents[1] / "shared" / "cases"
RECORDED = TESTS / "devices" / "h200.npz"
STEPS = 20_000
Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Kernel:
    """A case by its folder and name. `key` changes whenever its text does."""

    folder: str
    case: Case

    @property
    def name(self) -> str:
        return f"{self.folder}/{self.case.name}"

    @property
    def key(self) -> str:
        return hashlib.sha256(f"{self.case.source}\0{self.case.about}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Inexact:
    """A kernel whose outputs need not be the same bits, by how many units in the last place, and why."""

    ulps: float
    why: str


INEXACT: Mapping[str, Inexact] = {}


def allowed(kernel: Kernel) -> float:
    return INEXACT[kernel.name].ulps if kernel.name in INEXACT else 0.0


class Recording:
    """What a GPU printed, by a kernel's key and the array's name."""

    def __init__(self, path: Path) -> None:
        self._kept = dict(np.load(path)) if path.is_file() else {}

    def arrays(self, kernel: Kernel) -> Arrays:
        """Empty for a kernel that is not what it was, or was not there."""
        return {
            name.partition(" ")[2]: array for name, array in self._kept.items() if name.startswith(f"{kernel.key} ")
        }


def right(shared: Path = SHARED) -> list[Kernel]:
    """Every correct kernel, and those whose wrong answer is what the language defines."""
    mine = [Kernel(folder, case) for folder in ("corpus", "corpus_correct") for case in cases(TESTS / "simt" / folder)]
    return mine + [k for k in _shared(shared) if k.case.expected["kind"] in ("ok", "wrong_answer")]


def wrong(shared: Path = SHARED) -> list[Kernel]:
    """Every kernel with a fault that a compiler lets pass."""
    mine = [Kernel("corpus_wrong", case) for case in cases(TESTS / "simt" / "corpus_wrong")]
    compiled = ("out_of_bounds", "data_race", "barrier_divergence", "uninitialized_read", "timeout")
    return mine + [k for k in _shared(shared) if k.case.expected["kind"] in compiled]


def made() -> list[Kernel]:
    """Kernels of which only the same is wanted on both devices."""
    return [Kernel(folder, case) for folder, case in generated.cases()]


def _shared(folder: Path) -> list[Kernel]:
    """Those beside the checkout; a case of host code has no launch of its own."""
    found = cases(folder) if folder.is_dir() else []
    return [Kernel("shared", case) for case in found if case.about["entry"] == "kernel" and "launch" in case.about]


def arrays(arguments: Mapping[str, object]) -> Arrays:
    return {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}


def on_simt(case: Case, *, checked: bool = True):
    """(the arrays after the launch, the report)."""
    from app.simt import Checks, Limits, launch  # noqa: PLC0415  # a process that only starts others needs none

    arguments = case.arguments()
    checks, limits = Checks.all() if checked else Checks.none(), Limits(steps=STEPS)
    report = launch(
        case.source, case.kernel, args=list(arguments.values()), checks=checks, limits=limits, **case.launch
    )
    return arrays(arguments), report


@cache
def gpu():
    """This process's GPU. Raises whatever is missing."""
    from app.devices.gpu import Gpu  # noqa: PLC0415  # no process has a context that does not need one

    return Gpu()


def on_gpu(case: Case, times: int = 1) -> list[Arrays]:
    """The arrays after each of several launches with fresh arguments, compiled once and without fusing.

    Raises GpuError at the first that faults, CompileError.
    """
    from app.devices import Argument, Launch  # noqa: PLC0415  # as above
    from app.toolchain import compile_kernel  # noqa: PLC0415  # as above

    compiled = compile_kernel(case.source, case.kernel, case.arguments(), arch=gpu().arch, fuse=False)
    about = case.about["launch"]
    launch = Launch(about["grid"], about["block"], about.get("shared_bytes", 0))
    ran = []
    for _ in range(times):
        arguments = [Argument(name, value, is_output=True) for name, value in case.arguments().items()]
        ran.append(gpu().launch(compiled, launch, arguments))
    return ran


def gpu_name() -> str:
    return f"{gpu().name} ({gpu().arch})"


def ulps(ours: np.ndarray, theirs: np.ndarray) -> float:
    """How many units in the last place two arrays are apart at most; infinite where they are no numbers alike."""
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return np.inf
    if ours.dtype.names:
        return max(ulps(ours[name], theirs[name]) for name in ours.dtype.names)
    if ours.dtype.kind == "c":
        return max(ulps(ours.real, theirs.real), ulps(ours.imag, theirs.imag))
    if ours.dtype.kind != "f" or not ours.size:
        return 0.0 if np.array_equal(ours, theirs) else np.inf
    if not np.array_equal(np.isnan(ours), np.isnan(theirs)):
        return np.inf
    apart = np.abs(_ranks(ours) - _ranks(theirs))[~np.isnan(ours)]
    return float(max(apart, default=0))


def _ranks(numbers: np.ndarray) -> np.ndarray:
    """Floats as whole numbers in the same order, neighbours one apart, both zeros zero."""
    bits = np.ascontiguousarray(numbers).view(f"i{numbers.dtype.itemsize}").astype(object)
    lowest = -(1 << (8 * numbers.dtype.itemsize - 1))
    return np.where(bits < 0, lowest - bits, bits).reshape(numbers.shape)


def apart(ours: Arrays, theirs: Arrays) -> dict[str, float]:
    """Of each array that is not the same to the last bit, by how many units in the last place."""
    return {name: distance for name in ours if (distance := ulps(ours[name], theirs[name]))}


def wanted(case: Case) -> dict[str, str]:
    """What is right, by the array or the part of it; empty where the case does not say."""
    return next((case.expected[key] for key in ("got", "values", "want") if key in case.expected), {})


def answers(case: Case, given: Arrays) -> bool:
    """Whether the arrays hold what the case wants, as closely as it asks; never where it wants nothing."""
    before = case.arguments()
    names = {**case.names, **before}
    whole = case.expected.get("property")
    after = {**names, **given}
    close = [
        _close(case, case.value(it, after), np.asarray(case.value(text, names))) for it, text in wanted(case).items()
    ]
    return bool(close or whole) and all(close) and (whole is None or bool(case.value(whole, after)))


def _close(case: Case, given: np.ndarray, wanted: np.ndarray) -> bool:
    rtol = case.expected.get("rtol", {"f": 1e-6, "c": 1e-6}.get(given.dtype.kind, 0))
    if given.dtype.names:
        return np.array_equal(given, wanted)
    return np.allclose(given, wanted, rtol=rtol, atol=0, equal_nan=True)

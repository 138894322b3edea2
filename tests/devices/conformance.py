"""Conformance: which kernels run on both devices, how each device runs one, and what counts as equal."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tests.devices import generated, language
from tests.simt.case import Case, cases

TESTS = Path(__file__).resolve().parents[1]
SHARED = TESTS.parents[1] / "shared" / "cases"
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


FUNCTION = 2  # units in the last place between two libraries of functions
FUNCTIONS: Mapping[str, float] = {"erfc": 3, "gamma": 5, "lgamma": 200}  # lgamma's near its zeros below -2
_MATH = "functions of two libraries"
_ORDER = "blocks and warps come in any order"
_ENDED = "numba ends threads in the middle of an expression; the interpreter says so and stops"
_BEYOND = "beyond the interpreter, which says so"
_NARROW = "a float beyond eight bits as an int8 or uint8 is undefined, and the GPU widens it from sixteen bits"
INEXACT: Mapping[str, Inexact] = {
    "corpus/atomics_give_the_old_value": Inexact(np.inf, _ORDER),
    "corpus/compare_and_swap": Inexact(np.inf, _ORDER),
    "corpus/complex_numbers": Inexact(1, _MATH),
    "corpus/mathematics": Inexact(2**28, f"{_MATH}, in float32, stored as float64"),
    "corpus_correct/compact": Inexact(np.inf, _ORDER),
    "corpus_correct/fourier_in_shared_memory": Inexact(64, f"{_MATH}, summed"),
    "corpus_correct/places_by_ballot": Inexact(np.inf, _ORDER),
    "corpus_correct/search_breadth_first": Inexact(np.inf, _ORDER),
    "corpus_correct/softmax_by_row": Inexact(2, _MATH),
    "corpus_correct/softmax_of_a_row_by_a_block": Inexact(2, _MATH),
    "corpus_correct/softmax_online": Inexact(2, _MATH),
    "language/cuda.libdevice_functions": Inexact(2, _MATH),
    "language/mathematics.complex_functions": Inexact(2**30, f"{_MATH}, in complex64, stored as float64"),
    "language/mathematics.math_functions": Inexact(2, _MATH),
    "language/mathematics.numpy_functions": Inexact(2, _MATH),
    "shared/040_math_table": Inexact(2, _MATH),
    "casts/float32": Inexact(np.inf, _NARROW),
    "casts/float64": Inexact(np.inf, _NARROW),
    "operators/int16_int16": Inexact(
        np.inf, "the negation of the smallest int16 is undefined, and the GPU widens it first"
    ),
    **{f"endings/{name}": Inexact(np.inf, _ENDED) for name in generated.ENDED},
    **{f"endings/{name}": Inexact(np.inf, _BEYOND) for name in ("step_of_slice", "item_of_several")},
    **{
        f"operators/{pair}_divided": Inexact(np.inf, _ENDED)
        for pair in ("complex64_int32", *(f"{a}_{b}" for a in generated.COMPLEX for b in generated.FLOATS))
    },
}


def allowed(kernel: Kernel) -> float:
    """By how many units in the last place both devices may differ."""
    if kernel.folder == "functions":
        return FUNCTIONS.get(kernel.case.name.split("_")[1], FUNCTION)
    return INEXACT[kernel.name].ulps if kernel.name in INEXACT else 0.0


def digests(given: Arrays) -> dict[str, str]:
    """A short name for the contents of each array: equal for what `apart` finds no distance in."""
    return {name: hashlib.sha256(_plain(array)).hexdigest()[:16] for name, array in given.items()}


def _plain(array: np.ndarray) -> bytes:
    """The bytes, with one NaN and one zero."""
    if array.dtype.names:
        return b"".join(_plain(array[name]) for name in array.dtype.names)
    if array.dtype.kind == "c":
        return _plain(array.real) + _plain(array.imag)
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), array.dtype.type(np.nan), array + array.dtype.type(0))
    return array.tobytes()


def right(shared: Path = SHARED) -> list[Kernel]:
    """Every correct kernel, and those whose wrong answer is what the language defines."""
    mine = [Kernel(folder, case) for folder in ("corpus", "corpus_correct") for case in cases(TESTS / "simt" / folder)]
    mine += [Kernel("language", row) for row in language.cases()]
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
    from app.devices.gpu.launching import Gpu  # noqa: PLC0415  # no process has a context that does not need one

    return Gpu()


def on_gpu(case: Case, times: int = 1) -> list[Arrays]:
    """The arrays after each of several launches with fresh arguments, compiled once and without fusing.

    Raises GpuError at the first that faults, CompileError.
    """
    from app.devices import Argument, Launch  # noqa: PLC0415  # who lists cases needs none of it
    from app.toolchain import compile_kernel  # noqa: PLC0415  # who lists cases needs none of it

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

"""What a measured time says of a kernel, beside what the same card was measured to reach: its place under the roofline.

Source of the model: Williams, Waterman and Patterson, Roofline: An Insightful Visual Performance Model for Multicore
Architectures, CACM 52 (2009). The two roofs are those of the card itself, measured at start, not those of its maker.
"""

from __future__ import annotations

from app.course.models import Case, Exercise
from app.course.work import done
from app.devices import RunResult
from app.domain.verdict import Benchmark

SLACK = 0.05  # above a roof: what repeats of a copy differ by; the standard error of the times comes on top, thrice
_STANDARD_ERRORS = 3


def benchmark(exercise: Exercise, case: Case, run: RunResult) -> Benchmark | None:
    """The measured launch of a case; None where nothing was measured, or the exercise states no work.

    Times that no kernel can reach which does that work are withheld. Each repeat starts with cold caches, so all that
    is read comes from memory. What is written may still lie in the cache when the kernel ends; for arrays that fit
    there, a time can therefore come out above the roof though nothing is wrong. It would be no measure of the kernel
    either, and is withheld alike.
    """
    times, card, peaks = run.times, run.card, run.peaks
    if exercise.work is None or times is None or card is None or peaks is None:
        return None
    work, precision = done(exercise, case), exercise.work.precision
    made = Benchmark(
        case=case.name,
        card=card.name,
        median_us=times.median_us,
        low_us=times.low_us,
        high_us=times.high_us,
        repeats=times.repeats,
        bytes=work.bytes,
        flops=work.flops,
        precision=precision,
        peak_gbps=peaks.copy_gbps,
        peak_gflops=peaks.float64_gflops if precision == "float64" else peaks.float32_gflops,
    )
    share = reached(made)
    if share is not None and share <= 1 + SLACK + _STANDARD_ERRORS * times.error:
        return made
    return made.model_copy(update={"median_us": None, "low_us": None, "high_us": None})


def gbps(one: Benchmark) -> float | None:
    """Bytes of the stated work in 10⁹ a second; None where the time was withheld or no bytes are stated."""
    return None if not one.median_us or one.bytes is None else one.bytes / one.median_us / 1e3


def gflops(one: Benchmark) -> float | None:
    """Operations of the stated work in 10⁹ a second; None as above."""
    return None if not one.median_us or one.flops is None else one.flops / one.median_us / 1e3


def intensity(one: Benchmark) -> float | None:
    """Operations for each byte of the stated work; None where one of them is not stated, or there are no bytes."""
    return one.flops / one.bytes if one.flops is not None and one.bytes else None


def bound_by(one: Benchmark) -> str:
    """ "memory" or "compute": the roof that is over this work."""
    per_byte = intensity(one)
    if per_byte is None:
        return "memory" if one.bytes else "compute"
    return "memory" if per_byte * one.peak_gbps < one.peak_gflops else "compute"


def reached(one: Benchmark) -> float | None:
    """How much of the roof over it the kernel reached, 1 for all of it; None where the time was withheld."""
    if bound_by(one) == "memory":
        rate, peak = gbps(one), one.peak_gbps
    else:
        rate, peak = gflops(one), one.peak_gflops
    return None if rate is None or peak <= 0 else rate / peak

"""What an executor says of a launch, as findings and a status that the grader knows."""

from __future__ import annotations

from app.devices.cards.job import Guard, Ran
from app.devices.records import Card, Peaks, RunResult
from app.findings import Finding, Kind, Plain, Severity
from app.protocol.compiled import Compiled

# Words of the driver that accuse the card, whatever the kernel did.
_OF_THE_CARD = frozenset(
    {
        "CUDA_ERROR_UNKNOWN",
        "CUDA_ERROR_ECC_UNCORRECTABLE",
        "CUDA_ERROR_NVLINK_UNCORRECTABLE",
        "CUDA_ERROR_CONTAINED",
        "CUDA_ERROR_DEVICE_UNAVAILABLE",
        "CUDA_ERROR_NO_DEVICE",
        "CUDA_ERROR_SYSTEM_NOT_READY",
        "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
        "CUDA_ERROR_NO_BINARY_FOR_GPU",  # kernels are compiled for the card that they go to
    }
)
_FAULTS: dict[str, tuple[Kind, str]] = {
    "illegal_address": (Kind.OUT_OF_BOUNDS, "out_of_bounds.gpu"),
    "misaligned": (Kind.MISALIGNED, "misaligned.gpu"),
    "launch_refused": (Kind.LAUNCH_CONFIG, "launch_config.gpu"),
    "grid_too_large": (Kind.LAUNCH_CONFIG, "launch_config.together"),
    "kernel_error": (Kind.SOURCE_ERROR, "source_error.gpu"),
    "no_memory": (Kind.MEMORY, "memory.gpu"),
}


def _finding(kind: Kind, key: str, **args: Plain) -> Finding:
    return Finding(kind, Severity.ERROR, None, key, args)


CRASHED = RunResult("ok", findings=(_finding(Kind.SOURCE_ERROR, "source_error.gpu", word="the process died"),))


def hung(compiled: Compiled, card: Card) -> RunResult:
    """A kernel that had to be killed. The driver takes some 20 s for what a million threads print."""
    key = "timeout.gpu.prints" if "vprintf" in compiled.ptx else "timeout.gpu"
    return RunResult("time_limit", findings=(_finding(Kind.TIMEOUT, key),), card=card)


def fault(status: str, word: str) -> Finding:
    """What an executor's word for a fault is to a learner; `word` is the driver's own."""
    kind, key = _FAULTS.get(status, _FAULTS["kernel_error"])
    return _finding(kind, key, **({} if status == "no_memory" else {"word": word}))


def failing_card(ran: Ran) -> bool:
    return ran.word in _OF_THE_CARD


def result(ran: Ran, card: Card, peaks: Peaks | None) -> RunResult:
    if ran.status == "no_memory":
        return RunResult("memory_limit", findings=(fault(ran.status, ran.word),), card=card)
    if ran.status != "ok":
        return RunResult("ok", findings=(fault(ran.status, ran.word),), stdout=ran.stdout, card=card)
    return RunResult(
        "ok",
        outputs=ran.outputs,
        repeated=ran.last,
        findings=tuple(map(_guarded, ran.guards)),
        stdout=ran.stdout,
        times=ran.times,
        card=card,
        peaks=peaks,
    )


def _guarded(guard: Guard) -> Finding:
    args: dict[str, Plain] = {"name": guard.argument, "side": guard.side, "bytes": guard.bytes, "first": guard.first}
    return _finding(Kind.OUT_OF_BOUNDS, "out_of_bounds.guard", **args)

"""Where compiled kernels and host programs run: one face, the same for the interpreter and for a GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.devices.records import (
    Argument,
    Card,
    Cards,
    Compiles,
    CompilesBeside,
    Device,
    Disassembles,
    Interprets,
    Launch,
    Peaks,
    Recorded,
    RunLimits,
    RunResult,
    Status,
    Times,
)

if TYPE_CHECKING:
    from app.devices.program import run_program

__all__ = [
    "Argument",
    "Card",
    "Cards",
    "Compiles",
    "CompilesBeside",
    "Device",
    "Disassembles",
    "Interprets",
    "Launch",
    "Peaks",
    "Recorded",
    "RunLimits",
    "RunResult",
    "Status",
    "Times",
    "run_program",
]


def __getattr__(name: str) -> object:
    """`run_program` comes when it is asked for."""
    if name != "run_program":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from app.devices.program import run_program  # noqa: PLC0415  # a preview works without a sandbox

    return run_program

"""Where compiled kernels and host programs run: one face, the same for the interpreter and for a GPU."""

from app.devices.records import (
    Argument,
    Compiles,
    Device,
    Launch,
    Recorded,
    RunLimits,
    RunResult,
    Status,
)

from app.devices.program import run_program  # isort: skip  # it needs the records

__all__ = [
    "Argument",
    "Compiles",
    "Device",
    "Launch",
    "Recorded",
    "RunLimits",
    "RunResult",
    "Status",
    "run_program",
]

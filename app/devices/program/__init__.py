"""Host programs: a learner's host code in one process, the device that it talks to in another, and we between them."""

from app.devices.program.calls import Call, ProgramLimits, ProgramReport, ProgramStatus
from app.devices.program.once import run_program
from app.devices.program.running import Programs

__all__ = ["Call", "ProgramLimits", "ProgramReport", "ProgramStatus", "Programs", "run_program"]

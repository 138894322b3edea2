"""Launches that no device makes, in the words of the exception that a program gets."""

from __future__ import annotations

from app.findings import Finding, Kind, Severity
from app.program.memory import RefusedError
from app.program.requests import Launch
from app.simt import configuration
from app.simt.faults import LaunchConfigError
from app.simt.limits import SHARED_BYTES, device


def refused_launch(finding: Finding) -> RefusedError:
    """The refusal for a finding of kind `launch_config`."""
    facts = {name: value for name, value in finding.args.items() if isinstance(value, int | str)}
    told = ", ".join(f"{name} {value}" for name, value in facts.items())
    return RefusedError(
        "CudaAPIError", finding.message_key, f"this launch cannot be made ({told or finding.message_key})", **facts
    )


def too_much_shared(nbytes: int) -> RefusedError:
    """More shared memory of a block, declared and dynamic together, than a launch by numba can have."""
    text = f"this launch asks for {nbytes:,} bytes of shared memory a block, and {SHARED_BYTES:,} can be had"
    return RefusedError("CudaAPIError", "launch_config.shared_total", text, requested=nbytes, max=SHARED_BYTES)


def refused_sizes(request: Launch, arch: str) -> None:
    """Raises RefusedError for a grid, block or shared memory that no device of this architecture takes."""
    try:
        grid, block = configuration.dimensions(request.grid, "grid"), configuration.dimensions(request.block, "block")
        configuration.check(grid, block, request.shared, device(arch))
    except LaunchConfigError as fault:
        raise refused_launch(Finding(Kind.LAUNCH_CONFIG, Severity.ERROR, None, fault.key, fault.args_)) from None

"""How little a process weighs beside others, where the kernel weighs sessions before processes (`sched(7)`)."""

from __future__ import annotations

import os
from pathlib import Path

LOWEST = 19
_GROUP = Path("/proc/self/autogroup")


def lower(group: Path = _GROUP) -> None:
    """Take as little of the cores as one can. Who does not lead its session would lower others with it, and does not.

    Niceness counts within a session's group alone: beside other sessions only the weight of the group does.
    """
    os.nice(LOWEST)
    if os.getsid(0) == os.getpid():
        weigh(group)


def weigh(group: Path = _GROUP) -> None:
    """Give one's own session, whose group begins with a plain weight, that of the process, if it may."""
    niceness = os.getpriority(os.PRIO_PROCESS, 0)
    if niceness <= 0:
        return
    try:
        with group.open("r+") as file:  # is not made where there is none
            file.write(str(niceness))
    except OSError:  # no such kernel, read-only, or asked too often
        return

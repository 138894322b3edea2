"""Bind one's own process to a processor.

Beside another job on the same core, one measures what it does.

Stopped by: seccomp
"""

import os


def attack(facts):
    os.sched_setaffinity(0, {next(iter(os.sched_getaffinity(0)))})

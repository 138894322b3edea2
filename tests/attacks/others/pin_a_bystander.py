"""Bind somebody else's process to one processor.

All of the server on one core is a slow server.

Stopped by: seccomp, ids
"""

import os


def attack(facts):
    os.sched_setaffinity(facts["bystander"], {next(iter(os.sched_getaffinity(0)))})

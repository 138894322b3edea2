"""Fork so that parent and child share their memory.

It is the fastest way to start many.

Stopped by: seccomp, rlimits
"""

import os


def attack(facts):
    try:
        os.posix_spawn("/there-is-none", ["none"], {})
    except FileNotFoundError:
        return  # so there was a process that looked for it
    raise AssertionError("there is a program of that name")

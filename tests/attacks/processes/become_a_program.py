"""Become another program.

It keeps the descriptors of the job, and is no Python that we know.

Stopped by: seccomp, landlock
"""

import fcntl
import os


def attack(facts):
    fcntl.fcntl(1, fcntl.F_SETFD, 0)
    os.execv("/bin/echo", ["echo", facts["marker"]])

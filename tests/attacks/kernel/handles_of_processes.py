"""Make a descriptor that stands for a process.

It is the key to the calls that signal it and take its files.

Stopped by: seccomp
"""

import os

from calls import reach


def attack(facts):
    reach("pidfd_open", os.getpid(), 0)

"""Ask a file system for its size and its kind.

It tells hosts apart and shows what others write.

Stopped by: seccomp
"""

import os


def attack(facts):
    os.statvfs(facts["folder"])

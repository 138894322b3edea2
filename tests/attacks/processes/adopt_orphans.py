"""Ask to become the parent of those who lose theirs.

Orphans of a job would stay its own.

Stopped by: seccomp
"""

from calls import called, libc


def attack(facts):
    called(libc.prctl(36, 1, 0, 0, 0))

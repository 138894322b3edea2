"""Set up keys that protect memory.

They change what a pointer may do behind Python's back.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("pkey_alloc", 1, 0)

"""Change how the kernel treats the process.

It can turn the random placement of memory off.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("personality", 0xFFFFFFFF)

"""Map more address space than was given.

What is mapped is not counted until it is touched, and then it is too late.

Stopped by: rlimits
Ends: memory_limit
"""

import mmap


def attack(facts):
    mmap.mmap(-1, 10 << 30)

"""Ask which pages of a file are in memory.

It tells which parts of a library others have just used.

Stopped by: seccomp
"""

import mmap
import os

from calls import reach


def attack(facts):
    with open(os.__file__, "rb") as library, mmap.mmap(library.fileno(), 0, prot=mmap.PROT_READ) as mapped:
        reach("mincore", 0, mapped.size(), None)

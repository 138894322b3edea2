"""Open more descriptors than were given.

The table of open files of a whole machine is finite.

Stopped by: rlimits
"""

import os


def attack(facts):
    for _ in range(100):
        os.dup(0)

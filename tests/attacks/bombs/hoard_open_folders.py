"""Open one folder again and again.

It is the way to many descriptors that needs no call but open.

Stopped by: landlock, rlimits
"""

import os


def attack(facts):
    for _ in range(100):
        os.open("/", os.O_RDONLY)

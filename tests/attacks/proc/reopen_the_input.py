"""Open one's own input again, for writing.

A descriptor that was given for reading becomes another one.

Stopped by: landlock
"""

import os


def attack(facts):
    os.open("/proc/self/fd/0", os.O_RDWR)

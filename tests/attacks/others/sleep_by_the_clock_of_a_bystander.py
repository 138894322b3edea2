"""Sleep until somebody else's process has used some processor time.

The kernel keeps a timer for it in that process, which counts for it from then on.

Stopped by: seccomp
"""

import ctypes

from calls import make

ABSOLUTE = 1


def attack(facts):
    past = (ctypes.c_long * 2)(0, 1)
    make("clock_nanosleep", ~facts["bystander"] << 3 | 2, ABSOLUTE, past, None)

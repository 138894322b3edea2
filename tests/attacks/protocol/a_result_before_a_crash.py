"""Send a result, then crash.

The result arrived whole, and the job failed all the same.

Held by: frames
Ends: crashed
Whole frames: 1
"""

import ctypes

from wire import GOOD, write


def attack(facts):
    write(GOOD)
    ctypes.string_at(0)

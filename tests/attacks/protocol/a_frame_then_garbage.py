"""Send something sensible, then garbage.

What came first must not count when the rest shows who sent it.

Held by: frames
Ends: crashed
Whole frames: 1
"""

from wire import GOOD, write


def attack(facts):
    write(GOOD + b"\xff" * 100)

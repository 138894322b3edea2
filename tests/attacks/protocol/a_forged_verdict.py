"""Send a result that says "passed".

It is data of a kind that nobody asked for: no verdict is ever read from a child.

Held by: frames
Ends: ok
Whole frames: 1
"""

from wire import GOOD, write


def attack(facts):
    write(GOOD)

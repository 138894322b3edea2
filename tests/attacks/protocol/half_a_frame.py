"""End in the middle of a frame.

A reader that waits for the rest waits for ever, and one that does not takes half a result.

Held by: frames
Ends: crashed
"""

from wire import GOOD, write


def attack(facts):
    write(GOOD[:-5])

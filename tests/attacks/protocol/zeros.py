"""Send nothing but zeros, as frames of no length.

A reader that takes each for a frame never comes to an end.

Held by: frames
Ends: crashed
"""

from wire import write


def attack(facts):
    write(bytes(1000))

"""Send bytes that are no frame.

Whoever reads on looks for sense in what has none.

Held by: frames
Ends: crashed
"""

from wire import write


def attack(facts):
    write(b"\xff" * 1000)

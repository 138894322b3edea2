"""Look through the frames of the callers for the expected answer.

In a judge that runs in the same process it takes three lines.

Held by: another process
"""

import sys


def attack(facts):
    frame = sys._getframe()
    while frame is not None:
        if "expected" in frame.f_locals:
            return frame.f_locals["expected"]
        frame = frame.f_back
    return None

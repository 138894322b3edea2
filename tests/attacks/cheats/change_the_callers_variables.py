"""Write another value over the expected answer.

Whatever is answered is then right.

Held by: another process
"""

import sys


def attack(facts):
    frame = sys._getframe()
    while frame is not None:
        if "known" in frame.f_locals:
            frame.f_locals["known"]["answer"] = 0
        frame = frame.f_back
    return 0

"""Change the moment that the judge remembers as the start.

A time is a difference of two numbers, and both can be reached.

Held by: clock of the parent
"""

import sys
import time


def attack(facts):
    time.sleep(facts["slow_seconds"])
    frame = sys._getframe()
    while frame is not None:
        if "known" in frame.f_locals:
            frame.f_locals["known"]["started"] += facts["slow_seconds"]
        frame = frame.f_back
    return 0

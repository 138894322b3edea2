"""Sleep a little, and a little more.

A watch that looks for a process that does nothing sees one that does.

Held by: wall clock
Ends: time_limit
"""

import time


def attack(facts):
    for _ in range(int(facts["patience"] * 1000)):
        time.sleep(0.001)

"""Handle the kernel's warning by going on.

A handler that never returns is a loop like any other.

Stopped by: rlimits
Ends: time_limit
"""

import signal
import time


def attack(facts):
    stop = time.process_time() + facts["cpu_seconds"] + 1.5
    signal.signal(signal.SIGXCPU, lambda number, frame: [None for _ in iter(lambda: time.process_time() < stop, False)])
    while time.process_time() < stop:
        continue

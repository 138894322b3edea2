"""Never end, and want to hear no signal.

The first warning of the kernel is a signal that can be ignored; the second cannot.

Stopped by: rlimits
Ends: time_limit
"""

import signal
import time


def attack(facts):
    for number in range(1, 65):
        if number not in (9, 19, 32, 33):
            signal.signal(number, signal.SIG_IGN)
    stop = time.process_time() + facts["cpu_seconds"] + 1.5
    while time.process_time() < stop:
        continue

"""Never end.

Every second of it is somebody else's.

Stopped by: rlimits
Ends: time_limit
"""

import time


def attack(facts):
    stop = time.process_time() + facts["cpu_seconds"] + 0.5
    while time.process_time() < stop:
        continue

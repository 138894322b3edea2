"""Compute a power whose digits alone take hours.

Nothing of Python runs in between, so nothing of Python can stop it.

Stopped by: rlimits
Ends: time_limit
"""

import time


def attack(facts):
    exponent = 3_000_000
    stop = time.process_time() + facts["cpu_seconds"] + 0.5
    while time.process_time() < stop:
        assert 3**exponent

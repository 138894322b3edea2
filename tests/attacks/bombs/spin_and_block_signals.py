"""Never end, with every signal held back.

What is held back is as good as ignored.

Stopped by: rlimits
Ends: time_limit
"""

import signal
import time


def attack(facts):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    stop = time.process_time() + facts["cpu_seconds"] + 1.5
    while time.process_time() < stop:
        continue

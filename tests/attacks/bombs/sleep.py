"""Never end, at no cost of processor time.

A worker that waits for it grades nobody.

Held by: wall clock
Ends: time_limit
"""

import signal
import time


def attack(facts):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(facts["patience"])

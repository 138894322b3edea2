"""Have a signal sent later.

It interrupts whatever runs then, the judge's code too.

Stopped by: seccomp
"""

import signal


def attack(facts):
    signal.setitimer(signal.ITIMER_REAL, 1000)

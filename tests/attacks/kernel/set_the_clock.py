"""Set the machine's clock to what it is.

Times of submissions, sessions and certificates hang on it.

Stopped by: seccomp, ids
"""

import time

from calls import CAP_SYS_TIME, needs


def attack(facts):
    needs(facts, CAP_SYS_TIME)
    time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))

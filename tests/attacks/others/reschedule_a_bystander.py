"""Put somebody else's process into the class that runs when nobody else wants to.

It would hardly run at all.

Stopped by: seccomp, ids
"""

import os


def attack(facts):
    os.sched_setscheduler(facts["bystander"], os.SCHED_IDLE, os.sched_param(0))

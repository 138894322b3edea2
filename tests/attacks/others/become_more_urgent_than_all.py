"""Ask for the scheduling class that no other process interrupts.

A loop in it stops the machine.

Stopped by: seccomp, ids
"""

import os

from calls import CAP_SYS_NICE, needs


def attack(facts):
    needs(facts, CAP_SYS_NICE)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))

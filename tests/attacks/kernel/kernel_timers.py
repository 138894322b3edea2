"""Make a timer in the kernel.

Timers have been a way to write into freed memory of the kernel.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("timer_create", 0, None, None)

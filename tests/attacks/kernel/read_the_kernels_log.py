"""Read what the kernel has logged.

Addresses of its memory are in it.

Stopped by: seccomp, ids
"""

from calls import CAP_SYSLOG, reach_with


def attack(facts):
    reach_with(facts, CAP_SYSLOG, "syslog", 3, None, 0)

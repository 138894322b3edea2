"""Make descriptors for events, timers and signals.

Each is a part of the kernel that computing does not need.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("eventfd2", 0, 0)
    reach("epoll_create1", 0)
    reach("timerfd_create", 1, 0)
    reach("signalfd4", -1, None, 0, 0)

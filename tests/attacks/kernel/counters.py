"""Open a hardware counter for oneself.

It is a clock fine enough to read what others do in the caches.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("perf_event_open", None, 0, -1, -1, 0)

"""Install one more filter.

A filter of one's own can make the judge's calls lie, and it has a way to forward calls to another process.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("seccomp", 2, 0, None)

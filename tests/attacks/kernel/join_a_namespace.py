"""Join the namespace of somebody else.

A descriptor is all that it takes.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("setns", -1, 0)

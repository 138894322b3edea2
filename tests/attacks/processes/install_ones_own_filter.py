"""Install a filter that makes calls of the judge's code fail or lie.

A filter in strict mode ends the process at the judge's next call.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("prctl", 22, 2, None)

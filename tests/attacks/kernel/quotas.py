"""Ask for the limits on discs.

The answer names users and what they own.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("quotactl", 0, None, 0, None)

"""Ask for the version of Landlock.

What cannot be undone need not be called again.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("landlock_create_ruleset", None, 0, 1)

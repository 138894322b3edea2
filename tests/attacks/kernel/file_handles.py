"""Open a file by its number on the disc, and not by a name.

A container was left that way.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("name_to_handle_at", -1, None, None, None, 0)

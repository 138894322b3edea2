"""Open a queue of messages by its number.

Two jobs can talk over it, at different times.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("msgget", 0x7E57, 0)

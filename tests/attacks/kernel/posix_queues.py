"""Open a queue of messages by its name.

It is the same channel by another call.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("mq_open", b"none", 0)

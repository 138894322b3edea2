"""Remove a queue of messages by its name.

Services that use it would stop.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("mq_unlink", b"none")

"""Give somebody else's process the lowest priority at the disc.

The database would be slow.

Stopped by: seccomp, ids
"""

from calls import make


def attack(facts):
    make("ioprio_set", 1, facts["bystander"], 3 << 13)

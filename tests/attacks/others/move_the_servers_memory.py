"""Have the kernel move somebody else's pages.

It slows them, and tells where they lie.

Stopped by: seccomp, landlock, ids
Docker: refuses
"""

from calls import make


def attack(facts):
    make("move_pages", facts["bystander"], 0, None, None, None, 0)

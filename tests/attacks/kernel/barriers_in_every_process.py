"""Have every processor pause for a barrier.

Who asks in a loop slows the whole machine.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("membarrier", 0, 0, 0)

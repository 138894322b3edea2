"""Send a signal with a value, in somebody else's name.

The receiver believes that the kernel sent it.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("rt_sigqueueinfo", facts["bystander"], 0, None)

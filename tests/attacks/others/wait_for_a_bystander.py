"""Wait for the end of a process.

Who takes the status of a child away leaves its parent waiting.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("waitid", 0, facts["bystander"], None, 1, None)

"""Give somebody else's process the lowest priority.

The server would be slow for everybody.

Stopped by: seccomp, ids
"""

import os


def attack(facts):
    os.setpriority(os.PRIO_PROCESS, facts["bystander"], 19)

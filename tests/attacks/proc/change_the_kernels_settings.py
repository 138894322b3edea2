"""Open the setting that names the program which is run when a process crashes.

Who writes it has a program run as root.

Stopped by: landlock, ids
"""

import os

from calls import CAP_SYS_ADMIN, needs


def attack(facts):
    needs(facts, CAP_SYS_ADMIN)
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))

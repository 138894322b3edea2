"""Ask a terminal to behave as if something had been typed.

Sandboxes have been left by typing a command into the terminal that they were started from.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("ioctl", 0, 0x5412, None)

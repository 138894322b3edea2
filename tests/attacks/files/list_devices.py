"""List /dev.

It says which GPUs, discs and consoles there are.

Stopped by: landlock
"""

import os


def attack(facts):
    os.listdir("/dev")

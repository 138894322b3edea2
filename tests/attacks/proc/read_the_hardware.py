"""Read what /sys knows of the machine.

Serial numbers, network addresses and cards tell hosts apart.

Stopped by: landlock
"""

import os


def attack(facts):
    os.listdir("/sys/class/net")

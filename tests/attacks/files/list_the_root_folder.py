"""List the root folder.

A listing says what else there is to take.

Stopped by: landlock
"""

import os


def attack(facts):
    os.listdir("/")

"""Go into another folder.

Names without a slash mean other files then, for whoever shares the folder.

Stopped by: seccomp
"""

import os


def attack(facts):
    os.chdir("/tmp")

"""Open `../../…/etc/passwd` from a folder that may be read.

A check that compares the beginning of a name is passed by this.

Stopped by: landlock
"""

import os


def attack(facts):
    folder = os.open(os.path.dirname(os.__file__) + "/json", os.O_RDONLY | os.O_DIRECTORY)
    os.open("../../../../../../../../../etc/passwd", os.O_RDONLY, dir_fd=folder)

"""Make a folder.

A folder of one's own is where everything else can be put.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.mkdir(facts["folder"] + "/made")

"""Remove a folder.

What expects a folder, and finds none, makes one with other rights.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.rmdir(facts["folder"] + "/empty")

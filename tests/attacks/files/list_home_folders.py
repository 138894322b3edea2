"""List /home and /tmp.

The folders of other users hold keys, histories and what other jobs have left.

Stopped by: landlock
"""

import os


def attack(facts):
    os.listdir("/home")
    os.listdir("/tmp")

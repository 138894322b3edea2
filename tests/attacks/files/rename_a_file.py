"""Move the database away.

The server would make a new one, empty.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.rename(facts["victim"], facts["victim"] + ".moved")

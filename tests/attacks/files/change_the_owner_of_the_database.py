"""Give the database away.

Its owner reads it, and its owner alone.

Stopped by: seccomp, ids
"""

import os


def attack(facts):
    os.chown(facts["victim"], os.stat(facts["victim"]).st_uid, -1)

"""Set the times of the database back.

Backups and caches decide by times what has changed.

Stopped by: seccomp, ids
"""

import os


def attack(facts):
    os.utime(facts["victim"], (1, 1))

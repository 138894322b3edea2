"""Remove the database.

The course would be over.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.unlink(facts["victim"])

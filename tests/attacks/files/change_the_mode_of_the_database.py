"""Let everybody write to the database, by changing its mode.

Landlock does not look at modes, so the list of calls has to.

Stopped by: seccomp, ids
"""

import os


def attack(facts):
    os.chmod(facts["victim"], 0o777)

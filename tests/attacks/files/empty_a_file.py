"""Cut a file to nothing by its name.

Before its third version Landlock did not look at this call.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.truncate(facts["victim"], 0)

"""List the folder that the server runs from.

Backups, settings and the folder of versions lie there.

Stopped by: landlock
"""

import os


def attack(facts):
    os.listdir(facts["repository"])

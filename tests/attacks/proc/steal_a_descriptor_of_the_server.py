"""Open what the server has open, by the number of its descriptor.

The database is open there already, whatever the rights of its file.

Stopped by: landlock, ids
Searching passes: ids
"""

import os


def attack(facts):
    os.listdir(f"/proc/{facts['server']}/fd")

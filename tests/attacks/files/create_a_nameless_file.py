"""Create a file without a name.

It takes space on the disc, and no listing shows it.

Stopped by: landlock
"""

import os


def attack(facts):
    os.close(os.open(facts["folder"], os.O_TMPFILE | os.O_RDWR, 0o600))

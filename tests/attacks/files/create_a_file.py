"""Create a file in a folder that everybody may write to.

What one job leaves, another job or the server may find and trust.

Stopped by: landlock
"""

import os


def attack(facts):
    os.close(os.open(facts["folder"] + "/new", os.O_CREAT | os.O_WRONLY, 0o600))

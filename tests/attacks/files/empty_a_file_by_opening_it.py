"""Open the database so that it becomes empty.

Nothing has to be written for everything to be lost.

Stopped by: landlock
"""

import os


def attack(facts):
    os.close(os.open(facts["victim"], os.O_WRONLY | os.O_TRUNC))

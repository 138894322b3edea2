"""Change the rights that new files get.

Files of the server would be open to everybody.

Held by: fresh child
"""

import os


def attack(facts):
    os.umask(0)


def after(facts):
    assert os.umask(0) == 0

"""Set flags on an open file that every job was given, such as an input which leads nowhere.

Flags belong to the open file and not to its number: whoever shares it reads them. A job can tell the next some bits.

Held by: fresh child
"""

import fcntl
import os


def attack(facts):
    for descriptor in range(8):
        try:
            fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)
        except OSError:
            continue


def after(facts):
    assert any(fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND for descriptor in range(3))

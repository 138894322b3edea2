"""Open /dev/tty or /dev/ptmx, to type into somebody's terminal.

A server started by hand has a terminal, and what is typed into it is executed.

Stopped by: landlock
"""

import os


def attack(facts):
    os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)

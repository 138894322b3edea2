"""Ask for the session of the server.

Ids of sessions and groups are what signals are sent to.

Stopped by: seccomp
"""

import os


def attack(facts):
    os.getsid(facts["server"])

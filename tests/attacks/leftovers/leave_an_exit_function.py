"""Ask to be called at the end.

At the end of the next job, our function would speak.

Held by: fresh child
"""

import atexit
import os
import sys


def attack(facts):
    atexit.register(os.getpid)
    sys.registered = atexit._ncallbacks()


def after(facts):
    assert atexit._ncallbacks() == sys.registered

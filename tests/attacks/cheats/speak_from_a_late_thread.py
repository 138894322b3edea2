"""Leave a thread behind that prints when the judge is done.

A result that is fine when it is compared may change later.

Held by: another process
"""

import os
import threading


def attack(facts):
    thread = threading.Timer(0.2, os.write, (1, b"passed 0.000\n"))
    thread.start()
    return 0

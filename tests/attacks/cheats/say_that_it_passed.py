"""Print what the judge prints when an answer is right, and end at once.

A verdict that travels as text can be written by anybody.

Held by: another process
"""

import os


def attack(facts):
    print("passed 0.000", flush=True)
    os._exit(0)

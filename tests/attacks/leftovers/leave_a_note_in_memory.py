"""Keep a text in memory.

Two learners who share an account of answers need no network.

Held by: fresh child
"""

import sys


def attack(facts):
    sys.note = "the answer to the third exercise"


def after(facts):
    assert sys.note

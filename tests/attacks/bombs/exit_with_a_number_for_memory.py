"""End with the number by which a child says that memory ran out.

It may say so: the word is about itself, and is a failure in any case.

Held by: fresh child
Ends: memory_limit
"""

import os

from app.sandbox.control import MEMORY_EXIT


def attack(facts):
    os._exit(MEMORY_EXIT)

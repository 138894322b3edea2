"""List all processes.

It shows who else is there, and what can be attacked.

Stopped by: landlock
"""

import os


def attack(facts):
    assert any(name.isdigit() for name in os.listdir("/proc"))

"""Exchange two files in one step.

A file that has just been checked becomes another, at a moment of the attacker's choice.

Stopped by: landlock, seccomp
"""

from calls import make


def attack(facts):
    other = facts["folder"] + "/other"
    make("renameat2", -100, facts["victim"].encode(), -100, other.encode(), 2)

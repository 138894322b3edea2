"""Have everything written to disc, again and again.

It makes every database on the machine wait.

Stopped by: seccomp
"""

from calls import make


def attack(facts):
    make("sync")

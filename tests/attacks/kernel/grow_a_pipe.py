"""Make one's own result pipe larger.

What the parent keeps for a child is bounded by what fits.

Stopped by: seccomp
"""

from calls import make


def attack(facts):
    make("fcntl", 1, 1031, 1 << 16)

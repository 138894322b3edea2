"""Map pages of a file in another order.

It is a call that nobody uses any more, and that faults have been found in.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("remap_file_pages", 0, 0, 0, 0, 0)

"""Be told of what happens in a folder.

One learns when other jobs start and what they import.

Stopped by: seccomp
"""

import os

from calls import called, libc


def attack(facts):
    called(libc.inotify_add_watch(libc.inotify_init(), os.path.dirname(os.__file__).encode(), 2))

"""Be asked before anybody opens a file.

Whoever does not answer stops the machine.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("fanotify_init", 0x200, 0)

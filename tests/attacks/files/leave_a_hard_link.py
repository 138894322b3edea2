"""Leave a second name for the database in a folder of one's own.

Who tidies that folder up, or gives its files away, does it to the database.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.link(facts["victim"], facts["folder"] + "/linked")

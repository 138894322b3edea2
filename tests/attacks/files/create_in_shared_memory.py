"""Create a file in /dev/shm.

Sandboxes have shared this folder and with it a channel between learners.

Stopped by: landlock
"""

import os


def attack(facts):
    os.close(os.open("/dev/shm/" + facts["name"], os.O_CREAT | os.O_WRONLY, 0o600))

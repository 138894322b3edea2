"""Open a device that everybody may open.

If the harmless ones open, so does the node of a GPU, and with it the driver.

Stopped by: landlock
"""

import os


def attack(facts):
    os.open("/dev/zero", os.O_RDONLY)

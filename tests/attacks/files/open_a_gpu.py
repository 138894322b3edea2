"""Open the node by which NVIDIA's driver is reached, as a stand-in the first device that is there.

The driver is part of the kernel and has thousands of requests; learner Python may make none of them.

Stopped by: landlock
"""

import os


def attack(facts):
    for node in ("/dev/nvidiactl", "/dev/nvidia0", "/dev/nvidia-uvm", "/dev/dri/renderD128", "/dev/null"):
        try:
            os.close(os.open(node, os.O_RDWR))
        except FileNotFoundError:
            continue
        return
    raise PermissionError("no device could be opened")

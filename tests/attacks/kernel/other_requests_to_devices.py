"""Make requests of devices: of discs, of terminals, of the driver of GPUs.

Each number is a function of some driver.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    for request in (0x5413, 0x541B, 0x5421, 0x1260, 0x8912, 0xC0104600, 0x30000001):
        reach("ioctl", 0, request, None)

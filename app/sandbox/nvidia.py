"""What CUDA needs of the file system, and no more: found on an H200 by taking paths away until it broke."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.sandbox.landlock import IOCTL, READ, TRUNCATE, WRITE, Grant, libraries

_DRIVER = Path("/proc/driver/nvidia/gpus")
_DEVICES = Path("/dev")
# Opened for every card. Without uvm-tools drivers from 570 on give up where the node exists and may not be opened.
_SHARED = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools")
# On an H200 only its own mappings are needed: without them cuInit gives error 2. The rest says what the driver is and
# which memory is near which card, for hosts with several.
_READABLE = (
    "/proc/self/maps",
    "/proc/self/status",
    "/proc/devices",
    "/proc/driver/nvidia",
    "/sys/bus/pci/devices",
    "/sys/devices/system/cpu",
    "/sys/devices/system/memory",
    "/sys/devices/system/node",
)


class NoCardError(Exception):
    """There is no card of this number here. The text says what there is."""


def nodes(index: int, driver: Path = _DRIVER, devices: Path = _DEVICES) -> tuple[Path, ...]:
    """The device nodes of the card `index` and the shared ones. It is counted as CUDA does by PCI_BUS_ID.

    Cards whose node is not here, as in a container that was given some of a host's, do not count. Raises NoCardError.
    """
    cards = [node for card in _by_bus(driver) if (node := devices / f"nvidia{_minor(card)}").exists()]
    if not 0 <= index < len(cards):
        raise NoCardError(f"there is no card {index}: the driver shows {len(cards)} with a device node")
    shared = [devices / name for name in _SHARED if (devices / name).exists()]
    parts = devices / "nvidia-caps"  # a MIG instance is reached through these
    return (*shared, cards[index], *([parts] if parts.is_dir() else []))


def grants(devices: Iterable[Path]) -> Iterator[Grant]:
    """What to grant a process on these device nodes, besides its interpreter and packages.

    libcuda writes the names of its threads, and gives up with error 304 where it may not.
    """
    for node in devices:
        yield Grant(node, READ | WRITE | IOCTL)
    yield Grant(Path("/proc/self/task"), WRITE | TRUNCATE)
    for path in map(Path, _READABLE):
        if path.exists():
            yield Grant(path, READ)
    for folder in libraries("cuda", "c"):  # the driver loads more of its parts later
        yield Grant(folder, READ)


def _by_bus(driver: Path) -> list[Path]:
    """The driver's folders, one a card, named by PCI address in hexadecimal, so that their order is the bus's."""
    return sorted(driver.iterdir()) if driver.is_dir() else []


def _minor(card: Path) -> int:
    found = re.search(r"^Device Minor:\s*(\d+)", (card / "information").read_text(), re.MULTILINE)
    return int(found[1]) if found else -1

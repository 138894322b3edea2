"""What the driver says of its cards, as JSON on stdout: a list of `Card`, told without a context on any of them."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from cuda.bindings import driver

from app.devices.gpu.answer import GpuError, value_of
from app.devices.gpu.context import card


def main() -> int:
    """Exit status 1, with the driver's word or the loader's sentence on stderr, where it does not work."""
    try:
        value_of(driver.cuInit(0))
        devices = [value_of(driver.cuDeviceGet(index)) for index in range(value_of(driver.cuDeviceGetCount()))]
        cards = [asdict(card(device, index)) for index, device in enumerate(devices)]
    except (GpuError, RuntimeError) as error:  # RuntimeError: there is no libcuda, or it lacks what is asked for
        print(" ".join(str(error).split()), file=sys.stderr)
        return 1
    print(json.dumps(cards))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

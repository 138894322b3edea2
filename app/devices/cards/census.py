"""The cards as their driver describes them, asked by a child: no process of ours that lives long opens a GPU for it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

from app.config import ROOT
from app.devices.records import Card
from app.errors import InfrastructureError

CHILD = (sys.executable, "-m", "app.devices.gpu.facts")
_ANSWER_S = 30.0


def cards(command: Sequence[str] = CHILD) -> list[Card]:
    """All that are there, in the order of the bus. Raises InfrastructureError with what is wrong with the driver."""
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={"CUDA_DEVICE_ORDER": "PCI_BUS_ID", "PYTHONPATH": ":".join(sys.path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_ANSWER_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise InfrastructureError(f"the driver did not answer within {_ANSWER_S:.0f} s") from None
    except OSError as error:
        raise InfrastructureError(f"the driver cannot be asked: {error.strerror}") from None
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [f"it ended with {done.returncode}"]
        raise InfrastructureError(f"the driver cannot be asked: {last[0]}")
    try:
        return [Card(**entry) for entry in json.loads(done.stdout)]
    except (ValueError, TypeError) as error:
        raise InfrastructureError(f"the driver was asked, and the answer has no sense: {error}") from None

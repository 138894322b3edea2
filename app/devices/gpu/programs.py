"""The device of one host program in an executor: answers its requests, and in the end says how long each took."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from app.devices.gpu.answer import GpuError
from app.devices.gpu.driving import Driving
from app.devices.gpu.live import Live
from app.devices.gpu.replay import DiffersError, measured
from app.protocol.frames import Frame

REPLAY = "replay"  # asks for times, once, as the last but one frame
END = "end"


def serve(job: Frame, hear: Callable[[], Frame], say: Callable[[Frame], None], driver: Driving) -> bool:
    """Answer until the program has ended. False where the context is lost, and this process with it.

    A fault is an answer, too: `fault`, with what it means and the driver's own word.
    """
    live = Live(driver, str(job.data["arch"]), int(str(job.data["bytes"])))
    while (frame := hear()).kind != END:
        try:
            say(_replayed(live, driver, frame) if frame.kind == REPLAY else live.answer(frame))
        except GpuError as error:
            say(Frame("fault", {"status": error.status, "word": str(error)[:200]}))
            return False
    live.close()
    return True


def _replayed(live: Live, driver: Driving, frame: Frame) -> Frame:
    if not live.whole:
        return Frame("replayed", {"why": "it copies more than is kept of it"})
    try:
        spans = measured(driver, live.steps, live.seen, live.state(), float(str(frame.data["seconds"])))
    except DiffersError as error:
        return Frame("replayed", {"why": str(error)})
    except GpuError as error:
        if error.status != "no_memory":
            raise
        return Frame("replayed", {"why": "there is no memory for it"})
    return Frame("replayed", {"why": ""}, {"spans": np.array(spans, np.float64).reshape(-1, 2)})

"""Says that it has ended, with a result and without findings, and goes on.

Stopped by: the worker records the calls itself; a result without a launch is no pass.
Exercise: round-trip
Gets: too_slow or runtime_error or wrong_answer
Stage: slow
"""
import os
import numpy as np
from app.protocol.frames import Frame, encode


def main(a, low, high):
    os.write(3, encode(Frame("ended", {"result": None, "findings": [], "stdout": ""}, {})))
    return np.clip(a, low, high)

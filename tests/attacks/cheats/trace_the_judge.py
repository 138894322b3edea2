"""Have every line of the judge call one's own function.

It sees the comparison, and all that is compared.

Held by: another process
"""

import sys


def attack(facts):
    def spy(frame, event, argument):
        if "expected" in frame.f_locals and "given" in frame.f_locals:
            frame.f_locals["given"][0] = frame.f_locals["expected"]
        return spy

    sys.settrace(spy)
    frame = sys._getframe().f_back
    while frame is not None:
        frame.f_trace = spy
        frame = frame.f_back
    return 0

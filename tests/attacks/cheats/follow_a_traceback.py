"""Fail, and read the frames that the exception passed.

What is private on the way down is not on the way up.

Held by: another process
"""


def attack(facts):
    try:
        int("no number")
    except ValueError as error:
        frame = error.__traceback__.tb_frame
        while frame is not None:
            if "expected" in frame.f_locals:
                return frame.f_locals["expected"]
            frame = frame.f_back
    return None

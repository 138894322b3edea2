"""Has a signal ring in the midst of compiling, and answers there with code of its own.

Stopped by: signals cannot be sent; the one that the limit of processor time sends finds the child with a second to go,
and what it answers is read like any other PTX.
Gets: compile_error compile_limit.interface or time_limit
Stage: slow
"""
import os
import signal

from app.protocol.frames import Frame, encode


def ring(*_):
    os.write(3, encode(Frame("ptx", {"text": "", "max_registers": None})))
    os._exit(0)


signal.signal(signal.SIGXCPU, ring)
while True:
    pass

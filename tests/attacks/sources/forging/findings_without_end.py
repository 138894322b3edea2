"""Reports as many faults as a frame holds.

Stopped by: the worker, which takes no list that is longer than a compiler's.
Gets: compile_error source_error.interfered
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

finding = {"kind": "syntax_error", "severity": "error", "line": 1, "message_key": "syntax_error"}
finding |= {"args": {"text": "x"}, "thread": None, "block": None, "other": None, "count": 1}
raw = encode(Frame("findings", {"findings": [finding] * 256}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)

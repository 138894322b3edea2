"""Reports a fault that is met by more threads than there are atoms, in a thread of such an index.

Stopped by: the worker, which takes counts and indices that a device can have.
Gets: compile_error source_error.interfered
"""
import os

from app.protocol.frames import Frame, encode

finding = {"kind": "syntax_error", "severity": "error", "line": 1, "message_key": "syntax_error"}
finding |= {"args": {"text": "x"}, "thread": [10**4000] * 3, "block": None, "other": None, "count": 10**4000}
os.write(3, encode(Frame("findings", {"findings": [finding]})))
os._exit(0)

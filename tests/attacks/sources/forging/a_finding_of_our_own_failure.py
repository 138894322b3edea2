"""Reports that the infrastructure failed, which would cost no attempt and wake the operator.

Stopped by: the worker takes the kinds of finding that a compiler has, and no word on whose fault it is.
Gets: compile_error source_error.interfered
"""
import os

from app.protocol.frames import Frame, encode

finding = {"kind": "infrastructure", "severity": "error", "line": 1, "message_key": "infrastructure", "args": {}}
finding |= {"thread": None, "block": None, "other": None, "count": 1}
os.write(3, encode(Frame("findings", {"findings": [finding]})))
os._exit(0)

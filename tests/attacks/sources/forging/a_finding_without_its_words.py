"""Reports a fault of its own making whose sentence has blanks that it does not fill.

Stopped by: nothing but the blanks, which are shown as such: it is still a fault of the learner's, and no pass.
Gets: compile_error typing_error.parameters
"""
import os

from app.protocol.frames import Frame, encode

finding = {"kind": "typing_error", "severity": "error", "line": 1, "message_key": "typing_error.parameters", "args": {}}
finding |= {"thread": None, "block": None, "other": None, "count": 1}
os.write(3, encode(Frame("findings", {"findings": [finding]})))
os._exit(0)

"""Reports a fault whose sentence wants a number with its thousands apart, and gives a table.

Stopped by: sentences, which show whatever fills them as text.
Gets: compile_error compile_limit.code
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

finding = {"kind": "compile_limit", "severity": "error", "line": 1, "message_key": "compile_limit.code"}
finding |= {"args": {"got": {"a": [1]}, "limit": None}, "thread": None, "block": None, "other": None, "count": 1}
os.write(3, encode(Frame("findings", {"findings": [finding]})))
os._exit(0)

"""Reports a fault whose text is a script for the page of whoever looks at the verdict.

Stopped by: pages, which write every text as text; the verdict is an ordinary one.
Gets: compile_error syntax_error
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

finding = {"kind": "syntax_error", "severity": "error", "line": 1, "message_key": "syntax_error"}
finding |= {"args": {"text": "<script>alert(1)</script>"}, "thread": None, "block": None, "other": None, "count": 1}
os.write(3, encode(Frame("findings", {"findings": [finding]})))
os._exit(0)

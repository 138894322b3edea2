"""Sends a verdict.

Stopped by: design: a compiler's child has no word in that; the worker makes verdicts.
Gets: compile_error source_error.interfered
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

os.write(3, encode(Frame("verdict", {"kind": "passed", "passed": True})))
os._exit(0)

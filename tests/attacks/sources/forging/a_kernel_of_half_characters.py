"""Sends a kernel's text with half a character, in bytes that a forgiving reader of JSON takes.

Stopped by: a frame's header is UTF-8, read strictly.
Gets: compile_error source_error.crashed
"""
import os
import struct

header = b'{"kind":"ptx","data":{"text":"\xed\xa0\x80","max_registers":null},"arrays":[]}'
os.write(3, struct.pack("<II", 4 + len(header), len(header)) + header)
os._exit(0)

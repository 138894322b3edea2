"""What is written to the process's stdout is taken from there, bounded, and nothing waits for it."""

import subprocess
import sys

PROGRAM = """
import ctypes, os, sys
from app.devices.gpu.printed import Printed
printed = Printed()
printed.start()
libc = ctypes.CDLL(None)
libc.puts(b"kept by the C library")
said = [printed.taken(), printed.taken()]
for _ in range(100_000):
    libc.puts(b"a flood of words")
said.append(printed.taken())
libc.puts(b"and after it")
said.append(printed.taken())
sys.stderr.write(repr([said[0], said[1], 1000 < len(said[2]) <= 64_000, said[3]]))
"""


def test_prints_are_taken_and_a_flood_is_cut():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == "['kept by the C library\\n', '', True, 'and after it\\n']"

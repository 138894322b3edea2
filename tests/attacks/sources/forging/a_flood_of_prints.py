"""Prints without end, to have the server keep it.

Stopped by: the worker counts what arrives before it keeps it.
Gets: compile_error source_error.output
Stage: slow
"""
import sys

while True:
    sys.stderr.write("x" * 65536)

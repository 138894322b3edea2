"""Shifts a number until it fills memory.

Stopped by: the reader's bound on numbers.
Exercise: cover-a-vector
Gets: compile_error or launch_error or unsupported
"""
grid = 1 << 10**9
block = 256

"""Multiplies a list until memory is full.

Stopped by: the limit of the address space.
Gets: memory_limit memory.compile or time_limit timeout.compile
Stage: slow
"""
rows = [[0] * 10**7]
while True:
    rows = rows + [list(row) for row in rows]

"""Has Python work out a number of hundreds of millions of digits.

Stopped by: the limits of processor time and of memory.
Gets: time_limit or memory_limit
Stage: slow
"""
size = 9**9**9

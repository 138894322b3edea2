"""Searches for a pattern that takes exponential time, in C, where no exception reaches it.

Stopped by: the limit of processor time, which kills.
Gets: time_limit
Stage: slow
"""
import re

re.match(r"(a+)+$", "a" * 64 + "b")

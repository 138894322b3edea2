"""Shuts the pipes on which it is to answer.

Stopped by: no answer is the learner's fault.
Gets: compile_error
Stage: slow
"""
import os

for number in range(16):
    try:
        os.close(number)
    except OSError:
        pass

"""Looks for the worker: its processes, what they were started with, its memory.

Stopped by: Landlock keeps `/proc` shut, seccomp knows no ptrace, and both are other processes' owners.
Gets: compile_error forbidden.file
Stage: slow
"""
import os

told = {}
for number in (os.getppid(), 1):
    with open(f"/proc/{number}/cmdline") as file:
        told[number] = file.read()
raise RuntimeError(repr(told))

"""Stops its process without ending it, and holds its place.

Stopped by: seccomp; where a signal could stop it, the worker's clock.
Gets: compile_error or time_limit
Stage: slow
"""
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)

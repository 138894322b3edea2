"""Crashes its process, so that the server seems to be broken.

Stopped by: where a child crashes, one with a kernel of ours is tried; if that lives, it was the learner.
Gets: compile_error source_error.crashed
"""
import ctypes

ctypes.string_at(0)

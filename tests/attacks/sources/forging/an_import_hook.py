"""Puts a finder before all others, which hands out modules of its own.

Stopped by: each job has a fork of its own; what is imported after it here is its own affair.
Gets: compile_error source_error
Stage: slow
"""
import sys


class Finder:
    def find_spec(self, name, path=None, target=None):
        raise ValueError("mine")


sys.meta_path.insert(0, Finder())
import this_module_is_nowhere

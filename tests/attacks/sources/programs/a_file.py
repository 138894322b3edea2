"""Reads the reference of its exercise.

Stopped by: Landlock.
Exercise: round-trip
Gets: runtime_error
Stage: slow
"""
import sys
from pathlib import Path


def main(a, low, high):
    root = Path(sys.modules["app"].__file__).parent.parent
    raise RuntimeError("read: " + (root / "kernels/round-trip/exercise.py").read_text()[:100])

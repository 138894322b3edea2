"""Asks the import system for the lessons, by the loader of our own package.

Stopped by: Landlock; a loader that is in memory still opens files.
Gets: compile_error forbidden.file
Stage: slow
Naive: reads
"""
import sys
from pathlib import Path

loader = sys.modules["app.findings"].__spec__.loader
root = Path(loader.path).parent.parent
lesson = sorted((root / "lessons").iterdir())[0]
raise RuntimeError("read: " + loader.get_data(str(lesson / "en.md")).decode()[:200])

"""Read the platform's own source.

Who knows how the judge works looks for where it errs; and on some servers, settings lie beside the source.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path(facts["repository"], "app", "config.py").read_bytes()

"""Read the database, which every submission and every session is in.

Other learners' submissions are in no other file.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    assert Path(facts["victim"]).read_text() == "precious"

"""Read a lesson's source, in which quizzes carry their answer keys.

The pages never show a key before an answer; the file has all of them.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    lessons = list(Path(facts["repository"], "lessons").glob("*/en.md"))
    assert lessons[0].read_bytes()

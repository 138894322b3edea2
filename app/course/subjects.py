"""What of a course has to be proved, and the hash by which a proof is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from app.course.models import Fault, Lesson, OrderKey, Part, Question, QuestionPart
from app.course.proofs import Proofs, Subject, contents


def of_exercise(path: Path) -> Subject:
    """The exercise in a folder: any change of what lies there makes it unproved."""
    return Subject(f"kernels/{path.name}", path, contents(path))


def of_lesson(lesson: Lesson, exercises: Mapping[str, Subject]) -> Subject | None:
    """A lesson's questions that can be executed, with the exercises that judge them; None where it has none."""
    meant = [_meaning(question, exercises) for question in lesson.questions if executable(question)]
    if not meant:
        return None
    digest = hashlib.sha256(json.dumps(meant).encode()).hexdigest()
    return Subject(f"lessons/{lesson.slug}", lesson.path.parent, digest)


def executable(question: Question) -> bool:
    """Whether its key says what running something gives, and so can be wrong without anybody's seeing it."""
    return question.program is not None or question.exercise is not None


def shown(lesson: Lesson, exercises: Collection[str], *, proved: bool) -> Lesson:
    """The lesson without the questions that an exercise would mark which had to be left out.

    The exercise's own place stays: the page says there that it is withdrawn. Where the lesson is not proved, no
    question stays whose key could be executed: what is not known to be right is not shown.
    """

    def stays(part: Part) -> bool:
        if not isinstance(part, QuestionPart):
            return True
        question = part.question
        return (question.exercise is None or question.exercise in exercises) and (proved or not executable(question))

    return replace(lesson, parts=tuple(part for part in lesson.parts if stays(part)))


def faults_of(subject: Subject, proofs: Proofs) -> tuple[Fault, ...]:
    """Why a subject is not proved; nothing where it is."""
    proof = proofs.find(subject)
    if proof is not None:
        return proof.faults
    file = "exercise.toml" if subject.name.startswith("kernels/") else "en.md"
    slug = subject.name.partition("/")[2]
    return (Fault(f"{subject.name}/{file}", 0, 0, f"not proved yet: run gridstride check {slug}"),)


def _meaning(question: Question, exercises: Mapping[str, Subject]) -> list[object]:
    meaning: list[object] = [question.id, question.version]
    if question.program is not None:
        meaning.append([question.program.source, question.program.prints, question.program.finding])
    if isinstance(question.key, OrderKey):
        blocks = [(block.code, block.key in question.key.solution) for block in question.key.blocks]
        meaning += [question.key.given.code if question.key.given else "", blocks]
    if question.exercise is not None:
        subject = exercises.get(question.exercise)
        meaning.append(subject.hash if subject else "")
    return meaning

"""What of a course has to be proved, and the hash by which a proof is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from app.course.models import ExercisePart, Fault, Lesson, OrderKey, Part, Question, QuestionPart
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
    return question.program is not None or isinstance(question.key, OrderKey)


def shown(lesson: Lesson, exercises: Collection[str], *, proved: bool) -> Lesson:
    """The lesson without the exercises that had to be left out, and without the questions that they would mark.

    Where it is not proved, no question stays whose key could be executed: what is not known to be right is not shown.
    """

    def stays(part: Part) -> bool:
        if isinstance(part, QuestionPart):
            question = part.question
            return (question.exercise is None or question.exercise in exercises) and (
                proved or not executable(question)
            )
        return not isinstance(part, ExercisePart) or part.slug in exercises

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
        meaning.append(question.program.source)
    if isinstance(question.key, OrderKey):
        key = question.key
        code = {block.key: block.code for block in key.blocks}
        subject = exercises.get(key.exercise)
        meaning += [key.given.code if key.given else "", [code[k] for k in key.solution]]
        meaning.append(subject.hash if subject else key.exercise)
    return meaning

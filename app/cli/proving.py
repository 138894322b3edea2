"""`check`: the course proves itself."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from app.cli.crew import COMMAND, Found, prove
from app.cli.verbs import NOT_PASSED, OK, TROUBLE, Verbs, add_course, course_of
from app.config import Settings
from app.course.loader import Reader, require_course
from app.course.models import Fault
from app.course.proofs import PROOFS, Proof, Proofs, Subject, platform, record
from app.course.proofs import found as proof_of
from app.errors import ConfigError, GridstrideError, NotFoundError
from app.logs import about
from app.niceness import lower
from app.worker import doctor

_LOOK_S = 1.0
_GPU_JOBS = 4  # processes, each with executors of its own on the cards

log = logging.getLogger(__name__)


def add(verbs: Verbs) -> None:
    text = "prove the course: starters fail, solutions pass, wrong kernels get what they declare"
    check = verbs.add_parser("check", help=text, description=text)
    check.add_argument("slugs", nargs="*", metavar="SLUG", help="only these exercises and lessons")
    check.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, help="how many at a time; as many as cores")
    text = "prove on the interpreter, or on a GPU too and have both judge alike"
    check.add_argument("--device", choices=["simt", "gpu"], default="simt", help=text)
    check.add_argument("--cached", action="store_true", help="leave out what has a proof")
    check.add_argument("--record", action="store_true", help="lay the proofs beside the exercises, as proof.json")
    text = "at low priority what has neither a proof nor failed before; what is found goes to the log"
    check.add_argument("--background", action="store_true", help=text)
    check.add_argument("--watch", action="store_true", help="with --background: go on, and check what changes")
    add_course(check)
    check.set_defaults(command=_check)


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 256")
    return int(text)


def _check(options: argparse.Namespace, settings: Settings) -> int:
    settings = course_of(options, settings)
    require_course(settings.course)
    proofs = Proofs(settings.data / PROOFS)
    if options.background or options.watch:
        return _background(options, settings, proofs)
    started = time.monotonic()
    reader = Reader(settings.course)
    static = reader.read().faults
    chosen = _chosen(reader.subjects(), options.slugs, static, settings.course)
    known = {s: proof for s in chosen if options.cached and (proof := proofs.find(s)) is not None and proof.holds}
    command = (*COMMAND, "--gpu") if options.device == "gpu" else COMMAND
    jobs = min(options.jobs, _GPU_JOBS) if options.device == "gpu" else options.jobs
    found = _proved([s for s in chosen if s not in known], jobs, settings, proofs, command)
    faults = sorted([*(static if not options.slugs else ()), *(f for one in found for f in _faults(one))], key=str)
    for fault in faults:
        print(fault, file=sys.stderr)
    holding = len(known) + sum(one.holds for one in found)
    print(f"{holding} of {len(chosen)} proved, {len(found)} of them now, in {time.monotonic() - started:.1f} s")
    if options.record:
        _record(found, known)
    if any(one.trouble for one in found):
        return TROUBLE
    return NOT_PASSED if faults else OK


def _chosen(subjects: list[Subject], slugs: Sequence[str], faults: Iterable[Fault], root: Path) -> list[Subject]:
    """The subjects that are meant; all of them where none is named. Raises NotFoundError."""
    by_slug = {subject.path.name: subject for subject in subjects}
    for slug in slugs:
        told = [str(fault) for fault in faults if fault.path.split("/")[1] == slug]
        if told:
            raise NotFoundError(f"{slug!r} cannot be used:\n" + "\n".join(told))
        if slug not in by_slug and not (root / "lessons" / slug).is_dir():
            raise NotFoundError(f"there is no exercise {slug!r}; there are: {', '.join(by_slug) or 'none'}")
    return [subject for slug, subject in by_slug.items() if not slugs or slug in slugs]


def _proved(
    subjects: list[Subject], jobs: int, settings: Settings, proofs: Proofs, command: Sequence[str] = COMMAND
) -> list[Found]:
    """What is found, kept and told as it comes. The longest go first, lest one process ends long after the others."""
    if not subjects:
        return []
    doctor.require_wall(settings.waived)
    all_found = []
    subjects.sort(key=lambda subject: _expected(subject, proofs), reverse=True)
    with closing(prove(subjects, jobs, settings.course, command)) as finding:
        for found in finding:
            _keep(found, proofs)
            state = "proved" if found.holds else "not proved" if found.faults else "not judged"
            print(f"{found.subject.path.name}: {state} in {found.seconds:.1f} s", flush=True)
            all_found.append(found)
    return all_found


def _expected(subject: Subject, proofs: Proofs) -> float:
    """Seconds: those of last time, or about one for each kernel."""
    return proofs.seconds(subject) or float(sum(1 for _ in subject.path.rglob("*.py")))


def _keep(found: Found, proofs: Proofs) -> None:
    if found.trouble:
        return
    try:
        proofs.keep(found.subject, found.faults, found.seconds)
    except ConfigError as error:  # a check is worth something even where nothing can be written
        log.warning("%s", error)


def _faults(found: Found) -> tuple[Fault, ...]:
    if found.trouble:
        return (Fault(found.subject.name, 0, 0, f"could not be judged: {found.trouble}"),)
    return found.faults


def _record(found: Sequence[Found], known: Mapping[Subject, Proof]) -> None:
    """Whether or not the data folder could hold them. Raises ConfigError where the course's folder cannot."""
    for one in found:
        if one.holds:
            record(one.subject, proof_of(one.subject, (), one.seconds))
    for subject, proof in known.items():
        record(subject, proof)


def _background(options: argparse.Namespace, settings: Settings, proofs: Proofs) -> int:
    """Prove what is new, for a site that is being served: nothing here is a reason for it to end."""
    lower()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(OK))  # the processes that prove are to end too
    reader, state = Reader(settings.course), None
    while True:
        if state != (state := reader.state()):
            _prove_new(reader, options.jobs, settings, proofs)
        if not options.watch:
            return OK
        time.sleep(_LOOK_S)


def _prove_new(reader: Reader, jobs: int, settings: Settings, proofs: Proofs) -> None:
    judges = platform()
    new = [subject for subject in reader.subjects() if _is_new(proofs.find(subject), judges)]
    try:
        if new:
            doctor.require_wall(settings.waived)
    except GridstrideError as error:
        log.warning("nothing can be proved here: %s", error)
        return
    with closing(prove(new, jobs, settings.course)) as finding:
        for found in finding:
            _keep(found, proofs)
            _tell(found)


def _is_new(proof: Proof | None, judges: str) -> bool:
    """Whether a check could tell more: what failed is judged again by other judges alone."""
    return proof is None or (not proof.holds and proof.platform != judges)


def _tell(found: Found) -> None:
    if found.holds:
        log.info(
            "proved %s in %.1f s", found.subject.name, found.seconds, extra=about("proved", place=found.subject.name)
        )
    for fault in _faults(found):
        log.warning("not proved: %s", fault, extra=about("not_proved", place=fault.path))

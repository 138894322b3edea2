"""Looks up every locked package in the databases of known vulnerabilities, and says which of them answered.

A database that does not answer fails nothing: it would make an outage elsewhere ours. The ages of the pins are told in
any case, by the commits that brought them: a version that was locked so long ago is at least as old.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OLD = timedelta(days=180)  # a pin that has not moved for so long deserves a look, whatever a database says
_WAIT_S = 300.0
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)
_BLAMED = re.compile(r"^committer-time (\d+)$|^\t(.*)$", re.MULTILINE)

Run = Callable[[Sequence[str], Path], str]


@dataclass(frozen=True, slots=True)
class Audit:
    """`known`: what is vulnerable, a sentence each. `unknown` could not be looked up, of `packages` in all."""

    packages: int
    known: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def run(command: Sequence[str], folder: Path) -> str:
    """What a command says on its stdout; empty where there is no such command, or it takes too long."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_WAIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def python(lock: Path, run: Run = run) -> Audit:
    """Of a lock of pip's. One package is looked up first: a database that does not know it knows none of them."""
    entries = re.split(r"^(?=[A-Za-z0-9])", lock.read_text(), flags=re.MULTILINE)
    pins = [entry for entry in entries if _PIN.match(entry)]
    names = tuple(name for name, _ in _PIN.findall("".join(pins)))
    if not pins or _asked(pins[0], run).unknown:
        return Audit(len(pins), unknown=names)
    return _asked("".join(pins), run)


def _asked(pins: str, run: Run) -> Audit:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pins.txt"
        file.write_text(pins)
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(file), "--require-hashes", "--disable-pip"]
        said = run([*command, "--format", "json", "--progress-spinner", "off", "--timeout", "10"], ROOT)
    looked_up: list[Mapping[str, Any]] = _read(said).get("dependencies", [])
    answered = {one["name"]: one for one in looked_up if "vulns" in one}
    known = [
        f"{name} {one['version']}: {vuln['id']}, mended in {', '.join(vuln['fix_versions']) or 'no version yet'}"
        for name, one in answered.items()
        for vuln in one["vulns"]
    ]
    names = [_plain(name) for name, _ in _PIN.findall(pins)]
    return Audit(len(names), tuple(known), tuple(name for name in names if name not in map(_plain, answered)))


def node(folder: Path, run: Run = run) -> Audit:
    """Of the lock of what the editor is built from, in a copy: npm would leave files beside it."""
    packages = json.loads((folder / "package-lock.json").read_text())["packages"]
    names = tuple(path.removeprefix("node_modules/") for path in packages if path)
    with tempfile.TemporaryDirectory() as copy:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(folder / name, copy)
        said = _read(run(["npm", "audit", "--package-lock-only", "--json"], Path(copy)))
    if "vulnerabilities" not in said:
        return Audit(len(names), unknown=names)
    found = said["vulnerabilities"].values()
    return Audit(len(names), tuple(f"{one['name']} {one['range']}: {one['severity']}" for one in found))


def ages(lock: Path, pin: re.Pattern[str], run: Run = run) -> list[datetime]:
    """Since when each pin of a lock is as it is, oldest first; empty where git does not say."""
    if run(["git", "rev-parse", "--is-shallow-repository"], lock.parent).strip() != "false":
        return []  # the history that was fetched begins too late
    blamed = run(["git", "blame", "--line-porcelain", lock.name], lock.parent)
    found, time = [], 0
    for committed, line in _BLAMED.findall(blamed):
        time = int(committed) if committed else time
        if not committed and pin.match(line):
            found.append(datetime.fromtimestamp(time, UTC))
    return sorted(found)


def report(name: str, audit: Audit, since: Sequence[datetime], now: datetime) -> list[str]:
    """What is said of a lock."""
    asked = audit.packages - len(audit.unknown)
    if asked:
        lines = [f"{name}: {asked} of {audit.packages} packages were looked up: {len(audit.known)} vulnerabilities"]
        lines += [f"{name}: VULNERABLE: {one}" for one in audit.known]
        if audit.unknown:
            lines.append(f"{name}: not looked up, since the database does not know them: {', '.join(audit.unknown)}")
    else:
        lines = [f"{name}: NOTHING was looked up: no database of vulnerabilities answers from here"]
    if not since:
        return [*lines, f"{name}: the ages of its pins are unknown, for want of the repository's whole history"]
    old = sum(now - one > OLD for one in since)
    oldest, newest = ((now - one).days for one in (since[0], since[-1]))
    lines.append(f"{name}: {len(since)} pins, the oldest locked for {oldest} days, the newest for {newest}")
    return [*lines, f"{name}: WARNING: {old} pins are older than {OLD.days} days"] if old else lines


def main() -> int:
    """The exit status: 1 where something is known to be vulnerable."""
    now = datetime.now(UTC)
    vendor = ROOT / "scripts" / "vendor"
    known = 0
    for name in ("requirements.lock", "requirements-dev.lock"):
        audit = python(ROOT / name)
        known += len(audit.known)
        print("\n".join(report(name, audit, ages(ROOT / name, _PIN), now)))
    audit = node(vendor)
    known += len(audit.known)
    since = ages(vendor / "package-lock.json", re.compile(r'\s+"version": '))
    print("\n".join(report("scripts/vendor/package-lock.json", audit, since, now)))
    return 1 if known else 0


def _read(said: str) -> dict[str, Any]:
    try:
        found = json.loads(said)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    sys.exit(main())

"""scripts/audit: what it says where a database answers, where it knows nothing, and where there is none."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import audit  # a script, which no package holds

NOW = datetime(2026, 11, 30, tzinfo=UTC)
LOCK = "one==1.0 \\\n    --hash=sha256:00\n    # via two\ntwo_b[extra]==2.0 \\\n    --hash=sha256:11\n"
CLEAN = {"name": "one", "version": "1.0", "vulns": []}
BAD = {"name": "two-b", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}
SKIPPED = {"name": "two-b", "skip_reason": "not found"}


@pytest.fixture
def lock(tmp_path):
    path = tmp_path / "requirements.lock"
    path.write_text(LOCK)
    return path


class Database:
    """Answers as pip-audit would, from what it knows; `asked` has each list of pins."""

    def __init__(self, *entries):
        self.entries = entries
        self.asked = []

    def __call__(self, command, folder):
        pins = Path(command[command.index("--requirement") + 1]).read_text()
        self.asked.append(pins)
        return json.dumps({"dependencies": [one for one in self.entries if one["name"].partition("-")[0] in pins]})


def test_what_is_vulnerable_is_named_with_what_mends_it(lock):
    found = audit.python(lock, Database(CLEAN, BAD))
    assert (found.packages, found.known, found.unknown) == (2, ("two-b 2.0: PYSEC-1, mended in 2.1",), ())


def test_what_a_database_does_not_know_is_not_called_clean(lock):
    found = audit.python(lock, Database(CLEAN, SKIPPED))
    said = audit.report("lock", found, [], NOW)
    assert found.unknown == ("two-b",)
    assert said[:2] == [
        "lock: 1 of 2 packages were looked up: 0 vulnerabilities",
        "lock: not looked up, since the database does not know them: two-b",
    ]


def test_a_database_that_knows_nothing_is_asked_once(lock):
    database = Database({"name": "one", "skip_reason": "not found"}, BAD)
    found = audit.python(lock, database)
    assert (found.unknown, found.known, len(database.asked)) == (("one", "two_b"), (), 1)
    assert "NOTHING was looked up" in audit.report("lock", found, [], NOW)[0]


@pytest.mark.parametrize("said", ["", "no JSON", "[]", '{"message": "405"}', '{"error": {}}'])
def test_no_answer_is_not_called_clean(lock, said):
    assert audit.python(lock, lambda *_: said).unknown == ("one", "two_b")


def test_what_the_editor_is_built_from_is_looked_up_too():
    vendor = audit.ROOT / "scripts" / "vendor"
    vulnerable = {"vulnerabilities": {"esbuild": {"name": "esbuild", "range": "<1", "severity": "high"}}}
    assert audit.node(vendor, lambda *_: json.dumps(vulnerable)).known == ("esbuild <1: high",)
    assert audit.node(vendor, lambda *_: '{"vulnerabilities": {}}').unknown == ()
    assert "esbuild" in audit.node(vendor, lambda *_: '{"message": "405"}').unknown


def commit(folder, when):
    dates = {"GIT_AUTHOR_DATE": f"{when} +0000", "GIT_COMMITTER_DATE": f"{when} +0000"}
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "--quiet"], ["add", "."], [*who, "commit", "--quiet", "--message", "x"]):
        subprocess.run(["git", *command], cwd=folder, check=True, env=os.environ | dates)


def test_a_pin_is_as_old_as_the_commit_that_brought_it(lock):
    commit(lock.parent, "2026-01-02T00:00:00")
    lock.write_text(LOCK.replace("2.0", "3.0"))
    commit(lock.parent, "2026-11-20T00:00:00")
    since = audit.ages(lock, audit._PIN)
    assert since == [datetime(2026, 1, 2, tzinfo=UTC), datetime(2026, 11, 20, tzinfo=UTC)]
    assert audit.report("lock", audit.Audit(2), since, NOW)[1:] == [
        "lock: 2 pins, the oldest locked for 332 days, the newest for 10",
        "lock: WARNING: 1 pins are older than 180 days",
    ]


def test_pins_that_are_young_are_no_warning():
    said = audit.report("lock", audit.Audit(2), [NOW - timedelta(days=3)], NOW)
    assert not any("WARNING" in line for line in said)


def test_without_a_history_no_age_is_told(lock):
    assert audit.ages(lock, audit._PIN, lambda *_: "true\n") == []  # a shallow clone
    assert audit.ages(lock, audit._PIN) == []  # no repository
    assert "unknown" in audit.report("lock", audit.Audit(2), [], NOW)[1]


@pytest.mark.parametrize(("known", "status"), [((), 0), (("one 1.0: PYSEC-1, mended in 1.1",), 1)])
def test_only_what_is_known_to_be_vulnerable_fails(monkeypatch, known, status):
    monkeypatch.setattr(audit, "python", lambda lock: audit.Audit(2, known))
    monkeypatch.setattr(audit, "node", lambda folder: audit.Audit(2, unknown=("a", "b")))
    assert audit.main() == status


def test_a_command_that_is_not_there_says_nothing(tmp_path):
    assert audit.run(["no-such-command"], tmp_path) == ""

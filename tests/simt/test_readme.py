"""app/simt/README.md: its code runs, its drawing is what happens, its table has every file."""

import re
from pathlib import Path

import numpy as np
import pytest

from app.simt import Checks, expressions, launch

FOLDER = Path(__file__).parents[2] / "app/simt"
TEXT = (FOLDER / "README.md").read_text()
PYTHON = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SECTIONS = dict(re.findall(r"^### `app/simt/(.*?)`\n(.*?)(?=^### |\Z)", TEXT, re.MULTILINE | re.DOTALL))
GIVEN = "from numba import cuda, uint32\n@cuda.jit\ndef k(out):\n    t = cuda.threadIdx.x\n"


def example(word):
    (found,) = [block for block in PYTHON if word in block]
    names = {"__name__": "example"}
    exec(compile(found, "README.md", "exec"), names)
    return names


def drawn(runs):
    on = {first + k for first, count in runs for k in range(count)}
    return "".join("#" if lane in on else "." for lane in range(8))


def test_the_drawing_of_masks_is_what_is_recorded():
    (source,) = [block for block in PYTHON if "def halve" in block]
    (drawing,) = re.findall(r"^```masks\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    out, lines = np.zeros(8, np.int64), source.split("\n")
    recording = launch(source, "halve", grid=1, block=8, args=[out], record=(0,)).recording
    rows = []
    for number, step in enumerate(recording.steps[1:], 1):
        taken = "" if step.taken is None else drawn(step.taken)
        x = " ".join(map(str, recording.variables(number).get("x", [])))
        rows.append(f"{step.line:>2}  {lines[step.line - 1]:<24}  {drawn(step.lanes)}  {taken:<8}  {x}".rstrip())
    assert drawing.splitlines()[1:] == rows


def test_the_intrinsic_of_the_example_runs(monkeypatch):
    monkeypatch.setattr(expressions, "CALLS", {**expressions.CALLS, **example("parity")["CALLS"]})
    out = np.zeros(8, np.int32)
    report = launch(GIVEN + "    out[t] = cuda.parity(uint32(t))\n", "k", grid=1, block=8, args=[out])
    assert (report.findings, out.tolist()) == ([], [0, 1, 1, 0, 1, 0, 0, 1])


def test_the_observer_of_the_example_counts():
    watcher = example("class Stores")["Stores"]()

    class Watched(Checks):
        def observers(self):
            return [watcher]

    launch(GIVEN + "    out[t] = 1\n    if t < 3:\n        out[t] = 2\n", "k", grid=2, block=8, args=[np.zeros(8)],
           checks=Watched.none())  # fmt: skip
    assert watcher.by_line == {5: 16, 7: 6}


@pytest.mark.parametrize("folder", ["", "builtins/", "checks/", "profile/", "record/"])
def test_every_file_has_a_row(folder):
    listed = re.findall(r"^\| `(\S+\.py)` \|", SECTIONS[folder], re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in (FOLDER / folder).glob("*.py"))


def test_what_the_text_names_exists():
    code = "\n".join(path.read_text() for path in FOLDER.rglob("*.py"))
    names = set(re.findall(r"`(?:[A-Z]\w+\.)?(_\w+|is_\w+)`", TEXT)) | set(re.findall(r"`[A-Z]\w+\.(\w+)`", TEXT))
    assert {name for name in names if not re.search(rf"\b{name}\b", code)} == set()


@pytest.mark.parametrize("link", re.findall(r"\]\((\S+?)\)", TEXT))
def test_links_lead_somewhere(link):
    assert (FOLDER / link).exists()

"""app/simt/README.md: its code runs, its drawing is what happens, its table has every file."""

import re
from pathlib import Path

import numpy as np
import pytest

from app.findings import Kind
from app.simt import Checks, expressions, launch
from app.simt.checks.order import Order
from app.simt.events import Access, Barrier, Observer

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


class Clock(Observer):
    """Writes each event as the drawing of epochs has it."""

    wants = frozenset({Access, Barrier})

    def __init__(self):
        self.order, self.rows = Order(), []

    def group_begin(self, geometry):
        self.order.begin(geometry)

    def access(self, event):
        self.order.now += 1
        floors = self.order.moment(shared=True)
        block = [floors.floor] * 2 if floors.blocks is None else floors.blocks.tolist()
        self.rows.append((f"{event.op.value} {event.buffer.name}", str(self.order.now), "{}, {}".format(*block)))

    def barrier(self, event):
        self.order.barrier(event)


class Watched(Checks):
    """Nothing is watched but by the observer that was given."""

    watcher: Observer

    def observers(self):
        return [type(self).watcher]


def test_the_drawing_of_epochs_is_what_the_clocks_say():
    (source,) = [block for block in PYTHON if "def reverse_blocks" in block]
    (drawing,) = re.findall(r"^```epochs\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    Watched.watcher = clock = Clock()
    launch(source, "reverse_blocks", grid=2, block=32, args=list(np.zeros((2, 64), np.float32)), checks=Watched.none())
    row = re.compile(r"(load|store) +(\w+) +(\d+) +(\d+, \d+)")
    assert [(f"{op} {name}", stamp, floors) for op, name, stamp, floors in row.findall(drawing)] == clock.rows


def test_without_its_barrier_the_kernel_of_the_drawing_races():
    (source,) = [block for block in PYTHON if "def reverse_blocks" in block]
    data, out = np.zeros((2, 64), np.float32)
    for text, kinds in ((source, []), (source.replace("    cuda.syncthreads()\n", ""), [Kind.DATA_RACE])):
        report = launch(text, "reverse_blocks", grid=2, block=32, args=[data, out])
        assert [finding.kind for finding in report.findings] == kinds


def test_the_intrinsic_of_the_example_runs(monkeypatch):
    monkeypatch.setattr(expressions, "CALLS", {**expressions.CALLS, **example("parity")["CALLS"]})
    out = np.zeros(8, np.int32)
    report = launch(GIVEN + "    out[t] = cuda.parity(uint32(t))\n", "k", grid=1, block=8, args=[out])
    assert (report.findings, out.tolist()) == ([], [0, 1, 1, 0, 1, 0, 0, 1])


def test_the_observer_of_the_example_counts():
    Watched.watcher = watcher = example("class Stores")["Stores"]()
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

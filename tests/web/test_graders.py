"""What a learner is told while nobody grades: that the submission is kept, and waits."""

from __future__ import annotations

import pytest

from app.store.presence import Presence
from app.store.walls import WallRow
from app.web.graders import Graders

IDLE = "The grader is not running at the moment: your submission is kept"
MISSING = [WallRow("landlock", "missing", "this kernel has no Landlock")]
STANDS = [WallRow("landlock", "stands", "")]


@pytest.fixture
def graders(tmp_path, site):
    yield Graders(tmp_path, site.walls)
    site.walls.tell("elsewhere:1", [])


def test_nobody_grades_where_no_worker_is(graders):
    assert graders.away()


def test_a_worker_of_this_folder_grades(graders, tmp_path):
    with Presence(tmp_path, "worker"):
        assert not graders.away()


@pytest.mark.parametrize(("rows", "away"), [(MISSING, True), (STANDS, False)])
def test_a_worker_elsewhere_grades_unless_it_lacks_a_layer(graders, site, rows, away):
    site.walls.tell("elsewhere:1", rows)
    assert graders.away() is away


def test_the_page_says_so_and_the_submission_is_graded_later(app, browser, worker, full_verdict, monkeypatch):
    monkeypatch.setitem(app.state.site.pages._jinja.globals, "graders_away", lambda: True)
    url = browser.post("/exercises/add/submissions", {"source": "a", "mode": "run"}).headers["location"]
    assert IDLE in browser.get(url).text.partition("<main")[2]
    worker.grade(full_verdict)
    assert IDLE not in browser.get(url).text.partition("<main")[2]

"""A server that runs without a layer of the sandbox says so, on every page and to everybody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.errors import StoreError
from app.store.walls import Wall, WallRow
from app.web.pages import Pages
from app.web.prepared import Shelf
from app.web.without import Without

TITLE = "A safeguard of this server is off."
PAGES = ["/", "/lessons/01-first", "/exercises/vector-add", "/key", "/nowhere"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_says_so_where_nothing_is_left_out(browser, path):
    assert TITLE not in browser.get(path).text


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_every_page_names_the_layer_and_has_nothing_to_put_it_away(app, browser, path, layer):
    site = app.state.site
    pages = Pages(site.assets, site.secret, without=lambda: (layer,))
    app.state.site = replace(site, pages=pages, shelf=Shelf(9))
    text = browser.get(path).text
    banner = text.partition('<aside class="without-banner"')[2].partition("</aside>")[0]
    assert TITLE in banner
    assert layer in banner.lower()
    assert "<button" not in banner
    assert "<form" not in banner


class Told:
    """A store that says what a test wants, and counts."""

    def __init__(self) -> None:
        self.state, self.asked, self.refuses = "left_out", 0, False

    def seen(self) -> list[Wall]:
        self.asked += 1
        if self.refuses:
            raise StoreError("the disk is full")
        return [Wall("elsewhere:1", 1.0, (WallRow("seccomp", self.state, ""),))]


def test_a_worker_elsewhere_that_leaves_a_layer_out_is_enough():
    assert Without([], Told())() == ("seccomp",)
    assert Without(["landlock"], Told())() == ("landlock", "seccomp")


@pytest.mark.parametrize("state", ["stands", "missing"])
def test_one_that_has_it_or_runs_nothing_without_it_is_not(state):
    told = Told()
    told.state = state
    assert Without([], told)() == ()


def test_the_store_is_asked_now_and_then_and_believed_while_it_is_away():
    told, times = Told(), iter([0.0, 0.0, 0.0, 1.0, 11.0, 11.0])
    without = Without([], told, lambda: next(times))
    assert [without(), without()] == [("seccomp",)] * 2
    told.refuses = True
    assert (without(), told.asked) == (("seccomp",), 2)

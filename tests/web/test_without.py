"""A server that runs without a layer of the sandbox says so, on every page and to everybody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.web.pages import Pages
from app.web.prepared import Shelf

TITLE = "A safeguard of this server is off."
PAGES = ["/", "/lessons/01-first", "/exercises/vector-add", "/key", "/nowhere"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_says_so_where_nothing_is_left_out(browser, path):
    assert TITLE not in browser.get(path).text


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_every_page_names_the_layer_and_has_nothing_to_put_it_away(app, browser, path, layer):
    site = app.state.site
    pages = Pages(site.assets, site.secret, without=[layer])
    app.state.site = replace(site, pages=pages, shelf=Shelf(9))
    text = browser.get(path).text
    banner = text.partition('<aside class="without-banner"')[2].partition("</aside>")[0]
    assert TITLE in banner
    assert layer in banner.lower()
    assert "<button" not in banner
    assert "<form" not in banner

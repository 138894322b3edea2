"""The policy of our pages in a real browser: markup and script that got into one do nothing and reach nobody.

A page is served with an intruder's markup in it, under the headers that it has. The same page without its policy shows
that each of these would work.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

EVIL = "https://evil.example"
RAN = "document.documentElement.setAttribute('data-ran-%s', '1')"
MARKUP = f"""
<script>{RAN % "inline"}</script>
<script src="{EVIL}/foreign.js"></script>
<img src="/static/nowhere.png" onerror="{RAN % "handler"}">
<svg onload="{RAN % "onload"}"></svg>
<style>#styled {{ position: fixed; top: 7px }}</style>
<p id="styled"></p><p id="inline-styled" style="position: fixed; top: 7px"></p>
<img src="{EVIL}/image.png"><link rel="stylesheet" href="{EVIL}/style.css">
<iframe src="{EVIL}/frame"></iframe><iframe srcdoc="<script>parent.{RAN % "srcdoc"}</script>"></iframe>
<object data="{EVIL}/object"></object><audio src="{EVIL}/audio.mp3" preload="auto"></audio>
<a id="led" href="javascript:{RAN % "led"}">x</a>
<form id="sent" method="post" action="{EVIL}/form"><button>x</button></form>
<base href="{EVIL}/">
<script type="module" src="/static/probe.js"></script>
"""
# As a script of ours would, if an intruder had found a way to lead it.
PROBE = f"""
const tried = {{}};
const attempt = (name, act) => {{ try {{ act(); tried[name] = "ran"; }} catch {{ tried[name] = "refused"; }} }};
attempt("eval", () => (0, eval)("1"));
attempt("function", () => new Function("return 1")());
attempt("html", () => {{ document.createElement("p").innerHTML = "<b>x</b>"; }});
attempt("insert", () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"));
attempt("script-text", () => {{ document.createElement("script").textContent = "1"; }});
attempt("script-url", () => {{ document.createElement("script").src = "{EVIL}/later.js"; }});
attempt("parse", () => new DOMParser().parseFromString("<b>x</b>", "text/html"));
attempt("policy", () => trustedTypes.createPolicy("evil", {{ createHTML: (text) => text }}));
attempt("again", () => trustedTypes.createPolicy("gridstride", {{ createHTML: (text) => text }}));
attempt("timer", () => setTimeout("1"));
await fetch("{EVIL}/fetched").catch(() => {{}});
navigator.sendBeacon("{EVIL}/beacon");
document.documentElement.setAttribute("data-tried", JSON.stringify(tried));
"""
REFUSED = {"eval", "function", "html", "insert", "script-text", "script-url", "parse", "policy", "again", "timer"}


class Intruder:
    """Puts markup into every page of a context, and stands in for another site."""

    def __init__(self, context: BrowserContext, markup: str = MARKUP) -> None:
        self.reached: list[str] = []
        self._markup = markup
        context.route(f"{EVIL}/**", self._elsewhere)
        context.route("**/static/probe.js", lambda route: route.fulfill(body=PROBE, content_type="text/javascript"))
        context.route(lambda url: "/static/" not in url and EVIL not in url, self._page)

    def _page(self, route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", f"{self._markup}</main>"))

    def _elsewhere(self, route: Route) -> None:
        self.reached.append(route.request.url.removeprefix(EVIL))
        route.fulfill(body=RAN % "foreign", content_type="text/javascript")


def invaded(page: Page, path: str) -> dict[str, Any]:
    """What came of it all."""
    page.goto(path)
    page.wait_for_selector("html[data-tried]", state="attached")
    page.evaluate("document.getElementById('led').click()")
    page.evaluate("document.getElementById('sent').requestSubmit()")
    page.wait_for_timeout(300)
    return dict(
        page.evaluate(
            """() => ({
              ran: Object.keys(document.documentElement.dataset).filter((name) => name.startsWith("ran")),
              tried: JSON.parse(document.documentElement.dataset.tried ?? "{}"),
              styled: ["styled", "inline-styled"].map((id) => document.getElementById(id))
                .filter((one) => one && getComputedStyle(one).position === "fixed").length,
              base: document.baseURI,
            })"""
        )
    )


PATHS = ["/key"] + [
    pytest.param(path, marks=pytest.mark.slow)
    for path in ("/", "/lessons/03-threads-blocks-grids", "/exercises/vector-add", "/lessons/nothing-here")
]


@pytest.mark.parametrize("path", PATHS)
def test_markup_of_an_intruder_does_nothing_and_reaches_nobody(visit: Any, path: str) -> None:
    visit.watch.expected = ("Content Security Policy", "Trusted", "404", "evil.example")
    context = visit.context()
    intruder = Intruder(context)
    told = invaded(context.new_page(), path)
    assert told["ran"] == []
    assert told["tried"] == dict.fromkeys(REFUSED, "refused")
    assert (told["styled"], told["base"].startswith(visit.url)) == (0, True)
    assert intruder.reached == []


@pytest.mark.slow
def test_without_the_policy_all_of_it_would_work(visit: Any) -> None:
    """The defence switched off."""
    visit.watch.expected = ("",)
    context = visit.context(bypass_csp=True)
    intruder = Intruder(context, MARKUP.replace('<form id="sent"', '<form target="_blank" id="sent"'))
    told = invaded(context.new_page(), "/key")
    assert {"ranInline", "ranHandler", "ranForeign", "ranSrcdoc", "ranLed"} <= set(told["ran"])
    assert set(told["tried"].values()) == {"ran"}
    assert told["styled"] == 2
    assert {"/image.png", "/style.css", "/frame", "/object", "/fetched", "/beacon"} <= set(intruder.reached)


HOSTILE = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="{RAN % "onload"}">
<script>{RAN % "inline"}</script><script href="/static/probe.js"/><title>x</title></svg>"""


@pytest.mark.slow
@pytest.mark.parametrize(("bypass_csp", "ran"), [(False, []), (True, ["ranInline", "ranOnload"])])
def test_a_picture_that_is_opened_by_itself_runs_nothing(visit: Any, bypass_csp: bool, ran: list[str]) -> None:
    visit.watch.expected = ("",) if bypass_csp else ("Content Security Policy", "script", "sandbox")
    context = visit.context(bypass_csp=bypass_csp, hasty=True)
    context.route("**/mark.svg", lambda route: route.fulfill(response=route.fetch(), body=HOSTILE))
    page = context.new_page()
    page.goto("/static/img/mark.svg")
    page.wait_for_selector("svg", state="attached")
    assert sorted(page.evaluate("Object.keys(document.documentElement.dataset)")) == ran
    assert page.evaluate("self.origin") == (visit.url if bypass_csp else "null")


@pytest.mark.slow
@pytest.mark.parametrize(("kept", "framed"), [(True, False), (False, True)])
def test_no_page_stands_in_a_frame(visit: Any, kept: bool, framed: bool) -> None:
    """Not even one of ours; where the policy is taken away, it would."""
    visit.watch.expected = ("frame", "Frame", "ERR_BLOCKED")
    context = visit.context(hasty=True)
    frame = '<!doctype html><iframe src="/key"></iframe>'
    context.route("**/framing", lambda route: route.fulfill(body=frame, content_type="text/html"))

    def bare(route: Route) -> None:
        answer = route.fetch()
        named = {name: value for name, value in answer.headers.items() if kept or "policy" not in name}
        route.fulfill(response=answer, headers=named)

    context.route("**/key", bare)
    page = context.new_page()
    page.goto("/framing")
    assert (page.frames[1].locator(".key-page").count() == 1) is framed

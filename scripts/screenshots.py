"""Takes pictures of a server of its own: each scene in light and dark, wide and narrow."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LESSON = "/lessons/03-threads-blocks-grids"
SHARED = "/lessons/07-shared-memory"
KERNELS = ROOT / "kernels"
SIZES = {1280: 860, 390: 844}
HEADER = 72  # pixels that the header covers


@contextmanager
def server() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        environ = {**os.environ, "GRIDSTRIDE_DATA": data, "GRIDSTRIDE_PORT": str(port)}
        process = subprocess.Popen([sys.executable, "-m", "app", "serve"], cwd=ROOT, env=environ)
        try:
            wait(url, process)
            yield url
        finally:
            process.terminate()
            process.wait(30)


def wait(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{url}/readyz", timeout=2).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if process.poll() is not None:
                raise SystemExit("the server did not start") from None
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not answer")


def at_top(target: Locator) -> None:
    target.evaluate(f"e => scrollBy({{ top: e.getBoundingClientRect().top - {HEADER}, behavior: 'instant' }})")


def lesson(page: Page) -> None:
    page.goto(LESSON)
    quiz = page.locator("#q-first-stray")
    quiz.get_by_label("Your answer").fill("1000")
    quiz.get_by_role("button", name="Check").click()
    expect(quiz).to_have_attribute("data-state", "correct")
    at_top(page.locator("figure").nth(1))


def run(page: Page, slug: str, kernel: str, button: str, kind: str, path: str = LESSON) -> None:
    page.goto(path)
    block = page.locator(f"kernel-exercise[data-slug='{slug}']")
    block.scroll_into_view_if_needed()
    expect(block).to_have_attribute("data-ready", "")
    block.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    lines = (KERNELS / slug / kernel).read_text().splitlines(keepends=True)
    page.keyboard.insert_text("".join(line for line in lines if not line.startswith("# expects")))
    block.get_by_role("button", name=button, exact=True).click()
    expect(block.locator(f".verdict[data-kind='{kind}']")).to_be_visible(timeout=120_000)
    at_top(block)


def findings(page: Page) -> None:
    run(page, "reverse-block", "wrong/no_barrier.py", "Run", "fault")


def verdict(page: Page) -> None:
    run(page, "vector-add", "solution.py", "Submit", "passed")


def counts(page: Page) -> None:
    run(page, "contiguous-copy", "wrong/unrolled.py", "Submit", "too_slow", "/exercises/contiguous-copy")


def marked(page: Page, lesson: str, question: str) -> Locator:
    page.goto(lesson)
    quiz = page.locator(f"#q-{question}")
    quiz.scroll_into_view_if_needed()
    return quiz


def check(quiz: Locator, state: str) -> None:
    quiz.get_by_role("button", name="Check").click()
    expect(quiz).to_have_attribute("data-state", state, timeout=120_000)
    at_top(quiz)


def order(page: Page) -> None:
    quiz = marked(page, SHARED, "in-order")
    for code in ("total = float32(0)", "for start in", "k = start + tx", "for k in"):
        quiz.locator("[data-block]", has_text=code).first.get_by_role("button", name="Use:").click()
    at_top(quiz)


def match(page: Page) -> None:
    quiz = marked(page, SHARED, "where-it-lives")
    for choice, label in zip(
        quiz.locator("select").all(), ("all blocks", "each block", "each thread", "each thread"), strict=True
    ):
        choice.select_option(label=f"one for {label}")
    check(quiz, "partly")


def predict(page: Page) -> None:
    quiz = marked(page, SHARED, "one-for-each-block")
    quiz.get_by_label("[0 1 2 3 4 5 6 7]").check()
    check(quiz, "wrong")


def launch(page: Page) -> None:
    page.goto(LESSON)
    quiz = page.locator("[data-quiz][data-type='launch']")
    quiz.scroll_into_view_if_needed()
    for field, number in zip(quiz.locator("input[name='answer']").all(), ("5", "2", "8", "8"), strict=True):
        field.fill(number)
    check(quiz, "wrong")


def race(page: Page) -> None:
    page.goto(SHARED)
    explorable = page.locator("explorable-race")
    explorable.scroll_into_view_if_needed()
    for _ in range(3):
        explorable.get_by_role("button", name="Step").click()
    at_top(explorable)


SCENES: dict[str, Callable[[Page], None]] = {
    scene.__name__: scene for scene in (lesson, findings, verdict, counts, order, match, predict, launch, race)
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for theme in ("light", "dark"):
            for width, height in SIZES.items():
                for name, scene in SCENES.items():
                    context = browser.new_context(
                        base_url=url,
                        color_scheme=theme,  # type: ignore[arg-type]  # the loop's values are its literals
                        viewport={"width": width, "height": height},
                        reduced_motion="reduce",
                    )
                    page = context.new_page()
                    scene(page)
                    page.wait_for_timeout(300)
                    page.screenshot(path=folder / f"{name}-{theme}-{width}.png")
                    context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"))

"""What a kernel drew, on the page of its submission: for its owner, with and without scripts."""

import gzip
import struct
import zlib
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from app.domain.film import Coming, Film
from app.domain.verdict import Message, Verdict, VerdictKind
from app.web.films import NumberView, line

LEVELS = np.array([[[126, 126, 126], [126, 253, 254]], [[0, 252, 126], [63, 253, 254]]], np.uint8)
FILM = Film(
    width=3,
    height=2,
    frames=2,
    every=8,
    steps=16,
    scale=0.25,
    signed=True,
    numbers={"lift": (1.5, None)},
    words={"en": {"picture": "How it spins", "lift": "Lift"}},
    pixels=gzip.compress(LEVELS.tobytes(), mtime=0),
)

PASSED = Verdict(kind=VerdictKind.PASSED, device="simt", message=Message(key="verdict.passed"))


@pytest.fixture
def drawn(browser, worker):
    submission = browser.send(mode="submit")
    draw(worker)
    return f"/submissions/{submission}"


def draw(worker, film=FILM):
    lease = worker.claim()
    assert worker.attempts.finish(lease, PASSED)
    worker.attempts.keep_film(lease.attempt, film)


def test_its_owner_gets_every_picture(browser, drawn):
    answer = browser.get(f"{drawn}/film")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == LEVELS.tobytes()  # the client has unpacked it
    plain = browser.get(f"{drawn}/film", **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == LEVELS.tobytes()


def test_nobody_else_gets_any(new_browser, drawn):
    stranger = new_browser()
    assert [stranger.get(f"{drawn}/{name}").status_code for name in ("film", "film.png")] == [404, 404]


def test_the_page_shows_the_last_picture_and_the_numbers(browser, drawn):
    page = browser.get(drawn).text
    assert f'<img src="{drawn}/film.png" width="3" height="2" alt="How it spins, step 8">' in page
    assert "The interpreter&#39;s time was over at step 8 of 16." in page
    assert "Lift: <strong data-value>–</strong>" in page
    told = browser.get(f"/api{drawn}").json()["verdict"]["film"]
    assert (told["done"], told["numbers"]) == (8, [{"name": "lift", "label": "Lift", "values": [1.5, None]}])


def test_the_last_picture_is_a_png_of_its_levels(browser, drawn):
    answer = browser.get(f"{drawn}/film.png")
    assert answer.headers["content-type"] == "image/png"
    assert chunk(answer.content, b"IHDR") == struct.pack(">IIBBBBB", 3, 2, 8, 3, 0, 0, 0)
    rows = zlib.decompress(chunk(answer.content, b"IDAT"))
    assert rows == b"\0" + bytes(LEVELS[1, 0]) + b"\0" + bytes(LEVELS[1, 1])
    opacities = chunk(answer.content, b"tRNS")
    assert [opacities[level] for level in (126, 0, 252, 253, 254)] == [0, 255, 255, 255, 255]


def test_an_attempt_whose_pictures_are_gone_has_none(browser, worker, drawn):
    browser.send(mode="submit")
    draw(worker)
    assert browser.get(f"{drawn}/film").status_code == 404
    assert browser.get(drawn).status_code == 200


def test_a_verdict_is_there_before_its_film_which_the_page_waits_for(browser, worker):
    page = f"/submissions/{browser.send(mode='submit')}"
    lease = worker.claim()
    worker.attempts.finish(lease, PASSED)
    worker.attempts.tell_film(lease.attempt, 0, 0)
    assert "Not begun yet" in browser.get(page).text
    worker.attempts.tell_film(lease.attempt, 80, 240)
    told = browser.get(f"/api{page}").json()["verdict"]["coming"]
    assert told == {"done": 80, "total": 240}
    text = browser.get(page).text
    assert '<progress value="80" max="240" aria-label="Drawn so far"></progress> Step 80 of 240' in text
    assert f'<coming-picture class="notice" data-src="{page}?fragment=verdict"' in text
    worker.attempts.keep_film(lease.attempt, FILM)
    text = browser.get(f"{page}?fragment=verdict").text
    assert "coming-picture" not in text
    assert "moving-picture" in text


@pytest.mark.parametrize(("minutes", "shown"), [(4, True), (6, False)])
def test_nobody_waits_for_a_film_of_which_its_worker_tells_no_more(browser, worker, minutes, shown):
    page = f"/submissions/{browser.send(mode='submit')}"
    told = datetime.now(UTC) - timedelta(minutes=minutes)
    worker.grade(PASSED.model_copy(update={"coming": Coming(done=1, total=2, told_at=told)}))
    assert ("coming-picture" in browser.get(page).text) == shown


def test_a_line_has_gaps_where_there_is_no_number():
    drawn = line(NumberView(name="lift", label="Lift", values=(1.0, 2.0, None, 3.0, 4.0)))
    assert [path.count("L") for path in drawn.paths] == [1, 1]
    assert drawn.zero is not None
    assert line(NumberView(name="lift", label="Lift", values=(None,))).paths == ()


def chunk(data: bytes, name: bytes) -> bytes:
    at = data.index(name)
    (length,) = struct.unpack(">I", data[at - 4 : at])
    assert zlib.crc32(data[at : at + 4 + length]) == struct.unpack(">I", data[at + 4 + length : at + 8 + length])[0]
    return data[at + 4 : at + 4 + length]

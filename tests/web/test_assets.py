"""Static files: cached for ever by their hash, packed, and nothing beside them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from app.config import ROOT
from app.errors import NotFoundError
from app.web.assets import Assets

STATIC = ROOT / "static"


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "a.js").write_text("export const a = 1;\n" * 100)
    (tmp_path / "secret-link").symlink_to("/etc/passwd")
    return Assets(tmp_path)


def test_a_url_holds_the_hash_of_the_whole_tree(assets, tmp_path):
    before = assets.url("js/a.js")
    (tmp_path / "b.css").write_text("b")
    assert Assets(tmp_path).url("js/a.js") != before
    assert before == f"/static/{assets.version}/js/a.js"


def test_a_url_of_nothing_is_a_fault(assets):
    with pytest.raises(KeyError, match=r"js/b\.js"):
        assets.url("js/b.js")


def test_an_old_hash_gets_the_file_of_today_unpinned(assets):
    found, current = assets.find(f"{'0' * 16}/js/a.js")
    assert found is assets.find("js/a.js")[0]
    assert not current


def test_links_are_not_followed(assets):
    with pytest.raises(NotFoundError):
        assets.find("secret-link")


def test_everything_that_a_page_loads_is_there_and_pinned(browser):
    texts = [browser.get(path).text for path in ("/", "/lessons/01-first", "/exercises/add")]
    urls = {part.split('"')[0] for text in texts for part in text.split('"/static/')[1:]}
    answers = [browser.get(f"/static/{url}") for url in urls]
    assert len(answers) >= 2
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.headers["cache-control"] for answer in answers} == {"public, max-age=31536000, immutable"}


def test_every_file_has_a_media_type_and_its_bytes(browser):
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert len(files) > 20
    for path in files:
        answer = browser.get(f"/static/{path.relative_to(STATIC).as_posix()}")
        assert answer.content == path.read_bytes()
        assert answer.headers["content-type"] != "application/octet-stream", path
        assert answer.headers["cache-control"] == "no-cache"


def test_packs_for_whoever_takes_it(browser):
    path = "/static/vendor/codemirror.js"
    packed, plain = (browser.get(path, **{"accept-encoding": coding}) for coding in ("br, gzip;q=0.5", "identity"))
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) == len(gzip.compress(plain.content, 9, mtime=0))
    assert packed.headers["vary"] == "Accept-Encoding"


def test_a_file_that_is_already_there_is_not_sent_again(browser):
    etag = browser.get("/static/css/site.css").headers["etag"]
    answer = browser.get("/static/css/site.css", **{"if-none-match": f'"x", W/{etag}'})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "css",
        "no.js",
        "%2e%2e/app/main.py",
        "..%2fapp%2fmain.py",
        "css/..%2f..%2f..%2fetc/passwd",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "css/site.css%00.png",
        "..\\app\\main.py",
    ],
)
def test_nothing_beside_the_files_can_be_read(browser, path):
    assert browser.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize("path", ["../app/main.py", "css/../../app/main.py", "/etc/passwd", "./css/site.css"])
def test_a_path_is_a_name_and_is_never_walked(site, path):
    with pytest.raises(NotFoundError):
        site.assets.find(path)

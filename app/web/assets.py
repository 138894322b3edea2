"""The static files: read once, hashed, gzipped, served from memory."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from fastapi import APIRouter, Request, Response

from app.errors import NotFoundError

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".ico": "image/x-icon",
}
_ALREADY_PACKED = {".woff2", ".png"}
_FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    gzipped: bytes | None  # None where it would not be smaller
    etag: str
    media_type: str


class Assets:
    """Every file under `root`, by its path relative to it.

    A URL holds one hash of the whole tree, `/static/<hash>/js/main.js`, so that what a module or a
    style sheet refers to relatively is cached for ever too. A query on the entry point would not
    reach its imports.
    """

    def __init__(self, root: Path) -> None:
        self._files = {path.relative_to(root).as_posix(): _asset(path) for path in _walk(root)}
        tree = "\n".join(f"{name} {asset.etag}" for name, asset in self._files.items())
        self.version = hashlib.sha256(tree.encode()).hexdigest()[:16]

    def url(self, name: str) -> str:
        """The URL of a file. Raises KeyError where there is no such file: a template is wrong."""
        if name not in self._files:
            raise KeyError(f"there is no static file {name}")
        return f"/static/{self.version}/{name}"

    def find(self, path: str) -> tuple[Asset, bool]:
        """The file behind `<hash>/name` or `name`, and whether the hash is today's. Raises NotFoundError."""
        version, rest = self._parted(path)
        # A page from before an upgrade still asks with the old hash: it gets today's file, to be checked each time.
        asset = self._files.get(rest) or self._files.get(path)
        if asset is None:
            raise NotFoundError(path)
        return asset, version == self.version

    def knows(self, path: str) -> bool:
        """Whether `find` finds it."""
        return self._parted(path)[1] in self._files or path in self._files

    def _parted(self, path: str) -> tuple[str, str]:
        """The hash, if there is one, and the name."""
        version, _, rest = path.partition("/")
        return (version, rest) if len(version) == len(self.version) else ("", path)


router = APIRouter(include_in_schema=False)


@router.get("/static/{path:path}")
def static(request: Request, path: str) -> Response:
    assets: Assets = request.app.state.site.assets
    asset, current = assets.find(path)
    headers = {
        "Cache-Control": _FOR_EVER if current else "no-cache",
        "ETag": asset.etag,
        "Vary": "Accept-Encoding",
    }
    if asset.etag in _listed(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if asset.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.gzipped, headers=headers | {"Content-Encoding": "gzip"}, media_type=asset.media_type)
    return Response(asset.body, headers=headers, media_type=asset.media_type)


def _walk(root: Path) -> Iterable[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())


def _asset(path: Path) -> Asset:
    body = path.read_bytes()
    suffix = PurePosixPath(path.name).suffix
    packed = None if suffix in _ALREADY_PACKED else gzip.compress(body, 9, mtime=0)
    return Asset(
        body=body,
        gzipped=packed if packed is not None and len(packed) < len(body) else None,
        etag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        media_type=_TYPES.get(suffix, "application/octet-stream"),
    )


def _listed(header: str) -> list[str]:
    return [tag.strip().removeprefix("W/") for tag in header.split(",")]

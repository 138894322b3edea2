"""What other programs say: a linker's input, a disassembler's output, another server, a store, an archive."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from app.cli.sending import step
from app.cli.server import Server
from app.cli.verdicts import told
from app.devices.machine_code import MOST, listing
from app.errors import BackupError, ServerError
from app.protocol.compiled import CompileError
from app.store.backup import unpack
from app.toolchain import ptx
from tests.fuzz.target import text_of

URL = "https://gpu.example.edu"


def linker(data: bytes) -> None:
    """PTX that a stranger's process wrote is a kernel of this interface, or a CompileError."""
    with suppress(CompileError):
        assert ptx.outline(text_of(data), (64, 64, 64, 64, 64), 3).symbol


def disassembly(data: bytes) -> None:
    """Whatever nvdisasm prints becomes so many lines of such a length."""
    text = text_of(data)
    for whole in (True, False):
        found = listing(text, "_Z1kP1a", "k", whole=whole)
        assert len(found) <= MOST + 1
        assert all(len(written) <= 200 and (line is None or line > 0) for line, written in found)


def server(data: bytes) -> None:
    """Answers of what may be no Gridstride server: a verdict that can be told, or a ServerError.

    The lines of the input are the bodies of the answers, one after the other; then nobody answers any more.
    """
    bodies = data.split(b"\n")

    def answers(request: httpx.Request) -> httpx.Response:
        if not bodies:
            raise httpx.ConnectError("gone", request=request)
        body = bodies.pop(0)
        status = {b"!": 500, b"?": 404, b">": 302, b"~": 503}.get(body[:1], 200)
        if body[:1] == b"%":
            return httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(body[1:]))
        body = body[1:] if status != 200 else body.replace(b"\\n", b"\n")  # events have lines
        return httpx.Response(status, content=body, request=request)

    with httpx.Client(base_url=URL, transport=httpx.MockTransport(answers)) as http:
        talk(Server(URL, http, pause=lambda seconds: None))


def talk(server: Server) -> None:
    with suppress(ServerError):
        sent = server.send("vector-add", "x = 1\n", "run", known=False)
        submission = server.graded(sent["id"], step)
        assert all(line.isprintable() for line in told(submission["verdict"]).split("\n"))


def archive(data: bytes) -> None:
    """A backup that is none, or not whole, changes nothing: no file is made outside of the folder."""
    with TemporaryDirectory() as outer:
        folder = Path(outer) / "in"
        folder.mkdir()
        with suppress(BackupError):
            unpack(io.BytesIO(data), folder)
        assert {path.name for path in Path(outer).iterdir()} == {"in"}
        assert {path.name for path in folder.iterdir()} <= {"gridstride.sqlite", "secret"}

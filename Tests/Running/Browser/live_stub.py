"""A server of one page that a test changes while it is open."""

from __future__ import annotations

import queue
import select
import threading
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from server import PACKAGE
from services import Request, Service

SCRIPT = PACKAGE / "Sources/Site/WebSite/Resources/live.js"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types fieldguide-live"
)
STYLE = (
    ".scrolls { height: 80px; overflow: auto } .high { height: 500px } .strip { min-height: 1em } "
    ".scrim { position: fixed; inset: 0; padding: 40px }"
)
PATIENCE = 20.0


def main(content: str, *, version: str = "1", live: str = "/live?page=%2Fopen") -> str:
    """Returns the main element of a page. Without a stream, the page has no live updates."""
    stream = f' data-live="{live}" data-version="{version}"' if live else ""
    return f'<main class="page" id="main"{stream}>{content}</main>'


@dataclass
class Asked:
    """A request of the script for a stream."""

    page: str
    version: str
    last_event_id: str | None


class Stream:
    """An open stream. Events after its end are lost."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.closed = threading.Event()
        self._messages: queue.Queue[bytes | None] = queue.Queue()

    def patch(self, html: str, version: str = "2") -> None:
        """Sends new elements of the page, with its new version."""
        self.send("patch", html, version)

    def go(self, path: str) -> None:
        """Redirects the page."""
        self.send("go", path)

    def beat(self) -> None:
        """Sends a heartbeat."""
        self.send("beat", "")

    def send(self, name: str, data: str, version: str | None = None) -> None:
        """Sends an event, with a line of data for each line of text."""
        lines = [f"event: {name}", *(f"data: {line}" for line in data.split("\n"))]
        if version is not None:
            lines.insert(0, f"id: {version}")
        self._messages.put("".join(f"{line}\n" for line in [*lines, ""]).encode())

    def end(self) -> None:
        """Closes the stream."""
        self._messages.put(None)

    def wait_for_end(self) -> None:
        """Waits until one side closes the stream."""
        assert self.closed.wait(PATIENCE), "the stream is still open"

    def _serve(self, request: Request) -> None:
        try:
            while not self.closed.is_set():
                try:
                    message = self._messages.get(timeout=0.02)
                except queue.Empty:
                    if select.select([request.connection], [], [], 0)[0]:
                        return
                    continue
                if message is None:
                    return
                request.wfile.write(message)
        except OSError:
            return
        finally:
            self.closed.set()


class LiveStub(Service):
    """Serves the page at every address except those of streams."""

    def __init__(self) -> None:
        self.content = main("<h1>Empty</h1>")
        self.title = "Open - Fieldguide"
        self.head = ""
        self.delays: dict[str, float] = {}
        """The seconds before the answers to some addresses."""
        self.trouble: int | str | None = None
        """A status to refuse streams with, or "hang up", or "be silent"."""
        self.milliseconds_to_retry = 50
        self.refused = 0
        self._streams: queue.Queue[Stream] = queue.Queue()
        self._ends = threading.Event()
        super().__init__()
        self.url = self.origin

    def stream(self) -> Stream:
        """Returns the next stream that is opened."""
        try:
            return self._streams.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("no stream was opened") from None

    def no_stream(self, seconds: float = 0.3) -> None:
        """Fails if a stream is opened during a block."""
        try:
            stream = self._streams.get(timeout=seconds)
        except queue.Empty:
            return
        raise AssertionError(f"a stream was opened: {stream.asked}")

    def close(self) -> None:
        self._ends.set()
        super().close()

    def respond(self, request: Request) -> None:
        match urlsplit(request.path):
            case address if address.path == "/live":
                self._stream(request, parse_qs(address.query, keep_blank_values=True))
            case address if address.path == "/live.js":
                self._send(request, "text/javascript", SCRIPT.read_text())
            case address if address.path == "/style.css":
                self._send(request, "text/css", STYLE)
            case address if address.path.endswith(".svg"):
                self._send(request, "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>')
            case address:
                self._ends.wait(self.delays.get(request.path, 0))
                query = parse_qs(address.query)
                if "to" in query:
                    request.send_response(303)
                    request.send_header("Location", query["to"][0])
                    request.end_headers()
                    return
                self._send(request, "text/html", self._page(), int(query.get("status", ["200"])[0]))

    def _page(self) -> str:
        return (
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
            f"<title>{self.title}</title>{self.head}"
            '<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/style.css">'
            f'<script src="/live.js" defer></script></head><body>{self.content}'
            '<p class="strip" id="live" role="status" data-visit="push" hidden></p></body></html>'
        )

    def _send(self, request: Request, kind: str, text: str, status: int = 200) -> None:
        policy = ("Content-Security-Policy", POLICY)
        self.send(request, status, f"{kind}; charset=utf-8", text.encode(), policy)

    def _stream(self, request: Request, query: dict[str, list[str]]) -> None:
        match self.trouble:
            case int(status):
                self.refused += 1
                request.send_response(status)
                request.end_headers()
            case "hang up":
                self.refused += 1
            case "be silent":
                self.refused += 1
                self._ends.wait(PATIENCE * 2)
            case _:
                asked = Asked(query["page"][0], query["version"][0], request.headers.get("Last-Event-ID"))
                request.send_response(200)
                request.send_header("Content-Type", "text/event-stream")
                request.end_headers()
                request.wfile.write(f"retry: {self.milliseconds_to_retry}\n\n".encode())
                stream = Stream(asked)
                self._streams.put(stream)
                stream._serve(request)

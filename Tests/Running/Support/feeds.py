"""A server of earthquake feeds, in place of the public one."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from enum import Enum

from services import Request, Service

RANGES = ("all_hour", "all_day", "all_week", "all_month")
LONGEST_WAIT = 60.0


class Trouble(Enum):
    """A kind of failure."""

    ERROR = "it answers 500"
    MISSING = "it answers 404"
    CLOSED = "it hangs up without an answer"
    BROKEN_OFF = "it hangs up within the answer"
    MALFORMED = "it answers with half of a document"
    HTML = "it answers with a page about something else"
    HUGE = "it does not stop answering"
    ELSEWHERE = "it sends us to another server"


class FeedServer(Service):
    """Serves feeds on a free port, and can simulate failures.

    A feed that was not set has no events.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._feeds: dict[str, bytes] = {}
        self._counts: Counter[str] = Counter()
        self._trouble: Trouble | None = None
        self._gate = threading.Event()
        self._gate.set()
        self._arrived = threading.Semaphore(0)
        super().__init__()
        self.url = f"{self.origin}/summary"

    def serve(self, **feeds: bytes) -> None:
        """Sets the content of feeds, by names like `all_day`."""
        assert set(feeds) <= set(RANGES), feeds.keys()
        with self._lock:
            self._feeds |= feeds

    def fail(self, trouble: Trouble | None) -> None:
        """Starts or ends a failure."""
        with self._lock:
            self._trouble = trouble

    def hold(self) -> None:
        """Accepts requests from now on without responding."""
        self._gate.clear()

    def release(self) -> None:
        """Responds to the pending requests and to later ones."""
        self._gate.set()

    def wait_for_request(self) -> None:
        """Waits for a request."""
        assert self._arrived.acquire(timeout=20), "no request was received"

    def count(self, name: str | None = None) -> int:
        """Returns the number of requests for a feed; without a name, for all of them."""
        with self._lock:
            return self._counts[name] if name else sum(self._counts.values())

    def close(self) -> None:
        self.release()
        super().close()

    def respond(self, request: Request) -> None:
        name = request.path.rpartition("/")[2].removesuffix(".geojson")
        with self._lock:
            self._counts[name] += 1
        self._arrived.release()
        self._gate.wait(LONGEST_WAIT)
        with self._lock:
            trouble = self._trouble
            body = self._feeds.get(name, b'{"type":"FeatureCollection","features":[]}')
        status, length = 200, len(body)
        match trouble:
            case Trouble.CLOSED:
                return
            case Trouble.ERROR:
                status, body, length = 500, b"oops", 4
            case Trouble.MISSING:
                status, body, length = 404, b"gone", 4
            case Trouble.BROKEN_OFF:
                body = body[: length // 2]
            case Trouble.MALFORMED:
                body = body[: length // 2]
                length = len(body)
            case Trouble.HTML:
                body = b"<!DOCTYPE html><title>We have moved</title>"
                length = len(body)
            case Trouble.HUGE:
                length = 1 << 40
            case Trouble.ELSEWHERE:
                status = 302
        if name not in RANGES:
            status = 404
        request.send_response(status)
        if trouble is Trouble.ELSEWHERE:
            request.send_header("Location", "http://127.0.0.1:9/elsewhere")
        request.send_header("Content-Type", "application/json; charset=utf-8")
        request.send_header("Content-Length", str(length))
        request.end_headers()
        request.wfile.write(body)
        if trouble is Trouble.HUGE:
            # Until the client closes the connection.
            with contextlib.suppress(OSError):
                while True:
                    request.wfile.write(bytes(1 << 16))

"""A service of tides, in place of a public one."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The time and the height in metres by day.
TIDES = {
    "2026-05-04": ("06:12", "2.1"),
    "2026-05-05": ("07:01", "2.2"),
    "2026-05-06": ("07:48", "2.4"),
}


class TidesService:
    """Predicts one high water for each day, on a free port."""

    def __init__(self) -> None:
        # The predictions; `None` for a failure.
        self.tides: dict[str, tuple[str, str]] | None = dict(TIDES)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/tides.json"

    def close(self) -> None:
        """Stops the service. Its address is unreachable afterwards."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=20)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            """Responds to one request, and closes the connection."""

            def do_GET(self) -> None:
                tides = service.tides
                predictions = [
                    {"t": f"{day} {time}", "v": metres}
                    for day, (time, metres) in (tides or {}).items()
                ]
                body = json.dumps({"predictions": predictions}).encode()
                self.send_response(502 if tides is None else 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Suppresses the log."""

        return Handler

"""A server of photos, in place of the public API."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TITLES = [
    "accusamus beatae ad facilis",
    "reprehenderit est deserunt",
    "officia porro iure quia",
    "culpa odio esse rerum omnis",
    "natus nisi omnis corporis",
]


class PhotoServer:
    """Serves photos on a free port, and can simulate failures."""

    def __init__(self, titles: list[str]) -> None:
        rows = [
            {
                "albumId": 1,
                "id": number,
                "title": title,
                "url": f"https://via.placeholder.com/600/{number:x}",
                "thumbnailUrl": f"https://via.placeholder.com/150/{number:x}",
            }
            for number, title in enumerate(titles, start=1)
        ]
        self.body = json.dumps(rows).encode()
        self.status = 200
        self.count = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stops the server."""
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        photos = self

        class Handler(BaseHTTPRequestHandler):
            """Responds to one request, and closes the connection."""

            def do_GET(self) -> None:
                photos.count += 1
                self.send_response(photos.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(photos.body)))
                self.end_headers()
                self.wfile.write(photos.body)

            def log_message(self, *_: object) -> None:
                """Suppresses the log."""

        return Handler

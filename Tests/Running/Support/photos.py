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

RED = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="6" height="9">'
    b'<rect width="6" height="9" fill="#c00"/></svg>'
)


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

    def use_own_pictures(self) -> None:
        """Lists pictures of this server: a red one, one that is missing, and so on."""
        rows = json.loads(self.body)
        for row in rows:
            name = "missing" if row["id"] % 2 == 0 else "red.svg"
            row["thumbnailUrl"] = f"{self.url}/pictures/{name}"
        self.body = json.dumps(rows).encode()

    def close(self) -> None:
        """Stops the server."""
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        photos = self

        class Handler(BaseHTTPRequestHandler):
            """Responds to one request, and closes the connection."""

            def do_GET(self) -> None:
                if self.path == "/pictures/red.svg":
                    return self._send(200, "image/svg+xml", RED)
                if self.path.startswith("/pictures/"):
                    return self._send(404, "text/plain", b"gone")
                photos.count += 1
                self._send(photos.status, "application/json", photos.body)

            def _send(self, status: int, content_type: str, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Suppresses the log."""

        return Handler

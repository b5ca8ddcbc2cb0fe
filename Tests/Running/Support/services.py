"""Local services, in place of public ones."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Request = BaseHTTPRequestHandler


class Service:
    """Responds to requests on a free port, until it is closed."""

    def __init__(self) -> None:
        service = self

        class Handler(BaseHTTPRequestHandler):
            """Responds to one request, and closes the connection."""

            def do_GET(self) -> None:
                service.respond(self)

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                """Suppresses the log."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def respond(self, request: Request) -> None:
        """Responds to a request."""
        raise NotImplementedError

    @staticmethod
    def send(
        request: Request, status: int, kind: str, body: bytes, *fields: tuple[str, str]
    ) -> None:
        """Sends a response of a content type, which pages of other sites may read."""
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Cross-Origin-Resource-Policy", "cross-origin")
        for name, value in fields:
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    def close(self) -> None:
        """Stops the service. Its address is unreachable afterwards."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=20)

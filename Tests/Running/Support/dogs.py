"""A server of dog breeds and images, in place of the public API."""

from __future__ import annotations

import json
import re
import threading

from services import Request, Service

BREEDS = {
    "akita": [],
    "australian": ["kelpie", "shepherd"],
    "bulldog": ["boston", "english", "french"],
    "hound": ["afghan", "basset", "blood"],
    "stbernard": [],
    "wolfhound": ["irish"],
}
PICTURE = re.compile(r"/api/breed/([a-z]+)(?:/([a-z]+))?/images/random")


class DogServer(Service):
    """Serves breeds and images on a free port, and can simulate failures."""

    def __init__(self) -> None:
        self.breeds: dict[str, list[str]] = BREEDS
        self.fails = False
        self.has_pictures = True
        self.paths: list[str] = []
        self._number = 0
        self._lock = threading.Lock()
        super().__init__()
        self.url = f"{self.origin}/api"

    def count(self, path: str) -> int:
        """Returns the number of requests for a path."""
        with self._lock:
            return self.paths.count(path)

    def respond(self, request: Request) -> None:
        self.send(request, *self._answer(request.path))

    def _answer(self, path: str) -> tuple[int, str, bytes]:
        with self._lock:
            self.paths.append(path)
            self._number += 1
            number = self._number
        if path.startswith("/pictures/"):
            if not self.has_pictures:
                return 404, "text/plain", b"gone"
            drawing = (
                '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="9">'
                '<rect width="6" height="9" fill="#c00"/></svg>'
            )
            return 200, "image/svg+xml", drawing.encode()
        if self.fails:
            return 502, "text/html", b"<p>Error 503 Backend fetch failed</p>"
        if path == "/api/breeds/list/all":
            return self._json({"message": self.breeds, "status": "success"})
        match = PICTURE.fullmatch(path)
        if match and match[1] in self.breeds and (not match[2] or match[2] in self.breeds[match[1]]):
            address = f"{self.origin}/pictures/{match[1]}-{match[2]}-{number}.svg"
            return self._json({"message": address, "status": "success"})
        return 404, "application/json", b'{"status":"error","message":"Breed not found","code":404}'

    @staticmethod
    def _json(answer: object) -> tuple[int, str, bytes]:
        return 200, "application/json", json.dumps(answer).encode()

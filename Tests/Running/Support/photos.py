"""A server of photos, in place of the public API."""

from __future__ import annotations

import json

from services import Request, Service

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


class PhotoServer(Service):
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
        super().__init__()
        self.url = self.origin

    def use_own_pictures(self) -> None:
        """Lists pictures of this server: a red one, one that is missing, and so on."""
        rows = json.loads(self.body)
        for row in rows:
            name = "missing" if row["id"] % 2 == 0 else "red.svg"
            row["thumbnailUrl"] = f"{self.url}/pictures/{name}"
        self.body = json.dumps(rows).encode()

    def respond(self, request: Request) -> None:
        if request.path == "/pictures/red.svg":
            self.send(request, 200, "image/svg+xml", RED)
        elif request.path.startswith("/pictures/"):
            self.send(request, 404, "text/plain", b"gone")
        else:
            self.count += 1
            self.send(request, self.status, "application/json", self.body)

"""A service of tides, in place of a public one."""

from __future__ import annotations

import json

from services import Request, Service

# The time and the height in metres by day.
TIDES = {
    "2026-05-04": ("06:12", "2.1"),
    "2026-05-05": ("07:01", "2.2"),
    "2026-05-06": ("07:48", "2.4"),
}


class TidesService(Service):
    """Predicts one high water for each day, on a free port."""

    def __init__(self) -> None:
        # The predictions; `None` for a failure.
        self.tides: dict[str, tuple[str, str]] | None = dict(TIDES)
        super().__init__()
        self.url = f"{self.origin}/tides.json"

    def respond(self, request: Request) -> None:
        tides = self.tides
        predictions = [
            {"t": f"{day} {time}", "v": metres} for day, (time, metres) in (tides or {}).items()
        ]
        body = json.dumps({"predictions": predictions}).encode()
        self.send(request, 502 if tides is None else 200, "application/json", body)

"""The pages of the inspector."""

from __future__ import annotations

import web


def addresses(base: str) -> list[str]:
    """Adds an animal with a hostile name to a program with an inspector, and
    returns the addresses of one page of each kind."""
    web.send(f"{base}/animals?category=Mammal")
    web.add(base, '<b>"O\'Reilly" & 日本 🐼')
    web.send(f"{base}/animals?category=Mammal")
    last = len(web.send(f"{base}/inspector/animals.jsonl").text.splitlines()) - 1
    return [
        "/inspector",
        "/inspector/animals",
        "/inspector/photos",
        f"/inspector/animals/{last}",
        f"/inspector/animals/{last}/page?at=/animals%3Fcategory%3DMammal",
        "/inspector/page?at=/animals%3Fcategory%3DMammal",
    ]

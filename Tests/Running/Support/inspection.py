"""The pages of the inspector."""

from __future__ import annotations

import re

import web


def addresses(base: str) -> list[str]:
    """Adds an animal with a hostile name to a program with an inspector, and
    returns the addresses of one page of each kind."""
    web.send(f"{base}/animals?category=Mammal")
    web.add(base, '<b>"O\'Reilly" & 日本 🐼')
    store = web.send(f"{base}/inspector/animals").text
    changes = re.findall(r'href="(/inspector/animals/\d+)"(?:(?!</a>).)*>data\.log<', store)
    return ["/inspector", "/inspector/animals", "/inspector/photos", changes[0]]

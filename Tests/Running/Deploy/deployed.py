"""The program with the example configuration of a deployment."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import web
from access import basic, editor_line
from proxies import DEPLOY, Proxy
from server import Server
from wire import FORM, Answer

NAME, PASSWORD = "ada", "correct horse"
AUTHORIZATION = basic(NAME, PASSWORD)


def configured(folder: Path) -> Path:
    """Returns the example configuration, with its files in a folder."""
    settings = json.loads((DEPLOY / "fieldguide.json").read_text())
    editors = folder / "editors"
    editors.write_text(editor_line(NAME, PASSWORD))
    settings |= {"data": str(folder / "data"), "editors": str(editors)}
    file = folder / "fieldguide.json"
    file.write_text(json.dumps(settings))
    return file


@dataclass
class Deployed:
    """A program, and the proxy in front of it."""

    program: Server
    proxy: Proxy


def add(
    proxy: Proxy, animal: str, *fields: tuple[str, str], source: str = "127.0.0.1"
) -> int:
    """Tries to add a fish, and returns the status."""
    form = f"id={animal}&name={animal}&diet=Omnivore&categoryId=Fish".encode()
    return proxy.ask("POST", web.ADD, [FORM, *fields], form, source=source).status


def has_security_fields(*given: Answer) -> bool:
    """Whether each response has them once."""
    names = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy")
    return all(len(answer.all(name)) == 1 for answer in given for name in names)

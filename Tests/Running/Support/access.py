"""Helpers for tests of access control: credentials, a change, a startup error."""

from __future__ import annotations

import base64
import re
import subprocess
from pathlib import Path

import web
from documents import parse
from server import Server, command
from wire import Answer, ask

FORM = ("Content-Type", "application/x-www-form-urlencoded")
NAME, PASSWORD = "ada", "correct horse: béta"
PAGES = ["/", "/animals?category=Mammal&animal=Dog", "/quakes?date=any", "/breeds", "/photos"]


def basic(name: str = NAME, password: str = PASSWORD) -> tuple[str, str]:
    """Returns an `Authorization` field with Basic credentials."""
    return "Authorization", "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def add(base: str, animal: str, *fields: tuple[str, str], host: str | None = None) -> Answer:
    """Tries to add a fish."""
    form = f"id={animal}&name=x&diet=Omnivore&categoryId=Fish".encode()
    return ask(base, "POST", web.ADD, [FORM, *fields], form, host=host)


def is_there(base: str, animal: str, host: str | None = None) -> bool:
    """Returns true if the fish was added."""
    return ask(base, "GET", f"/animals?animal={animal}", host=host).status == 200


def refused(*options: str, data: Path) -> str:
    """Returns the error message of a program that does not start."""
    run = subprocess.run(
        command(data) + list(options), capture_output=True, text=True, timeout=30, check=False
    )
    assert run.returncode == 1, run
    assert re.fullmatch(r"fieldguide: [^\n]+\.\n", run.stderr), run.stderr
    return run.stderr


def forms(html: str) -> list[str]:
    """Returns the forms of a page, and the links that open forms."""
    page = parse(html)
    found = [form.get("action") or "" for form in page.iter("form") if form.get("method") == "post"]
    links = [link.get("href") or "" for link in page.iter("a")]
    return found + [link for link in links if re.search(r"[?&]dialog=", link)]


def clients(program: Server) -> list[str]:
    """Returns the clients in the log."""
    return re.findall(r" client=(\S+) ", program.log())

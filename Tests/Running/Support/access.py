"""Helpers for tests of access control: credentials, a change, a startup error."""

from __future__ import annotations

import base64
import ctypes
import re
from pathlib import Path
from urllib.parse import urlencode

import web
from documents import parse
from server import Server, command, finished
from wire import FORM, Answer, Fields, ask

NAME, PASSWORD = "ada", "correct horse: béta"
LIBCRYPT = ctypes.CDLL("libcrypt.so.1")
LIBCRYPT.crypt.restype = LIBCRYPT.crypt_gensalt.restype = ctypes.c_char_p
PAGES = ["/", "/animals?category=Mammal&animal=Dog", "/quakes?date=any", "/breeds", "/photos"]


def basic(name: str = NAME, password: str = PASSWORD) -> tuple[str, str]:
    """Returns an `Authorization` field with Basic credentials."""
    return "Authorization", "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def editor_line(name: str = NAME, password: str = PASSWORD) -> str:
    """Returns the line of an editor with any password, hashed as the program does."""
    salt = LIBCRYPT.crypt_gensalt(None, 0, None, 0)
    return f"{name}:{LIBCRYPT.crypt(password.encode(), salt).decode()}\n"


def sign_in(
    base: str, name: str = NAME, password: str = PASSWORD, *, page: str = "/animals",
    fields: Fields = (), source: str | None = None,
) -> Answer:  # fmt: skip
    """Posts the form of the sign-in page."""
    form = urlencode({"name": name, "password": password}).encode()
    target = web.address("/account/sign-in", page=page)
    return ask(base, "POST", target, [FORM, *fields], form, source=source)


def cookie(answer: Answer) -> tuple[str, str]:
    """Returns the field that a browser sends after a response."""
    return "Cookie", (answer["set-cookie"] or "").partition(";")[0]


def add(base: str, animal: str, *fields: tuple[str, str], host: str | None = None) -> Answer:
    """Tries to add a fish."""
    form = f"id={animal}&name=x&diet=Omnivore&categoryId=Fish".encode()
    return ask(base, "POST", web.ADD, [FORM, *fields], form, host=host)


def is_there(base: str, animal: str, host: str | None = None) -> bool:
    """Returns true if the fish was added."""
    return ask(base, "GET", f"/animals?animal={animal}", host=host).status == 200


def refused(*options: str, data: Path) -> str:
    """Returns the error message of a program that does not start."""
    run = finished(command(data) + list(options))
    assert (run.returncode, run.stdout) == (1, ""), run
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

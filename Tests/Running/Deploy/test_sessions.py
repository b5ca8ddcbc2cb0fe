"""Sessions of two instances on one database: valid and ended on both."""

from __future__ import annotations

import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

import web
from postgres import PostgresServer
from server import BINARY, GENEROUS, Server
from wire import Answer, ask

FORM = ("Content-Type", "application/x-www-form-urlencoded")
PASSWORD, OTHER = "correct horse battery", "another horse battery"


@pytest.fixture(scope="module")
def line() -> str:
    """The line of an editor."""
    return subprocess.run(
        [BINARY, "password", "anna"],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=30, check=True,
    ).stdout  # fmt: skip


@pytest.fixture
def options(tmp_path: Path, line: str) -> list[str]:
    """Settings of a site with editors."""
    (tmp_path / "editors").write_text(line)
    return ["--editors", str(tmp_path / "editors"), *GENEROUS]


@pytest.fixture
def database() -> Iterator[str]:
    """An empty database."""
    # The path of a socket is short.
    postgres = PostgresServer(Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}")
    yield postgres.create("fieldguide_sessions")
    postgres.remove()


def post(program: Server, target: str, *fields: tuple[str, str], **form: str) -> Answer:
    """Posts a form."""
    body = "&".join(f"{name}={quote(value)}" for name, value in form.items()).encode()
    return ask(program.url, "POST", target, [FORM, *fields], body)


def sign_in(program: Server, password: str = PASSWORD) -> Answer:
    """Posts the form of the sign-in page."""
    return post(program, "/account/sign-in", name="anna", password=password)


def cookie(answer: Answer) -> tuple[str, str]:
    """Returns the field that a browser sends after a response."""
    return "Cookie", (answer["set-cookie"] or "").partition(";")[0]


def is_signed_in(program: Server, own: tuple[str, str]) -> bool:
    """Returns true if a page names the visitor."""
    return "Signed in as" in ask(program.url, "GET", "/photos", [own]).text


def test_sessions_are_shared(tmp_path: Path, database: str, options: list[str]) -> None:
    """A session begins, ends and outlives a restart on both; so does a changed password."""
    options = [*options, "--database", database]
    first, second = (Server(tmp_path / name, options=options) for name in ("1", "2"))
    try:
        for one, other in ((first, second), (second, first)):
            for _ in range(10):
                own = cookie(sign_in(one))
                # The request after the redirect, which may reach any instance.
                assert is_signed_in(other, own)
                assert post(other, "/account/sign-out", own).status == 303
                assert not is_signed_in(other, own)
                web.until(lambda one=one, own=own: not is_signed_in(one, own), within=5)
        left, right = cookie(sign_in(first)), cookie(sign_in(second))
        answer = post(first, "/account/password", left, current=PASSWORD, new=OTHER)
        assert answer["location"] == "/account?notice=password-changed"
        assert is_signed_in(second, cookie(answer))
        assert not is_signed_in(second, left) and not is_signed_in(second, right)
        assert sign_in(second).status == 422
        own = cookie(sign_in(second, OTHER))
        second.stop()
        second.start()
        web.until(lambda: ask(second.url, "GET", "/readyz").status == 200)
        assert is_signed_in(second, own)
    finally:
        first.kill()
        second.kill()


def test_changed_passwords_are_moved(tmp_path: Path, database: str, options: list[str]) -> None:
    """To the database, with the sessions: the first password does not count again."""
    data = tmp_path / "data"
    program = Server(data, options=options)
    own = cookie(sign_in(program))
    changed = post(program, "/account/password", own, current=PASSWORD, new=OTHER)
    assert changed.status == 303
    program.stop()
    moved = subprocess.run(
        [BINARY, "move", "--data", str(data), "--database", database],
        capture_output=True, text=True, timeout=60, check=True,
    ).stdout  # fmt: skip
    assert "Moved sign-in: 1 sign-in and 1 changed password." in moved
    shared = Server(data, options=[*options, "--database", database])
    try:
        assert is_signed_in(shared, cookie(changed))
        assert sign_in(shared).status == 422
        assert sign_in(shared, OTHER).status == 303
    finally:
        shared.kill()

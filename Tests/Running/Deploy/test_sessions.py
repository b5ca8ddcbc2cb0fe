"""Sessions of two instances on one database: valid and ended on both."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

import access
import web
from access import add, cookie, editor_line, forms
from backups import assert_done, backed_up, restore
from postgres import PostgresServer
from relay import STALL, Fault, Relay
from server import BINARY, GENEROUS, Server, printed, serving
from wire import FORM, Answer, EventStream, ask

PASSWORD, OTHER = "correct horse battery", "another horse battery"


@pytest.fixture(scope="module")
def line() -> str:
    """The line of an editor."""
    return editor_line("anna", PASSWORD)


@pytest.fixture
def options(tmp_path: Path, line: str) -> list[str]:
    """Settings of a site with editors."""
    (tmp_path / "editors").write_text(line)
    return ["--editors", str(tmp_path / "editors"), *GENEROUS]


@pytest.fixture
def instances(
    tmp_path: Path, postgres: PostgresServer, database: str, options: list[str]
) -> Iterator[tuple[Server, Server, Relay]]:
    """Two instances, and the network between the second one and the database."""
    near = f"host={postgres.folder} port={postgres.port}"
    with closing(Relay(postgres.folder / ".s.PGSQL.5432")) as relay:
        far = database.replace(near, f"host=127.0.0.1 port={relay.port}")
        with (
            serving(tmp_path / "1", options=[*options, "--database", database]) as first,
            serving(tmp_path / "2", options=[*options, "--database", far]) as second,
        ):
            yield first, second, relay


def post(program: Server, target: str, *fields: tuple[str, str], **form: str) -> Answer:
    """Posts a form."""
    body = "&".join(f"{name}={quote(value)}" for name, value in form.items()).encode()
    return ask(program.url, "POST", target, [FORM, *fields], body)


def sign_in(program: Server, password: str = PASSWORD) -> Answer:
    """Posts the form of the sign-in page."""
    return access.sign_in(program.url, "anna", password)


def basic(password: str) -> tuple[str, str]:
    """Returns the field of a program that signs in with each request."""
    return access.basic("anna", password)


def editor(program: Server, editors: Path, *arguments: str, password: str = "") -> str:
    """Returns what the command `editor` prints, which asks a program for a reload."""
    words = [BINARY, "editor", *arguments, "--editors", str(editors), "--data", str(program.data)]
    return printed(words, input=password + "\n")


def is_signed_in(program: Server, own: tuple[str, str]) -> bool:
    """Returns true if a page names the visitor."""
    return "Signed in as" in ask(program.url, "GET", "/photos", [own]).text


def test_sessions_are_shared(tmp_path: Path, database: str, options: list[str]) -> None:
    """A session begins, ends and outlives a restart on both; so does a changed password."""
    options = [*options, "--database", database]
    with (
        serving(tmp_path / "1", options=options) as first,
        serving(tmp_path / "2", options=options) as second,
    ):
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


def test_an_invitation_is_accepted_once(
    tmp_path: Path, instances: tuple[Server, Server, Relay]
) -> None:
    """Of two browsers on two instances at the same time, one chooses the password."""
    first, second, _ = instances
    editors = tmp_path / "editors"
    for number in range(5):
        # The second instance sees the change by itself.
        said = editor(first, editors, "invite", f"eve{number}", "--public-origin", first.url)
        [token] = re.findall(r"token=(\w+)", said)
        page = f"/invitation?token={token}"
        web.until(lambda page=page: ask(second.url, "GET", page).status == 200, every=0.5)
        with ThreadPoolExecutor(2) as pool:
            tries = [
                pool.submit(post, program, "/account/invitation", token=token, new=f"{OTHER} {name}")
                for name, program in (("1", first), ("2", second))
            ]
        statuses = [attempt.result().status for attempt in tries]
        assert sorted(statuses) == [303, 410]
        chosen = f"{OTHER} {1 + statuses.index(303)}"
        for program in (first, second):
            assert access.sign_in(program.url, f"eve{number}", chosen).status == 303


def test_a_password_is_reset_on_both(
    tmp_path: Path, instances: tuple[Server, Server, Relay]
) -> None:
    """Sessions and older passwords end on the other instance, too, also after a restart."""
    first, second, _ = instances
    own = cookie(sign_in(second))
    changed = cookie(post(second, "/account/password", own, current=PASSWORD, new=OTHER))
    editor(first, tmp_path / "editors", "reset", "anna", password="a third horse battery")
    for _ in range(2):
        web.until(lambda: not is_signed_in(second, changed), within=5)
        assert not is_signed_in(first, changed)
        for program in (first, second):
            assert sign_in(program, OTHER).status == 422
            assert sign_in(program, PASSWORD).status == 422
            assert sign_in(program, "a third horse battery").status == 303
        second.stop()
        second.start()
        web.until(lambda: ask(second.url, "GET", "/readyz").status == 200)


def test_changed_passwords_are_moved(tmp_path: Path, database: str, options: list[str]) -> None:
    """To the database, with the sessions: the first password does not count again."""
    data = tmp_path / "data"
    with serving(data, options=options) as program:
        own = cookie(sign_in(program))
        changed = post(program, "/account/password", own, current=PASSWORD, new=OTHER)
        assert changed.status == 303
        assert is_signed_in(program, cookie(changed))
        program.stop()
    archive = backed_up(tmp_path / "backups", "--data", data)
    assert_done(restore(archive, "--data", data, "--database", database))
    with serving(data, options=[*options, "--database", database]) as shared:
        assert is_signed_in(shared, cookie(changed))
        assert sign_in(shared).status == 422
        assert sign_in(shared, OTHER).status == 303


TIMES = 40


@pytest.mark.parametrize("pause", [0, 0.02])
def test_an_ended_session_changes_nothing_elsewhere(
    instances: tuple[Server, Server, Relay], pause: float
) -> None:
    """From the moment at which its end was acknowledged, whichever instance a post reaches."""
    first, second, _ = instances
    statuses = []
    for number in range(TIMES):
        own = cookie(sign_in(first))
        # A busy instance shows the page of readers rather than a late one.
        web.until(lambda own=own: is_signed_in(second, own), within=10)
        assert post(first, "/account/sign-out", own).status == 303
        time.sleep(pause)
        statuses.append(add(second.url, f"late{number}", own).status)
    assert statuses == [401] * TIMES


def test_a_changed_password_changes_nothing_elsewhere(
    instances: tuple[Server, Server, Relay],
) -> None:
    """Nor do the sessions of the former one, and the password that programs send."""
    first, second, _ = instances
    former = PASSWORD
    for number in range(TIMES // 4):
        new = f"correct horse {number}"
        own, other = cookie(sign_in(first, former)), cookie(sign_in(second, former))
        assert add(second.url, f"early{number}", basic(former)).status == 303
        answer = post(first, "/account/password", own, current=former, new=new)
        assert answer["location"] == "/account?notice=password-changed"
        for fields in (basic(former), own, other):
            assert add(second.url, f"late{number}", fields).status == 401
        former = new
        # Programs are throttled like everybody.
        assert add(second.url, f"new{number}", basic(new)).status == 303


def test_an_instance_that_is_cut_off_shows_what_readers_may_see(
    instances: tuple[Server, Server, Relay],
) -> None:
    """After some seconds without its database: it does not learn which sessions have ended."""
    first, second, relay = instances
    own, ended = cookie(sign_in(first)), cookie(sign_in(first))
    assert is_signed_in(second, own) and is_signed_in(second, ended)
    assert add(second.url, "before", basic(PASSWORD)).status == 303
    address = "/live?page=/animals?category%3DFish"
    with EventStream(second.url, address, [basic(PASSWORD)]) as stream:
        assert forms(stream.next().data) != []
        relay.fail(Fault(stalled=STALL))
        assert post(first, "/account/sign-out", ended).status == 303
        web.until(lambda: not is_signed_in(second, ended), within=8)
        assert not is_signed_in(second, own)
        assert "Signed in" not in ask(second.url, "GET", "/photos", [basic(PASSWORD)]).text
        for fields in (own, ended, basic(PASSWORD)):
            start = time.monotonic()
            assert add(second.url, "meanwhile", fields).status == 503
            assert post(second, "/account/sign-out", fields).status == 503
            unknown = ("Cookie", "session=" + "0" * 32)
            assert not is_signed_in(second, unknown)
            assert time.monotonic() - start < 2, "it does not wait for the database"
        # A browser keeps what was typed.
        html = ("Accept", "text/html")
        kept = add(second.url, "meanwhile", own, html)
        assert kept.status == 503 and "meanwhile" in kept.text
        # The notice of the outage is the next change of the page.
        stream.next("go", within=30)
    relay.heal()
    web.until(lambda: is_signed_in(second, own), within=10)
    assert add(second.url, "after", own).status == 303
    assert add(second.url, "after2", ended).status == 401

"""The command `editor`: people who may make changes, and what the running program makes of them.

The content of the file: WebSiteTests/Access/EditorsFileTests.swift; what an invitation allows:
SessionsTests.swift; two instances: Deploy/test_sessions.py.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import web
from access import add, basic, cookie, editor_line, sign_in
from server import BINARY, GENEROUS, Server, finished, printed, serving
from wire import FORM, Answer, ask

NEW = "another horse battery"
USES = "The running program uses the changed file.\n"


@pytest.fixture
def editors(tmp_path: Path) -> Path:
    path = tmp_path / "editors"
    path.write_text(f"# Who may write.\n\n{editor_line()}{editor_line('bob')}")
    return path


@pytest.fixture
def program(tmp_path: Path, editors: Path) -> Iterator[Server]:
    options = ["--editors", str(editors), *GENEROUS, "--log-level", "debug"]
    with serving(tmp_path / "data", options=options) as program:
        yield program


def words(editors: Path, *words: str) -> list[str]:
    data = editors.parent / "data"
    return [str(BINARY), "editor", *words, "--editors", str(editors), "--data", str(data)]


def editor(editors: Path, *arguments: str, password: str = "") -> str:
    """Returns what the command prints, without a terminal."""
    return printed(words(editors, *arguments), input=password and password + "\n")


def is_signed_in(program: Server, own: tuple[str, str]) -> bool:
    return "Signed in as" in ask(program.url, "GET", "/photos", [own]).text


def choose(program: Server, token: str, password: str) -> Answer:
    """Posts the form of an invitation."""
    form = f"token={token}&new={password.replace(' ', '+')}".encode()
    return ask(program.url, "POST", "/account/invitation", [FORM], form)


def test_a_password_is_reset(program: Server, editors: Path) -> None:
    """Every session and every older password ends at once, before and after a restart."""
    own = cookie(sign_in(program.url))
    form = b"current=correct+horse%3A+b%C3%A9ta&new=changed+by+ada"
    changed = ask(program.url, "POST", "/account/password", [FORM, own], form)
    sessions = [cookie(changed), cookie(sign_in(program.url, password="changed by ada"))]
    assert all(is_signed_in(program, own) for own in sessions)
    assert editor(editors, "reset", "ada", password=NEW).endswith(USES)
    for start in range(2):
        assert not any(is_signed_in(program, own) for own in sessions)
        for password in ("correct horse: béta", "changed by ada"):
            # Others than those who sign in below: wrong passwords are throttled.
            wrong = sign_in(program.url, password=password, source=f"127.0.2.{start + 1}")
            assert wrong.status == 422
            assert add(program.url, "late", basic(password=password)).status == 401
        assert is_signed_in(program, cookie(sign_in(program.url, password=NEW)))
        program.stop()
        program.start()
    assert is_signed_in(program, cookie(sign_in(program.url, "bob")))


def test_an_editor_is_signed_out(program: Server, editors: Path) -> None:
    """The password remains, and the sessions of others."""
    first, other = cookie(sign_in(program.url)), cookie(sign_in(program.url, "bob"))
    for _ in range(2):
        own = cookie(sign_in(program.url))
        assert is_signed_in(program, own)
        assert editor(editors, "sign-out", "ada") == f"ada is signed out everywhere.\n{USES}"
        assert not is_signed_in(program, own) and not is_signed_in(program, first)
        assert is_signed_in(program, other)
    program.stop()
    program.start()
    assert not is_signed_in(program, own) and is_signed_in(program, other)


def test_an_editor_is_invited(program: Server, editors: Path) -> None:
    """Until the link is used, no password is right; then it does nothing more."""
    said = editor(
        editors, "invite", "eve", "--role", "board", "--public-origin", "https://example.org"
    )
    [(origin, token)] = re.findall(r"^(\S+)/invitation\?token=([0-9a-f]{32})$", said, re.M)
    assert origin == "https://example.org" and said.endswith(USES)
    assert token not in editors.read_text()
    assert re.search(r"^eve  board  invited, until \d", editor(editors, "list"), re.M)
    page = ask(program.url, "GET", f"/invitation?token={token}")
    assert (page.status, page["cache-control"]) == (200, "no-store")
    assert page["referrer-policy"] == "strict-origin"
    # No route, but a token that must not be logged.
    ask(program.url, "GET", f"/invitation/?token={token}")
    cross = [FORM, ("Sec-Fetch-Site", "cross-site")]
    form = f"token={token}&new=chosen+by+another".encode()
    assert ask(program.url, "POST", "/account/invitation", cross, form).status == 403
    assert choose(program, token, "basketball").status == 422
    answer = choose(program, token, NEW)
    assert answer["location"] == "/account?notice=password-chosen"
    assert "Your password was set." in ask(
        program.url, "GET", "/account?notice=password-chosen", [cookie(answer)]
    ).text
    assert choose(program, token, NEW).status == 410
    assert ask(program.url, "GET", f"/invitation?token={token}").status == 410
    web.until(lambda: "eve  board\n" in editor(editors, "list"), within=5)
    assert sign_in(program.url, "eve", NEW).status == 303
    assert (program.data / "invitations.json").stat().st_mode & 0o777 == 0o600
    log = program.complete_log()
    assert token not in log and NEW not in log


def test_editors_come_and_go(program: Server, editors: Path) -> None:
    own = cookie(sign_in(program.url))
    assert editor(editors, "add", "eve", "--role", "a", "--role", "b", password=NEW).endswith(USES)
    assert editor(editors, "list") == "ada\nbob\neve  a, b\n"
    assert sign_in(program.url, "eve", NEW).status == 303
    assert editor(editors, "remove", "ada") == f"Removed ada.\n{USES}"
    assert not is_signed_in(program, own) and sign_in(program.url).status == 422
    assert editors.read_text().startswith("# Who may write.\n\nbob:")


@pytest.mark.parametrize(
    ("arguments", "password", "says"),
    [(["add", "ada"], NEW, "is an editor already"), (["add", "eve"], "", "no password"),
     (["add", "eve"], "x", "at least 10 characters"), (["reset", "ada"], "1234567890", "among the first"),
     (["reset", "eve"], NEW, "has no editor “eve”"), (["sign-out", "eve"], "", "has no editor"),
     (["remove", "eve"], "", "has no editor")],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_what_cannot_be_done_is_said(
    editors: Path, arguments: list[str], password: str, says: str
) -> None:
    """In one sentence, and nothing changes."""
    before = editors.read_text()
    run = finished(words(editors, *arguments), input=password and password + "\n")
    assert (run.returncode, run.stdout) == (1, "") and says in run.stderr, run
    assert run.stderr.count("\n") == 1 and editors.read_text() == before
    assert sorted(path.name for path in editors.parent.iterdir()) == ["editors"]


def test_the_program_says_why_it_cannot_use_the_file(program: Server, editors: Path) -> None:
    """The command fails with its sentence; a program that is not there is no failure."""
    run = finished(words(editors.parent / "editors2", "list"))
    assert run.returncode == 1 and "editors2 cannot be read" in run.stderr
    editors.rename(editors.parent / "other")
    run = finished(words(editors.parent / "other", "sign-out", "ada"))
    assert run.returncode == 1 and f"editors file {editors} cannot be read" in run.stderr
    program.stop()
    said = editor(editors, "add", "eve", password=NEW)
    assert said.startswith("Added eve.\nNo program serves the data folder ")
    assert said.endswith("; others that use the file read it by themselves.\n")
    assert editors.stat().st_mode & 0o777 == 0o640


def test_commands_at_the_same_time_lose_nothing(editors: Path) -> None:
    """Each waits for the others; owner, group and permissions remain."""
    editors.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(editors, 0, 12345)
    names = [f"editor{number}" for number in range(12)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda name: editor(editors, "add", name, password=NEW), names))
    listed = editor(editors, "list").split()
    assert sorted(listed) == sorted(["ada", "bob", *names])
    status = editors.stat()
    assert status.st_mode & 0o777 == 0o640
    assert status.st_gid == (12345 if os.geteuid() == 0 else os.getegid())


@pytest.mark.parametrize(("again", "code"), [(NEW, 0), ("another horse", 1)])
def test_a_terminal_does_not_show_the_password(editors: Path, again: str, code: int) -> None:
    """It is asked twice, as nobody sees what was typed."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        words(editors, "reset", "ada"), stdin=theirs, stdout=theirs, stderr=theirs
    ) as run:
        os.close(theirs)
        shown = b""

        def read(until: bytes) -> None:
            nonlocal shown
            while until not in shown and select.select([ours], [], [], 30)[0]:
                try:
                    more = os.read(ours, 1_000)
                except OSError:  # The end of a terminal.
                    return
                if not more:
                    return
                shown += more

        read(b"New password for ada: ")
        os.write(ours, f"{NEW}\n".encode())
        read(b"Again: ")
        os.write(ours, f"{again}\n".encode())
        read(b"nothing more")
        assert run.wait(30) == code
    os.close(ours)
    assert b"horse" not in shown

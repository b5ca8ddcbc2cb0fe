"""Access by editors: credentials, guessing, the file of editors.

The kinds of hashes, and malformed files and fields: WebSiteTests/Access/EditorsTests.swift
and ReadersTests.swift. Signing in: test_access_sessions.py.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

import web
from access import NAME, PASSWORD, add, basic, cookie, editor_line, is_there, sign_in
from operators import METRICS, metric
from server import BINARY, PACKAGE, Starter
from test_08_headers import problems


@pytest.fixture
def editors(tmp_path: Path) -> Path:
    """A file with one editor."""
    path = tmp_path / "editors"
    path.write_text(f"# Who may write.\n\n{editor_line()}")
    return path


def test_access_editors(start: Starter, editors: Path) -> None:
    """Without correct credentials a post gets 401; with them it succeeds."""
    base = start("--editors", str(editors)).url
    for fields in ([], [basic(password="wrong")], [basic(name="bob")]):
        answer = add(base, "refused", *fields)
        assert answer.status == 401
        assert re.match(r'Basic realm="[^"]+"', answer["www-authenticate"] or "")
        assert problems(answer) == []
    # Two fields count as none.
    assert add(base, "refused", basic("bob"), basic()).status in (400, 401)
    assert not is_there(base, "refused")
    assert add(base, "done", basic()).status == 303
    assert is_there(base, "done")


def test_access_guessing_from_many_networks(start: Starter, editors: Path) -> None:
    """Few of the guesses at an account are checked, and its owner is not kept out."""
    base = start("--editors", str(editors)).url
    own = sign_in(base, source="127.0.1.1")
    assert add(base, "before", basic()).status == 303
    statuses = [
        sign_in(base, NAME, f"guess {n}", source=f"127.1.{n}.1").status for n in range(120)
    ]
    assert statuses.count(422) <= 20 and set(statuses) == {422, 429}
    # Not even a right guess is told from a wrong one.
    assert sign_in(base, source="127.2.1.1").status == 429
    # From the owner's network, with a program, and in the owner's session elsewhere.
    assert sign_in(base, source="127.0.1.1").status == 303
    assert add(base, "meanwhile", basic()).status == 303
    assert sign_in(base, fields=[cookie(own)], source="127.3.1.1").status == 303


def test_access_editors_are_reloaded(start: Starter, editors: Path) -> None:
    """On SIGHUP; an invalid file changes nothing, and is a metric."""
    program = start("--editors", str(editors), *METRICS)

    def is_complete() -> float:
        return metric(program, "fieldguide_last_reload_successful")

    assert add(program.url, "first", basic()).status == 303
    assert is_complete() == 1
    # As somebody would reset a password who does not know the file.
    editors.write_text(editors.read_text() + editor_line())
    program.process.send_signal(signal.SIGHUP)
    web.until(lambda: is_complete() == 0)
    editors.write_text("nonsense\n")
    program.process.send_signal(signal.SIGHUP)
    web.until(lambda: "line 1 of the editors file" in program.log())
    assert is_complete() == 0
    assert add(program.url, "second", basic()).status == 303
    editors.write_text(editor_line("bob"))
    program.process.send_signal(signal.SIGHUP)
    web.until(lambda: add(program.url, "third", basic("bob")).status == 303, every=0.5)
    assert add(program.url, "fourth", basic()).status == 401
    assert is_complete() == 1
    log = program.complete_log()
    assert PASSWORD not in log and "Optional(" not in log
    assert f"line 1 of the editors file {editors}" in log


def test_access_a_password_is_reset_as_documented(start: Starter, tmp_path: Path) -> None:
    """With the commands of the document, as typed, but for the configuration file."""
    text = (PACKAGE / "Docs/operations.md").read_text()
    [block] = re.findall(r"sign in again:\n\n((?:    .*\n)+)", text)
    editors = tmp_path / "editors"
    editors.write_text(editor_line("bob") + editor_line())
    program = start("--editors", str(editors))
    assert add(program.url, "first", basic()).status == 303
    (tmp_path / "fieldguide.json").write_text(
        json.dumps({"editors": str(editors), "data": str(program.data)})
    )
    functions = f"fieldguide() {{ {BINARY} \"$@\"; }}\n"
    subprocess.run(
        ["bash", "-e", "-c", functions + block.replace("/etc/fieldguide/", "")],
        input="another horse\n", text=True, cwd=tmp_path, timeout=60, check=True,
    )  # fmt: skip
    new = basic(password="another horse")
    assert add(program.url, "second", new).status == 303
    assert add(program.url, "third", basic()).status == 401
    assert add(program.url, "fourth", basic("bob")).status == 303

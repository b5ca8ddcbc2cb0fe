"""Access by editors: passwords, guessing, signing in."""

from __future__ import annotations

import base64
import importlib
import re
import signal
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import pytest

import web
from access import FORM, NAME, PAGES, PASSWORD, add, basic, forms, is_there, refused
from operators import METRICS, metrics_address, samples, value
from server import BINARY, PACKAGE, Starter
from test_06_open_redirects import OWN as REDIRECTS
from test_08_headers import problems
from wire import Answer, Connection, ask, netloc


def _mkpasswd(method: str) -> Callable[[], str]:
    return lambda: subprocess.run(
        ["mkpasswd", "-m", method, "-s"],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=30, check=True,
    ).stdout.strip()  # fmt: skip


def _htpasswd() -> str:
    line = subprocess.run(
        ["htpasswd", "-nbB", NAME, PASSWORD],
        capture_output=True, text=True, timeout=30, check=True,
    ).stdout.strip()  # fmt: skip
    return line.partition(":")[2]


def _ours() -> str:
    return subprocess.run(
        [BINARY, "password"],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=30, check=True,
    ).stdout.strip()  # fmt: skip


HASHES: dict[str, Callable[[], str]] = {
    "yescrypt": _mkpasswd("yescrypt"),
    "sha512crypt": _mkpasswd("sha512crypt"),
    "bcrypt": _mkpasswd("bcrypt"),
    "htpasswd": _htpasswd,
    "fieldguide password": _ours,
}


@pytest.fixture
def editors(tmp_path: Path) -> Path:
    """A file with one editor."""
    path = tmp_path / "editors"
    path.write_text(f"# Who may write.\n\n{NAME}:{_mkpasswd('sha512crypt')()}\n")
    return path


@pytest.mark.parametrize("kind", HASHES)
def test_access_editors(start: Starter, tmp_path: Path, kind: str) -> None:
    """Without correct credentials a post gets 401; with them it succeeds."""
    path = tmp_path / "editors"
    path.write_text(f"{NAME}:{HASHES[kind]()}\n")
    base = start("--editors", str(path)).url
    for fields in ([], [basic(password="wrong")], [basic(name="bob")]):
        answer = add(base, "refused", *fields)
        assert answer.status == 401
        assert re.match(r'Basic realm="[^"]+"', answer["www-authenticate"] or "")
        assert problems(answer) == []
    assert not is_there(base, "refused")
    assert add(base, "done", basic()).status == 303
    assert is_there(base, "done")


def test_access_password_is_a_hash() -> None:
    """`fieldguide password` prints a hash of crypt(3), each time with another salt."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        crypt = importlib.import_module("crypt")
        one, two = _ours(), _ours()
        assert one != two and PASSWORD not in one
        assert crypt.crypt(PASSWORD, one) == one
        assert crypt.crypt(PASSWORD + "x", one) != one


@pytest.mark.parametrize(
    "value",
    [
        "", "Basic", "Basic ", "Basic !!!", "Basic " + base64.b64encode(b"ada").decode(),
        "Basic " + base64.b64encode(b"ada:\xff\xfe").decode(), "Bearer x", "Digest username=ada",
        "Basic " + "A" * 20_000, "basic", "Basic " + base64.b64encode(b":").decode(),
        "Basic " + base64.b64encode(f"{NAME}:{PASSWORD}\0".encode()).decode(),
        "Basic " + base64.b64encode(f"{NAME}:{'x' * 9_000}".encode()).decode(),
    ],
    ids=lambda value: value[:24],
)  # fmt: skip
def test_access_malformed_credentials(start: Starter, editors: Path, value: str) -> None:
    """Malformed credentials count as missing."""
    base = start("--editors", str(editors)).url
    answer = add(base, "refused", ("Authorization", value))
    assert answer.status == 401 and answer["www-authenticate"]
    assert not is_there(base, "refused")


def test_access_two_credentials(start: Starter, editors: Path) -> None:
    """So do two `Authorization` fields."""
    base = start("--editors", str(editors)).url
    assert add(base, "refused", basic("bob"), basic()).status in (400, 401)
    assert not is_there(base, "refused")


def test_access_credentials_do_not_allow_other_sites(start: Starter, editors: Path) -> None:
    """Browsers send credentials automatically, so posts from other sites are still rejected."""
    base = start("--editors", str(editors)).url
    for field in [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")]:
        assert add(base, "refused", basic(), field).status == 403
    assert not is_there(base, "refused")


def test_access_guessing_is_slowed_down(start: Starter, editors: Path) -> None:
    """After several wrong passwords, even the correct one is delayed (429)."""
    base = start("--editors", str(editors)).url
    statuses = [add(base, "refused", basic(password=f"{n}")).status for n in range(12)]
    assert statuses[0] == 401 and 429 in statuses
    answer = add(base, "refused", basic(password="x"))
    assert answer.status == 429 and int(answer["retry-after"] or 0) >= 1
    assert problems(answer) == []
    assert ask(base, "GET", "/animals").status == 200


def test_access_guessing_from_many_networks(start: Starter, editors: Path) -> None:
    """Few of the guesses at an account are checked, and its owner is not kept out."""
    base = start("--editors", str(editors)).url

    def sign_in(password: str, source: str, *fields: tuple[str, str]) -> Answer:
        form = f"name={NAME}&password={quote(password)}".encode()
        return ask(base, "POST", "/account/sign-in", [FORM, *fields], form, source=source)

    own = sign_in(PASSWORD, "127.0.1.1")
    session = ("Cookie", (own["set-cookie"] or "").partition(";")[0])
    assert add(base, "before", basic()).status == 303
    statuses = [sign_in(f"guess {n}", f"127.1.{n}.1").status for n in range(120)]
    assert statuses.count(422) <= 20 and set(statuses) == {422, 429}
    # Not even a right guess is told from a wrong one.
    assert sign_in(PASSWORD, "127.2.1.1").status == 429
    # From the owner's network, with a program, and in the owner's session elsewhere.
    assert sign_in(PASSWORD, "127.0.1.1").status == 303
    assert add(base, "meanwhile", basic()).status == 303
    assert sign_in(PASSWORD, "127.3.1.1", session).status == 303


def test_access_a_password_is_not_guessed_from_memory(start: Starter, editors: Path) -> None:
    """One that was right before is not compared with what strangers send with each request."""
    base = start("--editors", str(editors)).url
    assert add(base, "own", basic()).status == 303
    form = b"id=strange&name=x&diet=Omnivore&categoryId=Fish"

    def guess(password: str) -> int:
        fields = [FORM, basic(password=password)]
        return ask(base, "POST", web.ADD, fields, form, source="127.5.1.1").status

    statuses = [guess(f"{n}") for n in range(12)]
    assert statuses[-1] == 429
    assert guess(PASSWORD) == 429, "it was the right one"
    assert not is_there(base, "strange")


def test_access_sign_in(start: Starter, editors: Path) -> None:
    """With credentials the site redirects back, and only to its own pages; without it asks."""
    base = start("--editors", str(editors)).url
    asked = ask(base, "GET", "/sign-in?page=/animals")
    assert asked.status == 200 and 'type="password"' in asked.text
    asked = ask(base, "GET", "/sign-in?page=/animals", [basic(password="wrong")])
    assert asked.status == 401 and asked["www-authenticate"]
    with Connection(base) as site:
        back = site.ask("GET", "/sign-in?page=/animals", [basic()])
        assert (back.status, back["location"]) == (303, "/animals")
        target = "/animals?category=Fish&dialog=add"
        back = site.ask("GET", f"/sign-in?page={quote(target, safe='')}", [basic()])
        assert (back.status, back["location"]) == (303, target)
        for text in [*REDIRECTS, "/nothing", "/sign-in?page=/", web.ADD, "/static/x", "%0d%0aX: y"]:
            back = site.ask("GET", f"/sign-in?page={quote(text, safe='')}", [basic()])
            location = back["location"]
            assert back.status in (303, 400), text
            if location is not None:
                assert location[0] == "/" and location[1:2] not in ("/", "\\"), (text, location)
                assert urlsplit(urljoin(base + "/", location)).netloc == netloc(base)


def test_access_readers_see_no_forms(start: Starter, editors: Path) -> None:
    """Readers get no forms, but a sign-in link; the caches of readers and editors are separate."""
    base = start("--editors", str(editors)).url
    with Connection(base) as site:
        for target in PAGES:
            reader, editor = site.ask("GET", target), site.ask("GET", target, [basic()])
            assert reader.status == editor.status == 200
            assert forms(reader.text) == []
            if reader.body != editor.body:
                assert reader["etag"] != editor["etag"]
                assert "authorization" in (reader["vary"] or "").lower()
                assert "public" not in (editor["cache-control"] or "")
        html = site.ask("GET", "/animals?category=Fish").text
        assert "/sign-in" in html


def test_access_editors_are_reloaded(start: Starter, editors: Path) -> None:
    """On SIGHUP; an invalid file changes nothing, and is a metric."""
    program = start("--editors", str(editors), *METRICS)
    metrics = metrics_address(program)

    def is_complete() -> float:
        return value(samples(ask(metrics, "GET", "/metrics").text), "fieldguide_last_reload_successful")

    assert add(program.url, "first", basic()).status == 303
    assert is_complete() == 1
    # As somebody would reset a password who does not know the file.
    editors.write_text(editors.read_text() + f"{NAME}:{_htpasswd()}\n")
    program.process.send_signal(signal.SIGHUP)
    web.until(lambda: is_complete() == 0)
    editors.write_text("nonsense\n")
    program.process.send_signal(signal.SIGHUP)
    web.until(lambda: "line 1 of the editors file" in program.log())
    assert is_complete() == 0
    assert add(program.url, "second", basic()).status == 303
    editors.write_text(f"bob:{_htpasswd()}\n")
    program.process.send_signal(signal.SIGHUP)
    web.until(lambda: add(program.url, "third", basic("bob")).status == 303, every=0.5)
    assert add(program.url, "fourth", basic()).status == 401
    assert is_complete() == 1
    log = program.complete_log()
    assert PASSWORD not in log and "Optional(" not in log
    assert f"line 1 of the editors file {editors}" in log


@pytest.mark.parametrize(
    "lines",
    [
        "", "# nobody\n", "ada\n", "ada:\n", ":x\n", "ada:plain\n", "ada:ab01FAX.bQRSU\n",
        "ada:$1$abcdefgh$G//4keteveJp0qb8z2DxG/\n", "ada:*\n", "ada:!\n",
    ],
    ids=repr,
)  # fmt: skip
def test_access_invalid_hashes(tmp_path: Path, lines: str) -> None:
    """A file with missing or unsafe hashes is rejected with one sentence."""
    path = tmp_path / "editors"
    path.write_text(lines)
    assert "editors" in refused("--editors", str(path), data=tmp_path / "data")


def test_access_writers_and_editors_go_together(tmp_path: Path, editors: Path) -> None:
    """Each option needs the other."""
    for options in [("--writers", "editors"), ("--writers", "nobody", "--editors", str(editors)),
                    ("--writers", "friends")]:  # fmt: skip
        assert "writers" in refused(*options, data=tmp_path / "data")


def test_access_a_password_is_reset_as_documented(start: Starter, tmp_path: Path) -> None:
    """With the commands of the document, as typed."""
    text = (PACKAGE / "Docs/operations.md").read_text()
    [block] = re.findall(r"remove the old one first:\n\n((?:    .*\n)+)", text)
    editors = tmp_path / "editors"
    editors.write_text(f"bob:{_ours()}\n{NAME}:{_ours()}\n")
    program = start("--editors", str(editors))
    assert add(program.url, "first", basic()).status == 303
    functions = (
        f"fieldguide() {{ {BINARY} \"$@\"; }}\n"
        f"systemctl() {{ kill -HUP {program.process.pid}; }}\n"
    )
    subprocess.run(
        ["bash", "-e", "-c", functions + block], input="another horse\n", text=True,
        cwd=tmp_path, timeout=30, check=True,
    )  # fmt: skip
    new = basic(password="another horse")
    web.until(lambda: add(program.url, "second", new).status == 303, every=1)
    assert add(program.url, "third", basic()).status == 401
    assert add(program.url, "fourth", basic("bob")).status == 303


def test_access_a_password_outlives_a_restart(start: Starter, editors: Path) -> None:
    """The one of the account's page, for each way in and with the first request."""
    program = start("--editors", str(editors))
    new = "another horse battery"
    form = f"name={NAME}&password={quote(PASSWORD)}".encode()
    answer = ask(program.url, "POST", "/account/sign-in", [FORM], form)
    own = ("Cookie", (answer["set-cookie"] or "").partition(";")[0])
    form = f"current={quote(PASSWORD)}&new={quote(new)}".encode()
    assert ask(program.url, "POST", "/account/password", [FORM, own], form).status == 303
    for password, status in [(PASSWORD, 401), (new, 303)]:
        program.stop()
        program.start()
        assert add(program.url, f"after{status}", basic(password=password)).status == status

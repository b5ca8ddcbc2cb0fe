"""Sessions: cookies, their attributes, whom they belong to, and whose pages they show."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import pytest

import payloads
import web
from access import (
    PASSWORD,
    add,
    basic,
    cookie,
    editor_line,
    forms,
    is_there,
    refused,
    sign_in,
)
from server import BINARY, GENEROUS, Server, Starter, finished
from test_06_open_redirects import OWN as REDIRECTS
from test_08_headers import problems
from wire import (
    FORM,
    Connection,
    EventStream,
    answers,
    ask,
    connect,
    netloc,
    receive_to_end,
    request,
)

NAMES = ["ada", "bob", "carla", "dora"]
# Requests of all visitors together; SECURITY.md names the last run with more.
REQUESTS = int(os.environ.get("FIELDGUIDE_REQUESTS", "12000"))
COOKIE = re.compile(
    r"session=[0-9a-f]{32}; Path=/; Max-Age=2678400; HttpOnly; SameSite=Lax"
)
SECURE = re.compile(
    r"__Host-session=[0-9a-f]{32}; Path=/; Max-Age=2678400; HttpOnly; SameSite=Lax; Secure"
)


@pytest.fixture(scope="session")
def lines() -> str:
    """Lines of several editors with the same password."""
    return "".join(editor_line(name) for name in NAMES)


@pytest.fixture
def editors(tmp_path: Path, lines: str) -> Path:
    """A file with these editors."""
    path = tmp_path / "editors"
    path.write_text(lines)
    return path


@pytest.fixture
def site(start: Starter, editors: Path) -> Server:
    """A site with sessions."""
    return start("--editors", str(editors), "--trusted-proxy", "127.0.0.1", *GENEROUS)


@pytest.mark.parametrize(("proto", "expected"), [("http", COOKIE), ("https", SECURE)])
def test_the_cookie_is_for_this_host_alone(
    site: Server, proto: str, expected: re.Pattern[str]
) -> None:
    """An encrypted connection has a cookie that no other can set."""
    encrypted = ("X-Forwarded-Proto", proto)
    answer = sign_in(site.url, fields=[encrypted])
    assert answer.status == 303 and answer["location"] == "/animals"
    assert expected.fullmatch(answer["set-cookie"] or ""), answer["set-cookie"]
    assert problems(answer) == ["there is set-cookie"]
    own = cookie(answer)
    assert "Signed in as" in ask(site.url, "GET", "/animals", [own, encrypted]).text
    other = ("X-Forwarded-Proto", "https" if proto == "http" else "http")
    assert "Signed in as" not in ask(site.url, "GET", "/animals", [own, other]).text


def test_each_sign_in_has_a_token_of_its_own(site: Server) -> None:
    """A token that somebody planted before is not used (session fixation)."""
    planted = ("Cookie", "session=" + "0" * 32)
    tokens = [cookie(sign_in(site.url, fields=[planted])) for _ in range(5)]
    assert len(set(tokens)) == 5 and planted not in tokens
    assert not add(site.url, "planted", planted).status == 303


def test_a_wrong_cookie_is_that_of_a_reader(site: Server) -> None:
    """It gets the pages of readers, and changes nothing."""
    for value in ("session=" + "0" * 32, "session=" + "0" * 4_000, ";" * 200):
        for _ in range(2):
            answer = ask(site.url, "GET", "/animals?animal=Dog", [("Cookie", value)])
            assert answer.status == 200 and "Delete" not in answer.text
            assert answer["set-cookie"] is None
        assert add(site.url, "wrong", ("Cookie", value)).status == 401
    assert not is_there(site.url, "wrong")


def test_other_sites_cannot_use_a_session(site: Server) -> None:
    """Neither to change something, nor to sign in or out. Nor can they use a password, which
    browsers send automatically too."""
    own = cookie(sign_in(site.url))
    for field in [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")]:
        for way in (own, basic()):
            assert add(site.url, "foreign", way, field).status == 403
        assert sign_in(site.url, fields=[field]).status == 403
        assert ask(site.url, "POST", "/account/sign-out", [FORM, own, field]).status == 403
    assert not is_there(site.url, "foreign")
    assert add(site.url, "own", own).status == 303


def test_signing_in_leads_to_pages_of_this_site_only(site: Server) -> None:
    """Whatever the address says."""
    for text in [*REDIRECTS, "/nothing", "/static/x", "%0d%0aX: y"]:
        answer = sign_in(site.url, page=text)
        location = answer["location"]
        assert answer.status in (303, 400), text
        if location is not None:
            assert location[0] == "/" and location[1:2] not in ("/", "\\"), (text, location)
            assert urlsplit(urljoin(site.url + "/", location)).netloc == netloc(site.url)


def test_names_and_passwords_are_only_compared(start: Starter, editors: Path) -> None:
    """Hostile ones get the page again, with the name escaped and without the password; nothing
    typed is in the log."""
    program = start("--editors", str(editors), *GENEROUS, "--log-level", "trace")
    texts = [*payloads.sql()[:20], "<script>alert(1)</script>", "a\r\nSet-Cookie: x=y", "\0",
             "a" * 5_000, "\u202etxet", "ada\u0000"]  # fmt: skip
    for number, text in enumerate(texts):
        # Another client each time: none of them waits.
        client = f"127.0.1.{number + 1}"
        answer = sign_in(program.url, text, f"guess-{number}", source=client)
        assert answer.status in (400, 422, 503), text
        assert "<script>alert" not in answer.text and f"guess-{number}" not in answer.text
        assert answer["set-cookie"] is None
    log = program.complete_log()
    assert "guess-" not in log and "alert(1)" not in log


@pytest.mark.parametrize(
    "options",
    [("--user-header", "X-Forwarded-User"), ("--user-header", "no field", "--trusted-proxy", "socket"),
     ("--groups-header", "X-Groups"), ("--writer-groups", "board"), ("--session-days", "0"),
     ("--session-days", "366")],
    ids=" ".join,
)  # fmt: skip
def test_settings_are_checked(tmp_path: Path, options: tuple[str, ...]) -> None:
    """At the start, with one sentence, and before it."""
    sentence = refused(*options, data=tmp_path / "data")
    assert options[0] in sentence
    checked = finished([BINARY, "config", "--check", "--data", str(tmp_path / "data"), *options])
    assert (checked.returncode, checked.stderr) == (1, sentence)


def test_a_trusted_proxy_names_the_visitor(start: Starter) -> None:
    """Another client cannot, and neither can two names."""
    options = ["--user-header", "X-Forwarded-User", "--groups-header", "X-Forwarded-Groups"]
    trusted = start(*options, "--trusted-proxy", "127.0.0.1", *GENEROUS)
    user = ("X-Forwarded-User", "anna")
    page = ask(trusted.url, "GET", "/animals", [user]).text
    assert "Signed in as <bdi>anna</bdi>" in page and "Sign out" not in page
    assert add(trusted.url, "named", user).status == 303
    for fields in ([], [user, ("X-Forwarded-User", "eve")], [("X-Forwarded-User", "")]):
        assert add(trusted.url, "unnamed", *fields).status == 403
    distrusted = start(*options, "--trusted-proxy", "127.0.0.9", *GENEROUS)
    for _ in range(2):
        assert "Signed in as" not in ask(distrusted.url, "GET", "/animals", [user]).text
    assert add(distrusted.url, "forged", user).status == 403


@pytest.mark.parametrize("end", ["sign-out", "password", "removal"])
def test_open_windows_notice_the_end_of_a_right(
    site: Server, editors: Path, lines: str, end: str
) -> None:
    """Those of the session, and of a program that sends the password; others go on."""
    own, other = cookie(sign_in(site.url)), cookie(sign_in(site.url, "bob"))
    # From here on only the end of a right changes the page.
    loaded = "No animals in this category"
    web.until(lambda: loaded in ask(site.url, "GET", "/animals?category=Fish").text)
    address = "/live?page=/animals?category%3DFish"
    ways = {"session": own, "password": basic(), "other": other}
    streams = {name: EventStream(site.url, address, [field]) for name, field in ways.items()}
    for stream in streams.values():
        assert forms(stream.next().data)
    ended = {"session", "password"}
    match end:
        case "sign-out":
            assert ask(site.url, "POST", "/account/sign-out", [FORM, own]).status == 303
            ended = {"session"}
        case "password":
            form = f"current={quote(PASSWORD)}&new=another+horse+battery".encode()
            answer = ask(site.url, "POST", "/account/password", [FORM, own], form)
            assert answer["location"] == "/account?notice=password-changed"
        case _:
            editors.write_text(lines.split("\n", 1)[1])
            site.process.send_signal(signal.SIGHUP)
    for name in ended:
        assert streams[name].next("go", within=5).data == "/animals?category=Fish"
    for name in ways.keys() - ended:
        assert streams[name].news(within=0.5) == []
    for stream in streams.values():
        stream.close()


def test_the_file_of_a_reader_is_not_read(site: Server) -> None:
    """The response comes after the head; that of a visitor who has signed in is read."""
    path = "/animals/animalList/onTapImportButton"
    fields = [("Content-Type", "multipart/form-data; boundary=b"), ("Accept", "text/html")]
    body = b"x" * (11 << 20)
    for more in ([], [("Cookie", "session=" + "0" * 32)]):
        head = request(site.url, "POST", path, [*fields, *more], body)[: -len(body)]
        with connect(site.url) as connection:
            connection.sendall(head)
            [answer] = answers(receive_to_end(connection))
        assert answer.status == 401 and 'type="password"' in answer.text
        assert problems(answer) == []
    own = cookie(sign_in(site.url))
    assert ask(site.url, "POST", path, [*fields, own], body).status == 400
    # So is that of a program, with its first request.
    assert ask(site.url, "POST", path, [*fields, basic("bob")], body).status == 400


@pytest.fixture
def busy(site: Server) -> Iterator[Server]:
    """The site while it is changed all the time."""
    own = cookie(sign_in(site.url))
    stopped = threading.Event()
    changes: list[int] = []

    def change() -> None:
        number = 0
        while not stopped.is_set():
            # The lists stay short.
            if number % 30 == 29:
                assert ask(site.url, "POST", web.RELOAD, [FORM, own]).status == 303
            assert add(site.url, f"change-{number}", own).status == 303
            number += 1
        changes.append(number)

    thread = threading.Thread(target=change)
    thread.start()
    yield site
    stopped.set()
    thread.join()
    assert changes and changes[0] > 100, "the pages were changed all the time"


def test_no_page_of_a_visitor_reaches_another(busy: Server) -> None:
    """While pages change, and are rendered, cached, revalidated and compressed for all of them
    at once."""
    visitors: dict[str, list[tuple[str, str]]] = {name: [] for name in NAMES}
    for name in NAMES:
        visitors[name] = [cookie(sign_in(busy.url, name))]
    visitors[""] = []
    expected = {name: f"<bdi>{name}</bdi>" for name in NAMES}
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    lock = threading.Lock()

    def visit(name: str) -> None:
        found = 0
        with Connection(busy.url) as connection:
            for number in range(REQUESTS // len(visitors)):
                target = ["/animals?category=Fish", "/animals", "/", "/photos"][number % 4]
                html = connection.ask("GET", target, visitors[name]).text
                names = [other for other in NAMES if expected[other] in html]
                if names != ([name] if name else []):
                    with lock:
                        wrong.append(f"{name or 'a reader'} got a page of {names}")
                found += 1
        with lock:
            seen[name] += found

    threads = [threading.Thread(target=visit, args=(name,)) for name in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert set(seen) == set(visitors) and sum(seen.values()) >= REQUESTS - len(visitors)

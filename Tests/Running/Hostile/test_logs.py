"""The log: a line for each request, as text or as JSON, without personal data."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import payloads
import web
from access import editor_line, sign_in
from feeds import FeedServer
from operators import METRICS, await_animals
from server import Server, Starter, command, ready_address
from test_14_log_injection import FAKE, HIDDEN, TEXTS, log_everything
from wire import FORM, Connection, ask, connect, exchange, netloc, receive_to_end, request

OWN = ["time", "level", "logger", "message"]
LEVELS = {"trace", "debug", "info", "notice", "warning", "error", "critical"}
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
TRACED = [("traceparent", f"00-{TRACE}-00f067aa0ba902b7-01")]


def objects(program: Server) -> list[dict[str, Any]]:
    """Parses a JSON log, and checks the common members of each line."""
    found = []
    for line in program.complete_log().removesuffix("\n").split("\n"):
        assert not HIDDEN.search(line), line
        pairs = json.loads(line, object_pairs_hook=list)
        names = [name for name, _ in pairs]
        assert names[:4] == OWN and len(set(names)) == len(names), line
        entry = dict(pairs)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["time"]), line
        assert entry["level"] in LEVELS
        found.append(entry)
    return found


def requests(program: Server) -> list[dict[str, Any]]:
    """Returns the requests of a JSON log."""
    return [entry for entry in objects(program) if entry["message"] == "request"]


def test_responses_and_lines_name_the_request(start: Starter, tmp_path: Path) -> None:
    """A trace of a proxy goes through all lines; a kept response without one is shared by all."""
    editors = tmp_path / "editors"
    editors.write_text(editor_line())
    options = ("--editors", str(editors), "--trusted-proxy", "127.0.0.1")
    program = start(*METRICS, *options, "--log-format", "json")
    await_animals(program)
    traced = [*TRACED, ("X-Forwarded-For", "203.0.113.7")]
    kept = "/animals?category=Mammal"
    with Connection(program.url) as site:
        site.ask("GET", kept)
        answers = [
            site.ask("GET", kept, traced),
            site.ask("GET", "/nowhere", traced),
            site.ask("POST", web.ADD, [*traced, ("Sec-Fetch-Site", "cross-site")]),
            site.ask("GET", "/nowhere"),
        ]
        assert site.ask("GET", kept)["X-Request-ID"] is None
    wrong = sign_in(program.url, password="wrong", fields=traced)
    assert [answer["X-Request-ID"] for answer in (*answers[:3], wrong)] == [TRACE] * 4
    other = answers[3]["X-Request-ID"]
    entries = [entry for entry in objects(program) if entry.get("id") in (TRACE, other)]
    assert [(entry["message"], entry["id"]) for entry in entries] == [
        ("request", TRACE),
        ("request", TRACE),
        ("cross-origin request refused", TRACE),
        ("request", TRACE),
        ("request", other),
        ("wrong password", TRACE),
        ("request", TRACE),
    ]


def test_logs_of_a_request_as_json(start: Starter) -> None:
    """All members, with numbers as numbers. A client cannot choose the identifier."""
    program = start(*METRICS, "--log-format", "json")
    await_animals(program)
    with Connection(program.url) as site:
        page = site.ask("GET", "/animals?category=Mammal", TRACED)
        assert site.ask("GET", "/animals?category=Mammal", TRACED)["X-Request-ID"] is None
        site.ask("HEAD", "/animals?category=Mammal")
        site.ask("GET", "/animals?category=Mammal", [("If-None-Match", page["ETag"] or "")])
        site.ask("GET", "/nowhere")
    made, kept, head, same, missing = requests(program)
    for entry in (made, kept, head, same):
        assert entry["client"] == "127.0.0.1"
        assert entry["route"] == "/animals"
        assert re.fullmatch("[0-9a-f]{8}", entry["id"])
        assert isinstance(entry["microseconds"], int)
    assert (made["status"], made["bytes"], made["cache"]) == (200, len(page.body), "rendered")
    assert made["fragments"] > 2 and made["selectors"] > 2
    assert (kept["status"], kept["bytes"], kept["cache"]) == (200, len(page.body), "hit")
    assert (kept["fragments"], kept["selectors"]) == (0, 0)
    assert (head["method"], head["status"], head["bytes"]) == ("HEAD", 200, 0)
    assert (same["status"], same["bytes"]) == (304, 0)
    assert (missing["route"], missing["status"]) == ("other", 404)
    assert "cache" not in missing


def test_logs_of_a_revalidated_page(start: Starter) -> None:
    """A change did not affect the page, or affected a part of it."""
    program = start(*METRICS, "--log-format", "json")
    await_animals(program)
    with Connection(program.url) as site:
        for page in ["/animals?category=Fish", "/animals?category=Bird"]:
            site.ask("GET", page)
        form = b"id=x&name=Wren&diet=Omnivore&categoryId=Bird"
        assert site.ask("POST", web.ADD, [FORM], form).status == 303
        for page in ["/animals?category=Fish", "/animals?category=Bird"]:
            site.ask("GET", page)
    _, first, posted, fish, bird = requests(program)
    assert posted["route"] == "/animals/{event}" and "cache" not in posted
    assert bird["cache"] == "rendered"
    # Only the changed fragment of the birds' page is rendered.
    assert 0 < bird["fragments"] < first["fragments"]
    assert bird["selectors"] > 0
    # The categories show their numbers of animals.
    assert fish["cache"] in ("rendered", "fresh")


def test_logs_contain_no_search_terms(start: Starter) -> None:
    """Neither search terms, form input, credentials, referrers nor user agents."""
    program = start("--log-level", "info")
    fields = [
        ("User-Agent", "SECRET"), ("Referer", "SECRET"), ("Cookie", "SECRET=1"),
        ("X-Forwarded-For", "SECRET"), ("Accept-Language", "SECRET"),
        ("Authorization", "Basic U0VDUkVUOlNFQ1JFVA=="),
    ]  # fmt: skip
    with Connection(program.url) as site:
        for target in [
            "/quakes?q=SECRET", "/photos?q=SECRET", "/search?q=SECRET", "/SECRET",
            "/breeds?breed=SECRET",
        ]:  # fmt: skip
            site.ask("GET", target, fields)
            site.ask("GET", target, fields)
        site.ask("POST", web.ADD, [FORM, *fields], b"id=SECRET&name=SECRET&diet=x&categoryId=y")
        form = b"id=secret&name=SECRET&diet=Omnivore&categoryId=Fish"
        assert site.ask("POST", web.ADD, [FORM, *fields], form).status in (303, 401, 403)
    log = program.complete_log()
    assert "SECRET" not in log and "U0VDUkVU" not in log


def test_logs_contain_targets_at_debug(start: Starter) -> None:
    """At level debug."""
    program = start("--log-level", "debug")
    ask(program.url, "GET", "/quakes?q=tonga")
    assert "q=tonga" in program.complete_log()


def test_logs_as_json_are_json(start: Starter, feeds: FeedServer) -> None:
    """For any input of forms, headers and feeds, each line is a JSON object."""
    names = [*payloads.OWN_TEXTS, *TEXTS, '","level":"error","message":"FAKE', "\\", '\\"', FAKE]
    program = log_everything(start, feeds, names, "--log-format", "json")
    with Connection(program.url) as site:
        for name in names:
            site.ask("GET", "/" + quote(name, safe=""))
            site.ask("GET", "/quakes?q=" + quote(name, safe=""))
    for text in TEXTS:
        if not re.search("[\r\n\0]", text):
            sent = request(program.url, "GET", "/animals", [("Host", text)], closing=True)
            exchange(program.url, sent)
    host = b"Host: " + netloc(program.url).encode() + b"\r\nConnection: close\r\n\r\n"
    for method in [b'G"T', b"\x1b[31m", b"G\\T", b"F" * 9_000, b"{}"]:
        exchange(program.url, method + b" /animals HTTP/1.1\r\n" + host)
    found = objects(program)
    assert len(found) > 3 * len(names)
    assert not [entry for entry in found if "FAKE" in entry["message"]]


def test_logs_of_a_stop(start: Starter) -> None:
    """Start and stop are at notice; nothing else is at warning or above."""
    program = start("--log-level", "notice", "--log-format", "json")
    ask(program.url, "GET", "/animals")
    assert program.stop() == 0
    assert {entry["message"] for entry in objects(program)} >= {"stopping"}
    quiet = start("--log-level", "warning", "--log-format", "json")
    ask(quiet.url, "GET", "/animals")
    assert quiet.stop() == 0
    assert quiet.complete_log() == ""


def pipelined(base: str, count: int, target: str = "/robots.txt") -> None:
    """Sends many pipelined requests, and reads all responses."""
    sent = request(base, "GET", target) * (count - 1) + request(base, "GET", target, closing=True)
    with connect(base, timeout=60) as connection:
        sender = threading.Thread(target=connection.sendall, args=(sent,), daemon=True)
        sender.start()
        received = receive_to_end(connection)
        sender.join(timeout=20)
    # Parsing the responses would take longer than receiving them.
    assert received.count(b"HTTP/1.1 200 ") == received.count(b"HTTP/1.1 ") == count


@pytest.fixture
def unread(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Starts a program whose log is an unread pipe, and returns its address."""
    with subprocess.Popen(
        [*command(tmp_path / "data"), "--log-level", "debug", "--log-format", "json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            yield process, ready_address(process.stdout.readline())
        finally:
            process.kill()


def test_logs_without_a_reader(unread: tuple[subprocess.Popen[str], str]) -> None:
    """Requests get responses, and the program stops."""
    process, url = unread
    pipelined(url, 3_000)
    process.terminate()
    assert process.wait(timeout=8) == 0


def test_logs_with_a_slow_reader(unread: tuple[subprocess.Popen[str], str]) -> None:
    """The number of dropped lines is logged as a normal line."""
    process, url = unread
    assert process.stderr is not None
    pipelined(url, 400, "/robots.txt?" + "a" * 8_000)
    line = ""
    while "log lines were dropped" not in line:
        line = process.stderr.readline()
        assert line, "the program has ended"
    entry = json.loads(line)
    assert list(entry)[:4] == OWN and entry["level"] == "error"
    count = entry["count"]
    assert 0 < count < 400 * 3
    ask(url, "GET", "/nowhere")
    while "404" not in line:
        line = process.stderr.readline()
        assert line, "the program has ended"


def test_logs_are_complete_after_a_stop(start: Starter) -> None:
    """The complete log is written before the exit."""
    program = start("--log-level", "info", "--log-format", "json")
    pipelined(program.url, 2_000)
    assert program.stop() == 0
    found = objects(program)
    assert len([entry for entry in found if entry["message"] == "request"]) == 2_000
    assert "stopping" in {entry["message"] for entry in found}


@pytest.mark.parametrize("ending", [signal.SIGSEGV, signal.SIGABRT, signal.SIGILL])
def test_logs_are_complete_after_a_crash(
    start: Starter, ending: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines that wait for others are written before the end."""
    # The backtrace of the Swift runtime takes minutes.
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=no")
    program = start("--log-level", "info", "--log-format", "json")
    pipelined(program.url, 200)
    program.process.send_signal(ending)
    assert program.process.wait(timeout=10) == -ending
    lines = program.log().splitlines()
    assert len([line for line in lines if '"message":"request"' in line]) == 200


def test_logs_on_a_full_disk(tmp_path: Path) -> None:
    """Requests get responses, and the program keeps running."""
    with Path("/dev/full").open("wb") as full:
        process = subprocess.Popen(
            [*command(tmp_path / "data"), "--log-level", "info"],
            stdout=subprocess.PIPE, stderr=full, text=True,
        )  # fmt: skip
    with process:
        try:
            assert process.stdout is not None
            pipelined(process.stdout.readline().split()[-1], 100)
            process.terminate()
            assert process.wait(timeout=8) == 0
        finally:
            process.kill()


def test_development_sends_server_timing(start: Starter) -> None:
    """`Server-Timing` is sent in development only."""
    program = start(*METRICS, "--development")
    await_animals(program)
    target = "/animals?category=Fish"
    first, second = (ask(program.url, "GET", target) for _ in range(2))
    pattern = (
        r"cache;desc=(\w+), fragments;desc=(\d+), selectors;desc=(\d+), total;dur=(\d+\.\d+)"
    )
    made = re.fullmatch(pattern, first["Server-Timing"] or "")
    kept = re.fullmatch(pattern, second["Server-Timing"] or "")
    assert made and kept
    assert made[1] == "rendered" and int(made[2]) > 2 and int(made[3]) > 2
    assert (kept[1], kept[2], kept[3]) == ("hit", "0", "0")
    assert re.fullmatch(
        r"total;dur=[\d.]+", ask(program.url, "GET", "/nowhere")["Server-Timing"] or ""
    )
    assert ask(start().url, "GET", "/animals")["Server-Timing"] is None

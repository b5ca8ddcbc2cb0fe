"""Metrics for Prometheus, and access to them."""

from __future__ import annotations

import re
import socket
import subprocess
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import quote

import pytest

import quakes
import web
from access import refused
from events import SAMPLES, feed
from feeds import FeedServer, Trouble
from operators import METRICS, PROMTOOL, await_animals, counted, metric, metrics_address, value
from server import Server, Starter, command, finished
from wire import FORM, Connection, EventStream, ask

REQUESTS = "fieldguide_http_requests_total"


def scrape(program: Server) -> str:
    """Returns the metrics as text."""
    answer = ask(metrics_address(program), "GET", "/metrics")
    assert answer.status == 200
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return answer.text


def test_metrics_are_valid(start: Starter, feeds: FeedServer) -> None:
    """promtool accepts the metrics, after requests of all kinds."""
    feeds.serve(all_week=feed(SAMPLES))
    program = start(*METRICS, feeds=feeds.url)
    with Connection(program.url) as site:
        for page in [*web.START_PAGES, "/nowhere"]:
            site.ask("GET", page)
        for text in ['"} 1\nfake 2', "\\", "\r\n# HELP", "{}", "\u2028"]:
            site.ask("GET", "/" + quote(text))
            site.ask("GET", "/quakes?q=" + quote(text))
            site.ask("GET", "/breeds?breed=" + quote(text))
    quakes.refresh(program)
    text = scrape(program)
    said = finished([PROMTOOL, "check", "metrics"], input=text)
    assert said.returncode == 0 and said.stderr == "", said
    assert "fake" not in text


def test_metrics_errors_are_detected() -> None:
    """promtool detects errors."""
    wrong = "# TYPE a_seconds counter\na_seconds{b=\"c\n\"} 1\n"
    said = finished([PROMTOOL, "check", "metrics"], input=wrong)
    assert said.returncode != 0


@pytest.mark.parametrize(
    ("method", "target", "route", "status"),
    [
        ("GET", "/", "/", "200"),
        ("HEAD", "/animals", "/animals", "200"),
        ("GET", "/animals?category=Mammal&animal=Dog", "/animals", "200"),
        ("GET", "/animals?animal=none", "/animals", "404"),
        ("GET", "/quakes?q=somebody", "/quakes", "200"),
        ("GET", "/quakes.csv", "/quakes.{format}", "200"),
        ("GET", "/photos?q=a&q=b", "other", "400"),
        ("GET", "/static/none.css", "/static/{file}", "404"),
        ("GET", "/healthz", "/healthz", "200"),
        ("GET", "/readyz", "/readyz", "200"),
        ("GET", "/sign-in", "/sign-in", "303"),
        ("GET", "/who/knows", "other", "404"),
        ("PUT", "/animals", "/animals", "405"),
        ("MAKEUP", "/animals", "/animals", "501"),
        ("GET", "/a b", "other", "400"),
        ("GET", "/" + "a" * 9_000, "other", "414"),
        ("POST", web.ADD, "/animals/{event}", "415"),
    ],
)
def test_metrics_of_requests(
    start_once: Starter, method: str, target: str, route: str, status: str
) -> None:
    """Each request is counted once, by route and status."""
    program = start_once(*METRICS)
    web.until(lambda: ask(metrics_address(program), "GET", "/readyz").status == 200)
    before = counted(program)
    ask(program.url, method, target)
    after = counted(program)

    def grown(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    changed = {
        labels
        for (name, labels), number in after.items()
        if name == REQUESTS and number != before.get((name, labels), 0)
    }
    assert changed == {frozenset({("route", route), ("status", status)})}
    assert grown(REQUESTS, route=route, status=status) == 1
    assert grown("fieldguide_http_request_duration_seconds_count", route=route) == 1


def test_metrics_of_a_cached_page(start: Starter) -> None:
    """A cached page is rendered once, and counted with each request."""
    program = start(*METRICS)
    await_animals(program)
    with Connection(program.url) as site:
        for _ in range(5):
            assert site.ask("GET", "/animals?category=Fish").status == 200
    found = counted(program)
    assert value(found, REQUESTS, route="/animals", status="200") == 5
    assert value(found, "fieldguide_page_cache_hits_total") == 4
    assert value(found, "fieldguide_page_cache_misses_total") == 1
    assert value(found, "fieldguide_page_cache_entries") == 1
    assert value(found, "fieldguide_page_cache_bytes") > 1_000
    again = counted(program)
    name = "fieldguide_selector_evaluations_total"
    selectors = {key: number for key, number in found.items() if key[0] == name}
    assert sum(selectors.values()) > 0
    assert selectors == {key: number for key, number in again.items() if key[0] == name}


def test_metrics_of_a_change(start: Starter) -> None:
    """A post is visible as an action, its change, its result and a transaction."""
    program = start(*METRICS)
    await_animals(program)
    # The other guides load their data after the start.
    web.until(lambda: ask(program.url, "GET", "/readyz").status == 200)
    before = counted(program)
    form = b"id=panda&name=Panda&diet=Herbivore&categoryId=Mammal"
    assert ask(program.url, "POST", web.ADD, [FORM], form).status == 303
    after = counted(program)

    def grown(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert grown("fieldguide_store_dispatches_total", store="animals") == 3
    assert grown("fieldguide_store_dispatches_total", store="quakes") == 0
    writes = {"database": "animals", "kind": "write"}
    assert grown("fieldguide_sqlite_duration_seconds_count", **writes) == 1
    assert grown("fieldguide_sqlite_duration_seconds_sum", **writes) > 0


def test_metrics_of_feeds(start: Starter, feeds: FeedServer) -> None:
    """The outcomes of refreshes, and the time of the data."""
    feeds.serve(all_week=feed(SAMPLES))
    program = start(*METRICS, feeds=feeds.url)
    last = "fieldguide_feed_last_success_timestamp_seconds"
    assert metric(program, last, feed="quakes") == 0
    quakes.refresh(program)
    feeds.fail(Trouble.ERROR)
    quakes.refresh(program, "allDay")
    name = "fieldguide_feed_refreshes_total"
    web.until(lambda: metric(program, name, feed="quakes", outcome="failure") == 1)
    found = counted(program)
    assert value(found, name, feed="quakes", outcome="success") == 1
    assert value(found, last, feed="quakes") > 1_000_000_000


def test_metrics_of_streams(start: Starter) -> None:
    """The number of open streams."""
    program = start(*METRICS)
    name = "fieldguide_live_streams"
    streams = [EventStream(program.url, "/live?page=" + quote("/animals")) for _ in range(3)]
    assert metric(program, name) == 3
    assert metric(program, "fieldguide_live_pages") == 1
    for stream in streams:
        stream.close()
    web.until(lambda: metric(program, name) == 0)


def test_metrics_of_the_process(start: Starter) -> None:
    """They equal the values of the system."""
    program = start(*METRICS)
    # Files are open by then.
    web.until(lambda: ask(program.url, "GET", "/readyz").status == 200)
    found = counted(program)
    assert abs(value(found, "process_open_fds") - program.descriptors) <= 2
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    resident = int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * 1_024
    assert 0.5 < value(found, "process_resident_memory_bytes") / resident < 2
    began = Path(f"/proc/{program.process.pid}").stat().st_mtime
    assert abs(value(found, "process_start_time_seconds") - began) < 30
    [build] = [dict(labels) for name, labels in found if name == "fieldguide_build_info"]
    assert build.keys() == {"version", "commit"} and build["version"] == "1.0"


@pytest.mark.parametrize(
    ("method", "target", "host", "status"),
    [
        ("GET", "/metrics", None, 200),
        ("HEAD", "/metrics", None, 200),
        ("GET", "/healthz", None, 200),
        ("GET", "/readyz", None, 200),
        ("GET", "/metrics", "localhost", 200),
        # DNS rebinding.
        ("GET", "/metrics", "evil.example", 421),
        ("GET", "/metrics?x=1", None, 404),
        ("GET", "/", None, 404),
        ("GET", "/animals", None, 404),
        ("POST", "/metrics", None, 405),
        ("GET", "/../metrics", None, 404),
    ],
)
def test_metrics_port(
    start_once: Starter, method: str, target: str, host: str | None, status: int
) -> None:
    """It serves metrics and health checks only."""
    program = start_once(*METRICS)
    address = metrics_address(program)
    web.until(lambda: ask(address, "GET", "/readyz").status == 200)
    assert ask(address, method, target, host=host).status == status


def test_metrics_are_not_on_the_site(start: Starter) -> None:
    """Metrics are only on their own port, and can be switched off."""
    program = start(*METRICS)
    assert ask(program.url, "GET", "/metrics").status == 404
    assert metrics_address(program) != program.url
    off = start("--log-level", "info", "--metrics-port", "off")
    ask(off.url, "GET", "/")
    assert "metrics" not in off.complete_log()


def test_metrics_required_port_is_in_use(tmp_path: Path) -> None:
    """The program reports the error in one sentence, and does not start."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--metrics-port", str(port), data=tmp_path / "data")
    sentence = rf"fieldguide: metrics [^\n]*{port}[^\n]* \([^\n]*--metrics-port[^\n]*\.\n"
    assert re.fullmatch(sentence, said), said


def test_metrics_default_port_is_in_use(tmp_path: Path) -> None:
    """The default port is optional: the site is served, with a warning."""
    line = command(tmp_path / "data")
    at = line.index("--metrics-port")
    with ExitStack() as stack:
        with suppress(OSError):  # If another program uses the port, that is just as good.
            stack.enter_context(socket.create_server(("127.0.0.1", 9464)))
        process = stack.enter_context(
            subprocess.Popen(
                line[:at] + line[at + 2 :],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
        )  # fmt: skip
        try:
            assert process.stdout is not None and process.stderr is not None
            ready = process.stdout.readline()
            assert ready.startswith("Fieldguide is ready: ")
            assert ask(ready.split()[-1], "GET", "/healthz").status == 200
            process.terminate()
            assert process.wait(timeout=8) == 0
            said = process.stderr.read()
        finally:
            process.kill()
    [line] = said.splitlines()
    assert " warning " in line and line.endswith(" metrics are disabled")
    assert "9464" in line and "--metrics-port" in line

"""11. Event streams: disconnected clients, reconnecting clients, and limits.

Windows with live updates: Browser/test_live.py. The script:
Browser/test_live_script.py. The server's streams: WebServerTests/StreamTests.swift and
StopTests.swift.
"""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

import payloads
import web
from documents import by_id, parse, skeleton
from events import HOSTILE, Event, feed
from feeds import FeedServer
from server import Server, Starter
from wire import Answer, Connection, EventStream, ask

FORM = ("Content-Type", "application/x-www-form-urlencoded")
FISH = "/animals?category=Fish"


def live(target: str, version: str = "") -> str:
    """Returns the address of a page's stream."""
    return f"/live?page={quote(target, safe='')}&version={version}"


def add(base: str, animal: str, name: str | None = None) -> Answer:
    """Adds a fish."""
    form = f"id={animal}&name={quote(name or animal)}&diet=Omnivore&categoryId=Fish"
    answer = ask(base, "POST", web.ADD + "?category=Fish", [FORM], form.encode())
    assert answer.status == 303
    return answer


def version(base: str, target: str) -> str:
    """Returns the current version of a page."""
    return (ask(base, "GET", target)["etag"] or "").strip('"')


@contextmanager
def opened(base: str, count: int, target: str) -> Iterator[list[EventStream]]:
    """Opens many streams of one page, with its current version."""
    streams: list[EventStream] = []
    try:
        for _ in range(count):
            streams.append(EventStream(base, target))
        yield streams
    finally:
        for stream in streams:
            stream.close()


def test_11_streams_of_disconnected_clients_are_freed(start: Starter) -> None:
    """Their places and descriptors are freed immediately, before the next event."""
    program = start("--streams-per-client", "5")
    before = program.sockets
    with opened(program.url, 5, live(FISH, version(program.url, FISH))) as streams:
        assert {stream.status for stream in streams} == {200}
        assert ask(program.url, "GET", live(FISH)).status == 503
    web.until(lambda: program.sockets <= before)
    with opened(program.url, 5, live(FISH)) as streams:
        assert {stream.status for stream in streams} == {200}


def test_11_a_stream_that_waits_holds_little_memory(start: Starter) -> None:
    """libmicrohttpd clears half of the 56 KiB of a connection once a request is read."""
    program = start("--streams", "500", "--streams-per-client", "500")

    def resident() -> int:
        """The memory in bytes that is not of files."""
        status = Path(f"/proc/{program.process.pid}/status").read_text()
        return int(status.split("RssAnon:")[1].split()[0]) * 1024

    # The first ones grow what all share.
    with opened(program.url, 100, live(FISH, version(program.url, FISH))):
        before = resident()
        with opened(program.url, 300, live(FISH)):
            web.until(lambda: program.sockets >= 400)
            assert (resident() - before) / 300 < 26_000


def test_11_streams_of_one_page_after_the_other(start: Starter) -> None:
    """A client that navigates has one stream at a time, within the default limits."""
    program = start(generous=False)
    statuses: list[int] = []
    for _ in range(100):
        with EventStream(program.url, live(FISH)) as stream:
            statuses.append(stream.status)
            if stream.status == 200:
                stream.next()
        # Rendering a page takes longer than that.
        time.sleep(0.01)
    assert statuses == [200] * 100


def test_11_streams_end_with_the_program(start: Starter) -> None:
    """Each ends properly with a retry delay, and the program stops in time."""
    program = start()
    with opened(program.url, 20, live(FISH, version(program.url, FISH))) as streams:
        program.process.send_signal(signal.SIGTERM)
        for stream in streams:
            assert [event.name for event in stream.events()] == []
            assert stream.is_ended
            assert 1_000 <= (stream.retry or 0) <= 4_000
        # At different times.
        assert len({stream.retry for stream in streams}) > 10
    assert program.process.wait(timeout=5) == 0


def test_11_streams_of_two_tabs(fresh: Server) -> None:
    """Both get the same event; a tab with another page gets none."""
    base = fresh.url
    with (
        EventStream(base, live(FISH, version(base, FISH))) as first,
        EventStream(base, live(FISH, version(base, FISH))) as second,
        EventStream(base, live("/photos", version(base, "/photos"))) as other,
    ):
        add(base, "perch", "Perch")
        events = [first.next(), second.next()]
        assert events[0] == events[1]
        assert "Perch" in events[0].data
        assert events[0].id == version(base, FISH)
        assert other.news(within=0.5) == []


def test_11_streams_without_an_echo(fresh: Server) -> None:
    """A client that has posted gets the newest version with its page: no event follows."""
    base = fresh.url
    page = parse(ask(base, "GET", add(base, "perch").all("location")[0]).text)
    main = by_id(page, "main")
    target = f"{main.get('data-live')}&version={main.get('data-version')}"
    with EventStream(base, target) as stream:
        assert stream.news(within=0.5) == []
        add(base, "pike")
        assert "pike" in stream.next().data


@pytest.mark.parametrize("field", [True, False], ids=["Last-Event-ID", "version"])
def test_11_streams_of_reconnecting_clients(fresh: Server, field: bool) -> None:
    """A reconnecting client gets missed changes once; one that missed nothing gets
    nothing, and a new one gets the whole page."""
    base = fresh.url

    def back(known: str) -> EventStream:
        if field:
            return EventStream(base, live(FISH, "older"), [("Last-Event-ID", known)])
        return EventStream(base, live(FISH, known))

    old = version(base, FISH)
    with back(old) as stream:
        assert stream.news(within=0.3) == []
    add(base, "perch")
    add(base, "pike")
    new = version(base, FISH)
    with back(old) as stream:
        event = stream.next()
        assert event.id == new and "perch" in event.data and "pike" in event.data
        assert stream.news(within=0.3) == []
    with back(new) as stream:
        assert stream.news(within=0.3) == []
    for strange in ("unknown", "0", "x" * 1000, "../..", "%00"):
        with back(quote(strange)) as stream:
            assert stream.next().id == new


@pytest.mark.parametrize(
    ("options", "room"), [(("--streams", "3"), 3), (("--streams-per-client", "2"), 2)]
)
def test_11_streams_have_a_limit(start: Starter, options: tuple[str, str], room: int) -> None:
    """Further streams are rejected with Retry-After; pages are still served."""
    program = start(*options)
    with opened(program.url, room, live(FISH)) as streams:
        assert {stream.status for stream in streams} == {200}
        with Connection(program.url) as site:
            for _ in range(10):
                answer = site.ask("GET", live(FISH))
                assert (answer.status, answer["retry-after"]) == (503, "30")
                assert site.ask("GET", FISH).status == 200


def test_11_streams_escape_line_breaks(start: Starter, feeds: FeedServer) -> None:
    """Line breaks in a name do not end lines of the stream. `EventStream` rejects unknown
    fields."""
    lines = [
        "\n\nevent: go\ndata: //evil.example\n\n",
        "\r\rid: x\r\r",
        "a\r\n\r\nretry: 1\r\n\r\n",
    ]
    names = [
        *HOSTILE.values(),
        *lines,
        *(f"a{end}data: x{end}{end}b" for end in "\r\n\x0b\x85\u2028"),
    ]
    events = [Event(f"e{number}", place=place) for number, place in enumerate(names)]
    feeds.serve(all_week=feed(events))
    program = start(feeds=feeds.url)
    target = "/quakes/quakeList/onTapRefreshQuakesButton"
    page = "/quakes?date=any"
    with EventStream(program.url, live(page, version(program.url, page))) as stream:
        assert ask(program.url, "POST", target, [FORM], b"range=allWeek").status == 303
        stream.next()
        assert {event.name for event in stream.news(within=0.5)} <= {"patch"}
    with EventStream(program.url, live(page)) as stream:
        event = stream.next()
        assert stream.retry is not None and stream.retry >= 1_000
    html = ask(program.url, "GET", page).text
    main = html[html.index("<main ") : html.index("</main>") + len("</main>")]
    streamed = event.data[event.data.index("<main ") :]
    assert skeleton(parse(streamed)) == skeleton(parse(main))
    assert "".join(streamed.split()) == "".join(main.split())


def test_11_streams_of_hostile_addresses(server: Server) -> None:
    """Only pages have streams; a stream does not repeat its address."""
    for text in [*payloads.OWN_REFUSED, "/live?page=/animals", "/healthz", "/nothing", web.ADD]:
        if text.strip():
            assert ask(server.url, "GET", live(text)).status in (400, 404), text


def test_11_streams_of_a_thousand(start: Starter) -> None:
    """All clients get the event and disconnect; the server keeps running."""
    count = 1_000
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < count + 100:
        resource.setrlimit(
            resource.RLIMIT_NOFILE,
            (count + 200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),
        )
    program = start("--streams-per-client", str(count))
    before = program.sockets
    with opened(program.url, count, live(FISH, version(program.url, FISH))) as streams:
        assert {stream.status for stream in streams} == {200}
        add(program.url, "perch", "Perch")
        events = {stream.next(within=10) for stream in streams}
        assert len(events) == 1
        assert "Perch" in events.pop().data
        assert ask(program.url, "GET", FISH).status == 200
    web.until(lambda: program.sockets <= before + 2)

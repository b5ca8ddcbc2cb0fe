"""11. Streams of events: who leaves, who comes back, and how many there may be.

Windows that follow each other in a browser: Browser/test_live.py. What the
script makes of a stream: Browser/test_live_script.py. The server's streams by
themselves: WebServerTests/StreamTests.swift and StopTests.swift.
"""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
    """The stream of a page."""
    return f"/live?page={quote(target, safe='')}&version={version}"


def add(base: str, animal: str, name: str | None = None) -> Answer:
    """Adds a fish."""
    form = f"id={animal}&name={quote(name or animal)}&diet=Omnivore&categoryId=Fish"
    answer = ask(base, "POST", web.ADD + "?category=Fish", [FORM], form.encode())
    assert answer.status == 303
    return answer


def version(base: str, target: str) -> str:
    """That of a page now."""
    return (ask(base, "GET", target)["etag"] or "").strip('"')


@contextmanager
def opened(base: str, count: int, target: str) -> Iterator[list[EventStream]]:
    """Many streams of one page, which they show."""
    streams: list[EventStream] = []
    try:
        for _ in range(count):
            streams.append(EventStream(base, target))
        yield streams
    finally:
        for stream in streams:
            stream.close()


def test_11_streams_of_those_who_left_are_reaped(start: Starter) -> None:
    """Their places are free, and their descriptors closed, at once: before
    anything would be sent to them."""
    program = start("--streams-per-client", "5")
    before = program.sockets
    with opened(program.url, 5, live(FISH, version(program.url, FISH))) as streams:
        assert {stream.status for stream in streams} == {200}
        assert ask(program.url, "GET", live(FISH)).status == 503
    web.until(lambda: program.sockets <= before)
    with opened(program.url, 5, live(FISH)) as streams:
        assert {stream.status for stream in streams} == {200}


def test_11_streams_of_one_page_after_the_other(start: Starter) -> None:
    """Who goes from page to page follows one at a time, by the usual limits."""
    program = start(generous=False)
    statuses: list[int] = []
    for _ in range(100):
        with EventStream(program.url, live(FISH)) as stream:
            statuses.append(stream.status)
            if stream.status == 200:
                stream.next()
        # A page takes longer than that to come.
        time.sleep(0.01)
    assert statuses == [200] * 100


def test_11_streams_end_with_the_program(start: Starter) -> None:
    """Each in order, with a word when to come again; and the program in time."""
    program = start()
    with opened(program.url, 20, live(FISH, version(program.url, FISH))) as streams:
        program.process.send_signal(signal.SIGTERM)
        for stream in streams:
            assert [event.name for event in stream.events()] == []
            assert stream.is_ended
            assert 1_000 <= (stream.retry or 0) <= 4_000
        # Not all at once.
        assert len({stream.retry for stream in streams}) > 10
    assert program.process.wait(timeout=5) == 0


def test_11_streams_of_two_tabs(fresh: Server) -> None:
    """Both are told the same; one that shows another page is told nothing."""
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
    """Who has posted has a new page, of the newest version: nothing is left to
    be sent."""
    base = fresh.url
    page = parse(ask(base, "GET", add(base, "perch").all("location")[0]).text)
    main = by_id(page, "main")
    target = f"{main.get('data-live')}&version={main.get('data-version')}"
    with EventStream(base, target) as stream:
        assert stream.news(within=0.5) == []
        add(base, "pike")
        assert "pike" in stream.next().data


@pytest.mark.parametrize("field", [True, False], ids=["Last-Event-ID", "version"])
def test_11_streams_of_those_who_come_back(fresh: Server, field: bool) -> None:
    """What was missed comes at once, and once; who has missed nothing is sent
    nothing, and who has never been here all of the page."""
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
    """Further ones are told to come later; pages are served all the same."""
    program = start(*options)
    with opened(program.url, room, live(FISH)) as streams:
        assert {stream.status for stream in streams} == {200}
        with Connection(program.url) as site:
            for _ in range(10):
                answer = site.ask("GET", live(FISH))
                assert (answer.status, answer["retry-after"]) == (503, "30")
                assert site.ask("GET", FISH).status == 200


def test_11_streams_are_no_place_for_lines(start: Starter, feeds: FeedServer) -> None:
    """However a name ends lines, it ends none of the stream's: what it says is
    the page. `EventStream` refuses fields that no stream has."""
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
    """Only pages have streams; the word of an address is not repeated in one."""
    for text in [*payloads.OWN_REFUSED, "/live?page=/animals", "/healthz", "/nothing", web.ADD]:
        if text.strip():
            assert ask(server.url, "GET", live(text)).status in (400, 404), text


def test_11_streams_of_a_thousand(start: Starter) -> None:
    """All are told, and all leave; the server goes on."""
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

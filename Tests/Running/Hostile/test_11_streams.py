"""11. Event streams: disconnected clients, reconnecting clients, and limits.

Windows with live updates: Browser/test_live.py. The script:
Browser/test_live_script.py. The server's streams: WebServerTests/StreamTests.swift and
StopTests.swift.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import web
from server import Starter
from wire import FORM, Answer, EventStream, ask

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

"""Half an hour of mixed traffic with hostile requests: writes memory, descriptors,
response times and statuses to the README.md of this folder.

    load.py                    30 minutes, at the maximum rate of the machine
    load.py --minutes 2        a trial run; prints the section and writes nothing

The clients run on the same machine. The data do not grow: each client deletes the
animals that it adds, and the feed always contains the same events.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import random
import re
import selectors
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Running/Support")]

from events import crowd, feed  # noqa: E402
from feeds import FeedServer  # noqa: E402
from report import write_section  # noqa: E402
from server import Server  # noqa: E402
from web import until  # noqa: E402
from wire import place, request  # noqa: E402

FORM = ("Content-Type", "application/x-www-form-urlencoded")
ANIMALS = "/animals/animalEditor/onTapAddAnimalButton?category=Fish"
DELETE = "/animals/animalDetail/onTapDeleteSelectedAnimalButton?category=Fish"
REFRESH = "/quakes/quakeList/onTapRefreshQuakesButton"
# The number of connections of each process.
CONNECTIONS = 8
STREAMS = 100
# The average duration of a stream in seconds: five per second begin and end.
FOLLOWED = 20.0
SAMPLE = 10.0
# The part of the time that is ignored while caches fill.
WARM_UP = 0.2
# The number of minutes at the start and at the end that are compared.
COMPARED = 5
# The accepted growth of percentiles of the response times.
GROWTH = {50: 0.25, 99: 0.5}

READS = [
    "/", "/animals", "/animals?category=Mammal", "/animals?category=Mammal&animal=Dog",
    "/animals?category=Fish", "/animals?category=Mammal&animal=Dog&dialog=edit", "/quakes?date=any",
    "/quakes?date=any&page=2", "/breeds", "/photos", "/healthz",
]  # fmt: skip
HOSTILE = [
    ("GET", "/static/..%2f..%2fPackage.swift", ()),
    ("GET", "/..%c0%af/etc/passwd", ()),
    ("GET", "/animals?category=%FF", ()),
    ("GET", "/animals?category=%3Cscript%3Ealert(1)%3C/script%3E", ()),
    ("GET", "/quakes?date=any&q=%27%20OR%201=1--", ()),
    ("GET", "/quakes?min=1e999&box=x", ()),
    ("GET", "/x?" + "a" * 9_000, ()),
    ("GET", "/animals", (("X-A", "b" * 40_000),)),
    ("GET", "/animals", (("Host", "other"),)),
    ("GET", "/animals", (("Content-Length", "3"), ("Content-Length", "4"))),
    ("GET", "/live?page=//evil.example", ()),
    ("TRACE", "/animals", ()),
    ("POST", DELETE, (("Sec-Fetch-Site", "cross-site"), FORM)),
    ("POST", DELETE, (("Content-Type", "text/plain"),)),
    ("GET", "/a\tb", ()),
]  # fmt: skip
# Unsupported methods and codings, for which 501 is correct (RFC 9110 §15.6.2).
UNKNOWN = [
    ("BREW", "/", ()),
    ("GET", "/animals", (("Transfer-Encoding", "xchunked"),)),
]
# Requests that browsers do not send.
UNUSUAL = {"hostile": HOSTILE, "unknown": UNKNOWN}


def is_error(kind: str, status: int) -> bool:
    """Returns true if a response is a server error. The clients stay below all limits,
    so 503 is an error too."""
    return status >= 500 and (kind, status) != ("unknown", 501)


@dataclass
class Figures:
    """Counts by minute and kind, which can be merged."""

    # Response times as logarithms, in steps of about 5 %.
    times: dict[int, Counter[int]] = field(default_factory=dict)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    def add(self, minute: int, kind: str, status: int, seconds: float) -> None:
        """Adds a response."""
        self.statuses[kind, status] += 1
        if kind not in UNUSUAL:
            step = int(math.log(max(seconds, 1e-6)) * 20)
            self.times.setdefault(minute, Counter())[step] += 1

    def merge(self, other: Figures) -> None:
        """Adds the counts of another process."""
        for minute, counter in other.times.items():
            self.times.setdefault(minute, Counter()).update(counter)
        self.statuses.update(other.statuses)
        self.lost.update(other.lost)

    def percentile(self, minute: int, part: float) -> float:
        """Returns a percentile of the response times of a minute, in milliseconds."""
        counter = self.times.get(minute, Counter())
        remaining = sum(counter.values()) * part / 100
        for step in sorted(counter):
            remaining -= counter[step]
            if remaining <= 0:
                return math.exp((step + 1) / 20) * 1_000
        return math.nan


class Client:
    """A connection that sends one request after the other."""

    def __init__(self, base: str, name: str, chance: random.Random) -> None:
        self._base = base
        self._name = name
        self._chance = chance
        self._number = 0
        self._animal: str | None = None
        self._asks = False
        self._tags: dict[str, str] = {}
        self.socket: socket.socket | None = None
        self.kind = ""
        self._received = b""
        self._wanted = -1
        self._target = ""
        self._is_head_only = False
        self._wish: str | None = None
        self.began = 0.0

    def next(self) -> bool:
        """Sends the next request; returns false if the connection is lost."""
        if self.socket is None:
            self.socket = socket.create_connection(place(self._base), timeout=10)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        question, self._received, self._wanted, self._wish = self._received, b"", -1, None
        sent = self._make(question)
        self.began = time.perf_counter()
        try:
            self.socket.sendall(sent)
        except OSError:
            self.close()
            return False
        return True

    def _make(self, question: bytes) -> bytes:
        chance = self._chance
        if self._asks:
            return self._delete(question)
        turn = chance.random()
        self._is_head_only = False
        if turn < 0.05:
            requests = [(kind, one) for kind, some in UNUSUAL.items() for one in some]
            self.kind, (method, self._target, fields) = chance.choice(requests)
            body = b"animalId=gone" if method == "POST" else b""
            return request(self._base, method, self._target, fields, body)
        if turn < 0.15:
            return self._form()
        if turn < 0.16:
            self.kind, self._target = "export", "/quakes.csv?date=any&min=6"
            return request(self._base, "GET", self._target)
        if turn < 0.36:
            self.kind = "filter"
            letters = chance.choice("abcdefghij") + chance.choice("klmnopqrst")
            self._target = chance.choice(
                [
                    f"/quakes?date=any&q={chance.randrange(500)}&min={chance.randrange(5)}",
                    f"/quakes?date=any&sort=magnitude&page={chance.randrange(1, 9)}",
                    f"/photos?q={letters}",
                    f"/breeds?q={letters}",
                ]
            )
            return request(self._base, "GET", self._target)
        self.kind, self._target = "read", chance.choice(READS)
        fields = [("Accept-Encoding", "gzip")] if chance.random() < 0.5 else []
        key = f"{self._target} {bool(fields)}"
        if chance.random() < 0.3 and key in self._tags:
            fields.append(("If-None-Match", self._tags[key]))
        self._wish = key
        method = "HEAD" if chance.random() < 0.05 else "GET"
        self._is_head_only = method == "HEAD"
        return request(self._base, method, self._target, fields)

    def _form(self) -> bytes:
        self.kind = "form"
        if self._animal is None:
            self._number += 1
            self._animal = f"{self._name}-{self._number}"
            form = f"id={self._animal}&name=Fish+{self._number}&diet=Omnivore&categoryId=Fish"
            return request(self._base, "POST", ANIMALS, [FORM], form.encode())
        self._asks = True
        return request(self._base, "GET", f"/animals?animal={self._animal}&dialog=delete")

    def _delete(self, question: bytes) -> bytes:
        """Confirms the deletion dialog of an animal."""
        version = re.search(rb'name="version" value="([0-9a-f]+)"', question)
        form = f"animalId={self._animal}&version={version[1].decode() if version else ''}"
        self.kind, self._animal, self._asks = "form", None, False
        return request(self._base, "POST", DELETE, [FORM], form.encode())

    def receive(self) -> int | None:
        """Receives bytes; returns the status when the response is complete."""
        assert self.socket is not None
        try:
            piece = self.socket.recv(262_144)
        except OSError:
            piece = b""
        if not piece:
            # A server that closes the connection may do so before all bytes are read.
            status = self._status()
            self.close()
            return status or -1
        self._received += piece
        if self._wanted < 0:
            end = self._received.find(b"\r\n\r\n")
            if end < 0:
                return None
            head = self._received[:end].lower()
            self._is_closing = b"connection: close" in head
            self._is_chunked = b"transfer-encoding: chunked" in head
            length = head.find(b"content-length:")
            count = (
                int(head[length + 15 : head.find(b"\r\n", length) % (end + 1)]) if length > 0 else 0
            )
            bare = self._is_head_only or self._status() == 304
            self._wanted = end + 4 + (0 if bare else count)
            if self._wish and (tag := re.search(rb'etag: ("[^"]+")', head)):
                self._tags[self._wish] = tag[1].decode()
        if self._is_closing:
            return None  # Read until the server closes the connection.
        if self._is_chunked and not self._is_head_only:
            return self._status() if self._received.endswith(b"\r\n0\r\n\r\n") else None
        return self._status() if len(self._received) >= self._wanted else None

    def _status(self) -> int:
        return int(self._received[9:12]) if self._received.startswith(b"HTTP/1.1 ") else 0

    def close(self) -> None:
        """Closes the connection."""
        if self.socket is not None:
            self.socket.close()
        self.socket = None


def visit(base: str, number: int, began: float, seconds: float, results: Pipe) -> None:
    """Runs a process with several clients, until the time is over."""
    chance = random.Random(number)
    figures = Figures()
    selector = selectors.DefaultSelector()
    clients = [Client(base, f"load-{number}-{one}", chance) for one in range(CONNECTIONS)]

    def go_on(client: Client) -> None:
        while not client.next():
            figures.lost[client.kind] += 1
        assert client.socket is not None
        selector.register(client.socket, selectors.EVENT_READ, client)

    for client in clients:
        go_on(client)
    while (now := time.time()) < began + seconds:
        for key, _ in selector.select(timeout=1):
            client: Client = key.data
            open_socket = client.socket
            status = client.receive()
            if status is None:
                continue
            assert open_socket is not None
            selector.unregister(key.fileobj)
            if status < 0:
                figures.lost[client.kind] += 1
            else:
                took = time.perf_counter() - client.began
                figures.add(int((now - began) / 60), client.kind, status, took)
            go_on(client)
        for client in clients:
            if client.socket is not None and time.perf_counter() - client.began > 30:
                figures.lost[client.kind + ", waited 30 s"] += 1
                selector.unregister(client.socket)
                client.close()
                go_on(client)
    for client in clients:
        client.close()
    results.send(figures)


def watch(base: str, began: float, seconds: float, results: Pipe) -> None:
    """Runs a process that opens and closes streams."""
    chance = random.Random(0)
    figures = Figures()
    selector = selectors.DefaultSelector()
    pages = ["/animals", "/animals?category%3DFish", "/quakes?date%3Dany", "/photos"]
    first: dict[socket.socket, float] = {}
    ends: dict[socket.socket, float] = {}

    def leave(connection: socket.socket) -> None:
        selector.unregister(connection)
        del first[connection], ends[connection]
        connection.close()

    while (now := time.time()) < began + seconds:
        for connection in [one for one, end in ends.items() if end < now]:
            leave(connection)
        while len(first) < STREAMS:
            connection = socket.create_connection(place(base), timeout=10)
            target = f"/live?page={chance.choice(pages)}"
            connection.sendall(request(base, "GET", target))
            selector.register(connection, selectors.EVENT_READ)
            first[connection] = time.perf_counter()
            ends[connection] = now + chance.uniform(0, 2 * FOLLOWED)
        for key, _ in selector.select(timeout=0.2):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            try:
                piece = connection.recv(262_144)
            except OSError:
                piece = b""
            if piece.startswith(b"HTTP/1.1 "):
                took = time.perf_counter() - first[connection]
                figures.add(int((now - began) / 60), "stream", int(piece[9:12]), took)
            if not piece:
                figures.lost["stream"] += 1
                leave(connection)
    for connection in first:
        connection.close()
    results.send(figures)


@dataclass(frozen=True)
class Sample:
    """A measurement of the program."""

    seconds: float
    resident: int
    descriptors: int
    # Counted separately, because files are opened on demand.
    sockets: int
    processor: float


def sample(program: Server, began: float) -> Sample:
    """Measures the program."""
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return Sample(
        time.time() - began,
        int(found[1]) * 1024,
        program.descriptors,
        program.sockets,
        program.processor_seconds,
    )


def refreshing(base: str, is_over: threading.Event, figures: Figures, began: float) -> None:
    """Refreshes a feed every five seconds."""
    while not is_over.wait(5):
        start = time.perf_counter()
        sent = request(base, "POST", REFRESH, [FORM], b"range=allWeek", closing=True)
        with socket.create_connection(place(base), timeout=30) as connection:
            connection.sendall(sent)
            head = connection.recv(65_536)
        took = time.perf_counter() - start
        figures.add(int((time.time() - began) / 60), "refresh", int(head[9:12]), took)


def run(minutes: float, processes: int) -> tuple[Figures, list[Sample]]:
    """Runs the program and the clients."""
    options = {"--page-cache": "8", "--posts-per-minute": "0", "--connections-per-client": "4000"}
    options |= {"--streams-per-client": "4000", "--sending-per-client": "256"}
    options |= {"--log-level": "warning"}
    given = [part for pair in options.items() for part in pair]
    figures, samples = Figures(), []
    feeds = FeedServer()
    with tempfile.TemporaryDirectory() as folder:
        feeds.serve(all_week=feed(crowd(2_000)))
        program = Server(Path(folder) / "data", options=given, feeds=feeds.url)
        try:
            began, seconds = time.time(), minutes * 60
            samples.append(sample(program, began))
            is_over = threading.Event()
            refresher = threading.Thread(
                target=refreshing, args=(program.url, is_over, figures, began), daemon=True
            )
            workers = list(_start(program.url, processes, began, seconds))
            refresher.start()
            while time.time() < began + seconds - SAMPLE / 2:
                time.sleep(SAMPLE)
                samples.append(sample(program, began))
                last = samples[-1]
                print(
                    f"{last.seconds:6.0f} s  {last.resident / 1e6:7.1f} MB  "
                    f"{last.descriptors:5} descriptors  {last.processor:7.1f} s of CPU",
                    file=sys.stderr,
                )
            is_over.set()
            refresher.join(timeout=40)
            for process, results in workers:
                figures.merge(results.recv())
                process.join(timeout=30)
            assert program.is_alive
            # The sockets of streams are closed within a second of their end.
            with suppress(AssertionError):
                until(lambda: program.sockets <= samples[0].sockets, within=45)
            samples.append(sample(program, began))
            log = program.log()
            print(log[:2_000], file=sys.stderr)
        finally:
            program.kill()
            feeds.close()
    return figures, samples


def _start(
    base: str, processes: int, began: float, seconds: float
) -> Iterator[tuple[multiprocessing.Process, Pipe]]:
    for number in range(processes + 1):
        results, sender = multiprocessing.Pipe(duplex=False)
        process = (
            multiprocessing.Process(target=visit, args=(base, number, began, seconds, sender))
            if number < processes
            else multiprocessing.Process(target=watch, args=(base, began, seconds, sender))
        )
        process.start()
        yield process, results


def machine() -> str:
    """Returns a description of the machine."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    kernel = os.uname().release
    return f"{os.cpu_count()} x {found[1] if found else os.uname().machine}, Linux {kernel}"


def report(figures: Figures, samples: list[Sample], minutes: float) -> str:
    """Returns the section in Markdown."""
    before, *during, after = samples
    warm = [one for one in during if one.seconds >= WARM_UP * minutes * 60]
    quarter = max(1, len(warm) // 4)

    def mean(part: list[Sample], name: str) -> float:
        return sum(getattr(one, name) for one in part) / len(part)

    memory = [mean(part, "resident") for part in (warm[:quarter], warm[-quarter:])]
    files = [mean(part, "descriptors") for part in (warm[:quarter], warm[-quarter:])]
    growth = memory[1] / memory[0] - 1
    total = sum(figures.statuses.values())
    errors = sum(count for answer, count in figures.statuses.items() if is_error(*answer))
    first, last = sorted(figures.times)[0], int(minutes) - 1 if minutes >= 1 else 0
    first = min(last, max(first, math.ceil(WARM_UP * minutes)))
    kinds = sorted({kind for kind, _ in figures.statuses})
    rows = [
        f"| {kind} | "
        + ", ".join(
            f"{status}: {count:,}"
            for (one, status), count in sorted(figures.statuses.items())
            if one == kind
        )
        + " |"
        for kind in kinds
    ]
    lost = ", ".join(f"{kind}: {count:,}" for kind, count in figures.lost.items()) or "none"
    cores = (warm[-1].processor - warm[0].processor) / max(1, warm[-1].seconds - warm[0].seconds)
    minutes_told = sorted(figures.times)[:: max(1, len(figures.times) // 10)]
    return "\n".join(
        [
            "## Load",
            "",
            f"{minutes:g} minutes of mixed traffic over loopback: pages, filters, forms, refreshes "
            f"of a feed, {STREAMS} streams that come and go, and one request in twenty hostile. "
            "The clients run on the same machine.",
            "",
            f"- machine: {machine()}",
            f"- date: {datetime.now(UTC):%Y-%m-%d}",
            f"- requests: {total:,}, {total / minutes / 60:,.0f} a second; the program used "
            f"{cores:.2f} cores",
            f"- lost responses: {lost}",
            "",
            "| | aim | measured | |",
            "|---|---|--:|---|",
            f"| errors (5xx, but 501 to unsupported methods and codings) | 0 | {errors:,} "
            f"| {_verdict(not errors)} |",
            *(_growth(figures, part, first, last) for part in GROWTH),
            f"| memory, last quarter to first after warm-up | at most +5 % | {growth:+.1%} of "
            f"{memory[0] / 1e6:.1f} MB | {_verdict(growth <= 0.05)} |",
            f"| descriptors, the same | at most +10 | {files[1] - files[0]:+.1f} of {files[0]:.1f} "
            f"| {_verdict(files[1] - files[0] <= 10)} |",
            f"| sockets when all have left | at most {before.sockets} + 2 "
            f"| {after.sockets} | {_verdict(after.sockets <= before.sockets + 2)} |",
            "",
            "| minute | p50 ms | p99 ms |",
            "|--:|--:|--:|",
            *(
                f"| {minute + 1} | {figures.percentile(minute, 50):.2f} "
                f"| {figures.percentile(minute, 99):.2f} |"
                for minute in sorted({first, *minutes_told, last})
                if minute in figures.times
            ),
            "",
            f"Minute {first + 1} is the first after warm-up, minute {last + 1} the last.",
            "",
            "| kind | statuses |",
            "|---|---|",
            *rows,
        ]
    )


def _growth(figures: Figures, part: int, first: int, last: int) -> str:
    """Returns a row with the growth of a percentile of the response times."""
    # The median of several minutes is robust against other work on the machine.
    compared = min(COMPARED, (last - first + 2) // 2)
    before, after = (
        statistics.median(figures.percentile(minute, part) for minute in minutes)
        for minutes in (range(first, first + compared), range(last + 1 - compared, last + 1))
    )
    growth = after / before - 1
    return (
        f"| p{part}, last {compared} minutes to first {compared} after warm-up "
        f"| at most +{GROWTH[part] * 100:.0f} % | {growth:+.1%} of {before:.1f} ms "
        f"| {_verdict(growth <= GROWTH[part])} |"
    )


def _verdict(is_met: bool) -> str:
    return "met" if is_met else "**missed**"


def main() -> None:
    """Runs the load and writes the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    section = report(*run(given.minutes, given.processes), given.minutes)
    print(section)
    if given.minutes >= 30:
        write_section("load", section)


if __name__ == "__main__":
    main()

"""Compares several instances on PostgreSQL with one on SQLite.

Writes the section “cluster” of README.md. Everything runs on one machine: the database, the
instances and their clients. The variants of a row are measured alternately.

    cluster.py [--rounds 3] [--seconds 4] [--streams 1000] [--quakes 1000000] [--only NAME]...
               [--quick]

The parts are adds, streams, start and cached. With --quick nothing is written.
"""

from __future__ import annotations

import argparse
import http.client
import platform
import re
import select
import shutil
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from quakes import fill
from report import write_section
from support import BINARY, ROOT, percentile

#: The number of connections that post at the same time, over all instances.
POSTERS = 64
ADDS = Path(__file__).with_name("cluster-adds.lua")
PAGE = "/animals?category=Mammal"


@contextmanager
def postgres() -> Iterator[str]:
    """Runs a PostgreSQL server, and yields the value of `--database`."""
    # The path of a socket is short.
    folder = Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}"
    folder.mkdir()
    server = subprocess.Popen(
        [ROOT / "Scripts/test-postgres", "--temporary", folder,
         "-c", "fsync=on", "-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    try:
        assert server.stdout is not None and server.stdout.readline() == "ready\n"
        yield f"host={folder} user=postgres dbname=postgres"
    finally:
        assert server.stdin is not None
        server.stdin.close()
        server.wait(60)


class Instance:
    """A running `fieldguide`, with files or with a shared database."""

    def __init__(self, folder: Path, database: str | None) -> None:
        folder.mkdir(exist_ok=True)
        options = ["--database", database] if database else []
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--metrics-port", "off", "--data", folder,
             "--posts-per-minute", "0", "--quakes-refresh", "off", "--log-level", "warning",
             "--quakes-feeds", "http://127.0.0.1:9", "--dogs", "http://127.0.0.1:9",
             "--photos", "http://127.0.0.1:9", "--connections-per-client", "2000",
             "--streams-per-client", "2000", *options],
            stdout=subprocess.PIPE, text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        match = re.search(r"http://\S+", line)
        assert match, f"the program did not start: {line!r}"
        self.url = match.group()

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2].rstrip("/"))

    def cpu(self) -> float:
        """Returns the seconds of CPU that the process has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url.rstrip("/") + path, timeout=120) as answer:
            return answer.read()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)


@contextmanager
def instances(count: int, database: str | None) -> Iterator[list[Instance]]:
    """Runs instances with the same database, each with an empty folder."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        running = []
        for number in range(count):
            running.append(Instance(Path(folder) / str(number), database))
            stack.callback(running[-1].stop)
        yield running


@dataclass
class Adds:
    rate: float
    p50: float
    p99: float


def _wrk(instance: Instance, connections: int, seconds: int, prefix: str) -> tuple[int, str]:
    """Posts animals, and returns the number of those answered with 303."""
    output = subprocess.run(
        ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s",
         "--timeout", "10s", "--latency", "--script", ADDS, instance.url, "--", prefix],
        check=True, capture_output=True, text=True,
    ).stdout
    match = re.search(r"redirects: (\d+) others: (\d+)", output)
    assert match, output
    assert int(match[2]) == 0, f"{match[2]} posts were not answered with 303"
    return int(match[1]), output


def _adds(running: list[Instance], seconds: int) -> Adds:
    prefix = uuid.uuid4().hex[:8]
    with ThreadPoolExecutor() as pool:
        results = list(
            pool.map(
                lambda pair: _wrk(pair[1], POSTERS // len(running), seconds, f"{prefix}-{pair[0]}"),
                enumerate(running),
            )
        )
    latencies = {part: [_latency(text, part) for _, text in results] for part in ("50%", "99%")}
    return Adds(
        sum(count for count, _ in results) / seconds,
        statistics.mean(latencies["50%"]), max(latencies["99%"]),
    )


def _latency(output: str, part: str) -> float:
    """Returns a percentile that wrk printed, in milliseconds."""
    match = re.search(rf"{part}\s+([\d.]+)(us|ms|s)", output)
    assert match, output
    return float(match[1]) * {"us": 0.001, "ms": 1, "s": 1000}[match[2]]


def adds(arguments: argparse.Namespace) -> list[str]:
    """Measures adding animals."""
    variants: list[tuple[str, int | None]] = [
        ("SQLite, 1 instance", None), ("PostgreSQL, 1 instance", 1),
        ("PostgreSQL, 2 instances", 2), ("PostgreSQL, 4 instances", 4),
    ]
    results: dict[str, list[Adds]] = {name: [] for name, _ in variants}
    for _ in range(arguments.rounds):
        for name, count in variants:
            with ExitStack() as stack:
                database = stack.enter_context(postgres()) if count else None
                running = stack.enter_context(instances(count or 1, database))
                results[name].append(_adds(running, arguments.seconds))
    base = statistics.median(each.rate for each in results[variants[0][0]])
    lines = [
        "### Adds", "",
        f"{POSTERS} connections post animals, spread over the instances. Each post is answered "
        "when its change is on disk, and in the memory of its instance.", "",
        "| | adds/s | × SQLite | p50 ms | p99 ms |", "|---|--:|--:|--:|--:|",
    ]
    for name, runs in results.items():
        rate = statistics.median(each.rate for each in runs)
        p50 = statistics.median(each.p50 for each in runs)
        p99 = statistics.median(each.p99 for each in runs)
        lines.append(f"| {name} | {rate:,.0f} | {rate / base:.2f} | {p50:.1f} | {p99:.1f} |")
    return [*lines, "", "Aims: 1 instance 0.5 × SQLite, 4 instances 1 ×."]


def _streams(instance: Instance, count: int) -> list[socket.socket]:
    """Opens event streams of a page, and waits until each has received its content."""
    opened = []
    request = (
        f"GET /live?page={PAGE.replace('?', '%3F').replace('=', '%3D')} HTTP/1.1\r\n"
        f"Host: 127.0.0.1:{instance.port}\r\nAccept: text/event-stream\r\n\r\n"
    ).encode()
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", instance.port), timeout=60)
        connection.sendall(request)
        opened.append(connection)
    for connection in opened:
        text = b""
        while b"event: patch" not in text:
            piece = connection.recv(65536)
            assert piece, text
            text += piece
        connection.setblocking(False)
    return opened


def streams(arguments: argparse.Namespace) -> list[str]:
    """Measures the time from a post to one instance to the event of another."""
    delays: list[float] = []
    posts: list[float] = []
    with postgres() as database, instances(2, database) as (first, second):
        opened = _streams(second, arguments.streams)
        poller = select.epoll()
        for connection in opened:
            poller.register(connection, select.EPOLLIN)
        by_number = {connection.fileno(): connection for connection in opened}
        _drain(poller, by_number, 0.5)
        client = http.client.HTTPConnection("127.0.0.1", first.port, timeout=30)
        for number in range(60 * arguments.rounds):
            form = f"id=a-{number}&name=Ant+{number:05}&diet=Herbivore&categoryId=Mammal"
            mark = f"Ant {number:05}".encode()
            start = time.perf_counter()
            client.request(
                "POST", "/animals/animalEditor/onTapAddAnimalButton", form,
                {"Content-Type": "application/x-www-form-urlencoded"},
            )
            answer = client.getresponse()
            answer.read()
            assert answer.status == 303, answer.status
            posts.append((time.perf_counter() - start) * 1000)
            waiting = set(by_number)
            while waiting:
                events = poller.poll(10)
                assert events, f"{len(waiting)} browsers received nothing"
                for descriptor, _ in events:
                    text = by_number[descriptor].recv(1 << 16)
                    assert text, "a stream has ended"
                    if mark in text and descriptor in waiting:
                        waiting.discard(descriptor)
                        delays.append((time.perf_counter() - start) * 1000)
            _drain(poller, by_number, 0.05)
        for connection in opened:
            connection.close()
    return [
        "### Live updates", "",
        f"An animal is posted to one instance; {len(by_number):,} browsers have a page of another "
        "open. The time is from the start of the post to the event, which waits 50 ms for more "
        "changes.", "",
        "| | p50 ms | p99 ms |", "|---|--:|--:|",
        f"| post, until answered | {percentile(posts, 50):.1f} | {percentile(posts, 99):.1f} |",
        f"| post, until a browser of the other instance has it | {percentile(delays, 50):.1f} "
        f"| {percentile(delays, 99):.1f} |",
        "", "Aim: p99 below 100 ms.",
    ]


def _drain(poller: select.epoll, by_number: dict[int, socket.socket], seconds: float) -> None:
    """Reads everything until nothing arrives for some time."""
    while events := poller.poll(seconds):
        for descriptor, _ in events:
            assert by_number[descriptor].recv(1 << 16), "a stream has ended"


def start(arguments: argparse.Namespace) -> list[str]:
    """Measures the start with many quakes, until they are shown."""
    count = arguments.quakes
    times: dict[str, list[float]] = {"SQLite": [], "PostgreSQL": []}
    with tempfile.TemporaryDirectory() as name, postgres() as database:
        folder = Path(name)
        Instance(folder / "sqlite", None).stop()
        fill(folder / "sqlite/quakes.sqlite", count)
        Instance(folder / "shared", database).stop()
        _copy(folder / "sqlite/quakes.sqlite", database)
        for _ in range(arguments.rounds):
            for kind, own in [("SQLite", "sqlite"), ("PostgreSQL", "shared")]:
                running = Instance(folder / own, database if own == "shared" else None)
                mark = f"{count:,} total".encode()
                while mark not in running.get("/quakes"):
                    time.sleep(0.02)
                times[kind].append(time.perf_counter() - running.started)
                running.stop()
    medians = {kind: statistics.median(runs) for kind, runs in times.items()}
    return [
        "### Start", "",
        f"From the start of the process to a page with {count:,} quakes.", "",
        "| | s | × SQLite |", "|---|--:|--:|",
        *(f"| {kind} | {value:.2f} | {value / medians['SQLite']:.2f} |"
          for kind, value in medians.items()),
        "", "Aim: 1.5 × SQLite.",
    ]


def _copy(file: Path, database: str) -> None:
    """Copies the quakes of a file into the shared tables."""
    names = [row[1] for row in sqlite3.connect(file).execute("PRAGMA table_info(quake)")]
    chosen = ", ".join(name for name in names if name != "other_ids")
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as csv:
        rows = sqlite3.connect(file).execute(f"SELECT {chosen} FROM quake")
        for row in rows:
            csv.write(",".join("" if value is None else _quoted(value) for value in row) + "\n")
        csv.flush()
        Path(csv.name).chmod(0o644)
        subprocess.run(
            ["psql", database, "--quiet", "--set=ON_ERROR_STOP=1", "--command",
             f"\\copy fieldguide.quake ({chosen}) FROM '{csv.name}' (FORMAT csv)",
             "--command", "ANALYZE fieldguide.quake"],
            check=True,
        )


def _quoted(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return repr(value)


def cached(arguments: argparse.Namespace) -> list[str]:
    """Measures cached pages beside SQLite."""
    rates: dict[str, list[float]] = {"SQLite": [], "PostgreSQL": []}
    costs: dict[str, list[float]] = {"SQLite": [], "PostgreSQL": []}
    with postgres() as database, instances(1, None) as (own,), instances(1, database) as (shared,):
        for _ in range(arguments.rounds):
            for kind, running in [("SQLite", own), ("PostgreSQL", shared)]:
                running.get(PAGE)
                before = running.cpu()
                output = subprocess.run(
                    ["wrk", "--threads", "1", "--connections", "32", "--duration",
                     f"{arguments.seconds}s", running.url.rstrip("/") + PAGE],
                    check=True, capture_output=True, text=True,
                ).stdout
                match = re.search(r"(\d+) requests in", output)
                assert match and "Non-2xx" not in output, output
                rates[kind].append(int(match[1]) / arguments.seconds)
                costs[kind].append((running.cpu() - before) / int(match[1]) * 1e6)
    base = statistics.median(costs["SQLite"])
    return [
        "### Cached pages", "",
        f"`{PAGE}` from the cache, 32 connections.", "",
        "| | requests/s | CPU µs a request | × SQLite |", "|---|--:|--:|--:|",
        *(f"| {kind} | {statistics.median(rates[kind]):,.0f} "
          f"| {statistics.median(costs[kind]):.1f} | {statistics.median(costs[kind]) / base:.2f} |"
          for kind in rates),
        "", "Aim: not slower than on SQLite.",
    ]


PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "adds": adds, "streams": streams, "start": start, "cached": cached,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--streams", type=int, default=1_000)
    parser.add_argument("--quakes", type=int, default=1_000_000)
    parser.add_argument("--only", action="append", choices=list(PARTS))
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.rounds, arguments.seconds, arguments.quakes = 1, 2, 100_000
    version = subprocess.run(
        ["psql", "--version"], check=True, capture_output=True, text=True
    ).stdout.split()[2]
    text = [
        "## Several instances on PostgreSQL", "",
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with PostgreSQL {version} on the same machine "
        f"({platform.machine()}, {len(shutil.os.sched_getaffinity(0))} cores), medians of "
        f"{arguments.rounds} runs.", "",
    ]
    for name in arguments.only or PARTS:
        part = PARTS[name](arguments)
        print("\n".join(part), flush=True)
        text += [*part, ""]
    if not arguments.quick and not arguments.only:
        write_section("cluster", "\n".join(text))


if __name__ == "__main__":
    main()

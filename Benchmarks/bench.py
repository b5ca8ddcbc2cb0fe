"""Runs the benchmarks and writes the README.md of this folder.

    bench.py            about ten minutes after the peers are built
    bench.py --quick    under three minutes; writes nothing

The rows of a table are measured alternately on the same machine. Compare the ratios with the
aims beside them; absolute figures depend on the machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

from quakes import fill
from serving import Peer, Result, measure, peers, table, versions
from report import write_rest
from support import BINARY, ROOT

PROGRAM = Path(os.environ.get("FIELDGUIDE_BENCHMARK", BINARY.parent / "fieldguide-benchmark"))
NOWHERE = "http://127.0.0.1:9"
NGINX = "nginx, a file"
LOGGING = ("Fieldguide with its log", "nginx with its log, a file")
EVEN = "libmicrohttpd in C, one response, even shares"
#: A list of breeds, in the format of the service.
BREEDS = {f"breed{number}": [f"sub{sub}" for sub in range(number % 4)] for number in range(98)}


@dataclass(frozen=True)
class Effort:
    """The extent of the measurements."""

    rounds: int
    seconds: int
    streams: int
    adds: int


#: Numbers of connections that add animals, and the aims beside bare SQLite.
ADDERS = [(8, 0.5), (64, 2)]

FULL = Effort(rounds=3, seconds=4, streams=10_000, adds=1_000)
QUICK = Effort(rounds=1, seconds=1, streams=1_000, adds=200)


def rendering(effort: Effort) -> str:
    """Measures rendering a page of 100 rows, by the presenters and by hand."""
    result = _run("render", "--rounds", 9 if effort is FULL else 3)
    return "\n".join(
        [
            "## Rendering",
            "",
            "A page of 100 rows with its document, from a view state: by the presenters of the "
            "site, and by a hand-written loop that formats numbers and times into a raw buffer. "
            "Both produce the same bytes. One thread, median of "
            f"{result['rounds']} rounds of {result['pages']:,} pages.",
            "",
            "| | µs per page | ratio |",
            "|---|--:|--:|",
            f"| by hand | {result['by_hand_us']} | 1 |",
            f"| the presenters | {result['presenters_us']} | {result['ratio']} |",
            "",
            f"{result['bytes']:,} bytes. At most 1.6 by hand is the aim.",
        ]
    )


def rendered(effort: Effort) -> str:
    """Measures serving the same page, rendered for each request."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        subprocess.run([PROGRAM, "export", "--root", ROOT, data], check=True)
        page = (data / "page.html").read_bytes()
        others = peers(data)
        names = ["nginx", "node", "go", "hummingbird"] if effort is FULL else ["nginx", "node", "go"]
        ours = Peer(
            "Fieldguide, rendered for each request",
            lambda port, _: [PROGRAM, "serve", "--root", ROOT, str(port)],
            page=page,
        )
        by_hand = Peer(
            "The same server, by hand",
            lambda port, _: [PROGRAM, "serve", "--by-hand", "--root", ROOT, str(port)],
            page=page,
        )
        results = measure(
            [others["nginx"], ours, by_hand] + [others[name] for name in names[1:]],
            effort.rounds, effort.seconds,
        )
    rates = {each.name: each.rate for each in results if each.runs}
    mine = rates.get(ours.name, 0.0)
    aims = [(NGINX, 0.35), ("Node, template literals, cluster of 2", 2), ("Go, html/template", 22),
            ("Hummingbird, Mustache of dictionaries", 20)]
    ratios = [
        f"- {mine / rates[name]:.2f} × {name} (aim: {aim})" for name, aim in aims if name in rates
    ]
    return "\n".join(
        ["## Rendered for each request", "",
         "The page of 100 rows, without any cache, compared with other servers of the same "
         "bytes. 32 persistent connections, wrk with one thread.", "",
         table(results, NGINX), "", *ratios]
    )


def hot(effort: Effort) -> str:
    """Measures a cached page of each product, compared with a static file."""
    parts = [
        "## Hot pages",
        "",
        "A page of each product, served from the page cache by the whole program, beside nginx "
        "with the same bytes as a static file (open_file_cache, reuseport, no log) and a C program "
        "with one response created at start, which sends the same header fields. nginx sends "
        "fewer. Compare CPU per request: the client is near its limit.",
    ]
    with tempfile.TemporaryDirectory() as folder, _services() as services:
        for product, target in [
            ("Animals", "/animals?category=Mammal"), ("Quakes", "/quakes?date=any"),
            ("Breeds", "/breeds"), ("Photos", "/photos"),
        ]:
            results = _hot(Path(folder) / product, target, services, effort, {})
            parts += ["", f"### {product}: `{target}`", "", table(results, NGINX), "",
                      _ratios(results, EVEN)]
        results = _hot(
            Path(folder) / "gzip", "/quakes?date=any", services, effort, {"Accept-Encoding": "gzip"}
        )
        parts += ["", "### Compressed: `/quakes?date=any`", "",
                  table(results, "nginx, a compressed file")]
    return "\n".join(parts)


def _hot(
    folder: Path, target: str, services: Sequence[str], effort: Effort, headers: dict[str, str]
) -> list[Result]:
    """Measures one page; the peers serve the bytes that the program has served before."""
    folder.mkdir()
    data, logged = folder / "data", folder / "logged"

    def serve(port: int, data: Path, *options: str) -> list[str | Path]:
        return [BINARY, "serve", "--port", str(port), "--data", data, *services,
                "--posts-per-minute", "0", *options]

    def command(port: int, _: Path) -> list[str | Path]:
        return serve(port, data, "--log-level", "warning")

    with _serving(command):
        pass
    fill(data / "quakes.sqlite", 5_000)
    with _serving(command) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        while True:
            connection.request("GET", target)
            answer = connection.getresponse()
            page = answer.read()
            # Wait until the page has loaded.
            if b'http-equiv="refresh"' not in page:
                break
            time.sleep(0.2)
        fields = {
            name: value for name, value in answer.getheaders()
            if name.lower() not in ("date", "content-length", "content-type", "connection")
        }
    (folder / "page.html").write_bytes(page)
    (folder / "rows.json").write_text("{}")
    others = peers(folder, fields)
    names = ["nginx-gzip", "mhd-gzip"] if headers else ["nginx", "mhd", "mhd-even", "nginx-log"]
    ours = [Peer("Fieldguide", command, target, headers=headers, page=page)]
    # With default settings each request is logged. Both run at the same time.
    if not headers:
        shutil.copytree(data, logged)
        ours.append(Peer(LOGGING[0], lambda port, _: serve(port, logged), target, page=page))
    return measure([*(others[name] for name in names), *ours], effort.rounds, effort.seconds)


def _ratios(results: Sequence[Result], base: str) -> str:
    found = {each.name: each for each in results if each.runs}
    if base not in found or "Fieldguide" not in found:
        return "Not compared."
    ours, c, nginx = found["Fieldguide"], found[base], found[NGINX]
    logged = [found[name].cpu for name in LOGGING if name in found]
    log = f" With both logs: {logged[0] / logged[1]:.2f} × nginx (aim: 1.1)." if len(logged) == 2 else ""
    aim = 1.05 if ours.size > 100_000 else 0.9
    return (
        f"CPU: {ours.cpu / nginx.cpu:.2f} × nginx (aim: {aim}), {ours.cpu / c.cpu:.2f} × the C program "
        f"with even shares (aim: 1.15). Requests/s: {ours.rate / nginx.rate:.2f} × nginx (aim: 1). "
        f"p99: {ours.p99 / nginx.p99:.2f} × nginx (aim: 1).{log}"
    )


def live(effort: Effort) -> str:
    """Measures open pages, and the time until a change reaches them."""
    with tempfile.TemporaryDirectory() as folder:

        def command(port: int, _: Path) -> list[str | Path]:
            return [BINARY, "serve", "--port", str(port), "--data", Path(folder) / "data",
                    "--quakes-feeds", NOWHERE, "--quakes-refresh", "off", "--dogs", NOWHERE, "--photos", NOWHERE,
                    "--connections", "20000", "--streams", "20000",
                    "--streams-per-client", "20000", "--connections-per-client", "20000",
                    "--posts-per-minute", "0", "--log-level", "warning"]

        with _serving(command, descriptors=16_000) as port:
            server = _serving_process.pid
            client = subprocess.Popen(
                [PROGRAM, "streams", "--count", str(effort.streams), str(port)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                preexec_fn=lambda: _allow(16_000),
            )
            assert client.stdin is not None and client.stdout is not None
            before = _resident(server)

            def phase(name: str) -> dict[str, float]:
                line = json.loads(client.stdout.readline())
                assert line["what"] == name, line
                return line

            opened = phase("open")
            time.sleep(1)
            each = (_resident(server) - before) / opened["streams"]
            client.stdin.write("go on\n")
            client.stdin.flush()
            change = phase("change")
            after = (_resident(server) - before) / opened["streams"]
            pages = phase("pages")
            many = _descriptors(server)
            closed = phase("closed")
            phase("waited")
            reaped = many - _descriptors(server)
            start = time.monotonic()
            _serving_process.terminate()
            client.stdin.write("go on\n")
            client.stdin.flush()
            _serving_process.wait(20)
            stopped = time.monotonic() - start
            ended = phase("ended")
            client.wait(20)
    return "\n".join(
        [
            "## Live pages",
            "",
            f"{opened['streams']:,} streams on 100 addresses; then one animal is added, which "
            "changes two fragments of each. Client and server share the machine.",
            "",
            "| | | aim |",
            "|---|--:|--:|",
            f"| memory per stream, open | {each / 1e3:.1f} kB | 40 |",
            f"| memory per stream, after the change | {after / 1e3:.1f} kB | 40 |",
            f"| bytes of the change per stream | {change['bytes']:,} | |",
            f"| the change reaches half of them within | {change['p50_ms']:.0f} ms | |",
            f"| 99 % of them | {change['p99_ms']:.0f} ms | 1,000 |",
            f"| all of them | {change['max_ms']:.0f} ms | |",
            f"| another page at the same time, p50 of {pages['requests']} | {pages['p50_ms']} ms | |",
            f"| p99 | {pages['p99_ms']} ms | 10 |",
            f"| closed by the client without notice | {closed['streams']:,} | |",
            f"| of these reaped after 31 s | {reaped:,} | all |",
            f"| stop with {ended['streams']:,} open | {stopped:.2f} s | 5 |",
            f"| of these told when to reconnect | {ended['told_when']:,} | all |",
        ]
    )


def store(effort: Effort) -> str:
    """Compares a dispatch with a bare dictionary, and adds over HTTP with bare SQLite."""
    result = _run("store", "--rounds", 9 if effort is FULL else 3)
    bare: list[float] = []
    ours: dict[int, list[float]] = {connections: [] for connections, _ in ADDERS}
    for _ in range(effort.rounds):
        with tempfile.TemporaryDirectory() as folder:
            bare.append(effort.adds / _sqlite_adds(Path(folder), effort.adds))
        for connections, rates in ours.items():
            with tempfile.TemporaryDirectory() as folder:
                rates.append(_http_adds(Path(folder), effort.seconds, connections))
    theirs = statistics.median(bare)
    mine = {connections: statistics.median(rates) for connections, rates in ours.items()}
    return "\n".join(
        [
            "## Store",
            "",
            f"Renaming one of {result['animals']:,} animals, median of {result['rounds']} rounds of "
            f"{result['changes']:,} changes; 64 old states are stored in both.",
            "",
            "| | µs per change | ratio |",
            "|---|--:|--:|",
            f"| bare `TreeDictionary` | {result['dictionary_us']} | 1 |",
            f"| dispatch: reduce, publish, invalidate | {result['dispatch_us']} "
            f"| {result['ratio']} (aim: 3) |",
            "",
            "Then a page of 21,846 of them is requested after each change.",
            "",
            "| selectors for one change and one page | | aim |",
            "|---|--:|--:|",
            f"| evaluated | {result['updates_a_dispatch']} | at most 6 |",
            f"| of these, compared dependencies | {result['dependencies_a_dispatch']} | |",
            f"| computed their output | {result['outputs_a_dispatch']} | |",
            "",
            f"Animals added for {effort.seconds} s, each on disk before its response, compared with "
            f"{effort.adds:,} rows of a loop (both WAL, `synchronous=FULL`), median of "
            f"{effort.rounds}:",
            "",
            "| | adds/s | ratio |",
            "|---|--:|--:|",
            f"| bare SQLite, one transaction each | {theirs:,.0f} | 1 |",
            *(
                f"| posts from {connections} connections | {mine[connections]:,.0f} "
                f"| {mine[connections] / theirs:.2f} (aim: {aim}) |"
                for connections, aim in ADDERS
            ),
        ]
    )


def _http_adds(folder: Path, seconds: int, connections: int) -> float:
    """Returns the adds per second over concurrent connections; all are durable."""

    def command(port: int, _: Path) -> list[str | Path]:
        return [BINARY, "serve", "--port", str(port), "--data", folder / "data",
                "--quakes-feeds", NOWHERE, "--quakes-refresh", "off", "--dogs", NOWHERE, "--photos", NOWHERE,
                "--posts-per-minute", "0", "--log-level", "warning"]

    with _serving(command) as port:
        url = f"http://127.0.0.1:{port}/"
        with urlopen(url + "animals") as answer:
            answer.read()
        # Not a Python client, which would occupy a core.
        answer = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", Path(__file__).parent / "adds.lua", url],
            check=True, capture_output=True, text=True,
        ).stdout
        found = re.search(r"(\d+) requests in ([\d.]+)s", answer)
        assert found and "Non-2xx" not in answer, answer
    database = sqlite3.connect(folder / "data/animals.sqlite")
    (kept,) = database.execute("SELECT count(*) FROM animal WHERE name LIKE 'Fish %'").fetchone()
    assert kept >= int(found[1]), f"{found[1]} responses, but {kept} rows"
    return int(found[1]) / float(found[2])


def _sqlite_adds(folder: Path, count: int) -> float:
    """Returns the seconds of a loop that commits each row."""
    database = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(
        "CREATE TABLE animal (id TEXT PRIMARY KEY, name TEXT, diet TEXT, category TEXT)"
    )
    start = time.perf_counter()
    for number in range(count):
        database.execute("BEGIN IMMEDIATE")
        database.execute(
            "INSERT INTO animal VALUES (?, ?, 'Carnivore', 'Fish')",
            (f"0-{number}", f"Fish {number}"),
        )
        database.execute("COMMIT")
    seconds = time.perf_counter() - start
    database.close()
    return seconds


_serving_process: subprocess.Popen[str]


@contextmanager
def _serving(
    command: Callable[[int, Path], Sequence[str | Path]], descriptors: int = 0
) -> Iterator[int]:
    """Runs the program while a block runs, and yields its port."""
    global _serving_process
    _serving_process = subprocess.Popen(
        command(0, Path()), stdout=subprocess.PIPE, text=True,
        preexec_fn=(lambda: _allow(descriptors)) if descriptors else None,
    )
    assert _serving_process.stdout is not None
    line = _serving_process.stdout.readline()
    assert "http://" in line, f"the program did not start: {line!r}"
    try:
        yield int(line.rsplit(":", 1)[1])
    finally:
        if _serving_process.poll() is None:
            _serving_process.terminate()
            _serving_process.wait(30)


def _allow(descriptors: int) -> None:
    """Sets the limit on open files, as `ulimit -n` does."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    soft = descriptors if hard == resource.RLIM_INFINITY else min(descriptors, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _resident(process: int) -> int:
    """Returns the resident memory in bytes, without file-backed pages."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    return 0


def _descriptors(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/fd"))


@contextmanager
def _services() -> Iterator[list[str]]:
    """Runs local services, and yields the options that refer to them."""
    photos = [
        {"id": number, "albumId": 1, "title": f"photo number {number}",
         "url": f"https://via.placeholder.com/600/{number:06x}",
         "thumbnailUrl": f"https://via.placeholder.com/150/{number:06x}"}
        for number in range(1, 6)
    ]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802, the library's name
            what: object = (
                {"message": BREEDS, "status": "success"} if "breeds" in self.path else photos
            )
            content = json.dumps(what).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield [
            "--quakes-feeds", NOWHERE, "--quakes-refresh", "off", "--dogs", f"{url}/api", "--photos", url]
    finally:
        server.shutdown()


def merging(_: Effort) -> str:
    """Measures merging feeds of two sizes whose events share ids in artificial ways."""
    sizes = (4_000, 8_000)
    rows = _run("merge", *(part for size in sizes for part in ("--events", size)))["rows"]
    shapes = {
        "plain": "one id an event", "chain": "each event has the id of the next",
        "star": "all events share an id", "many": "100 ids an event",
    }
    lines = []
    for shape, words in shapes.items():
        small, large = (row for row in rows if row["shape"] == shape)
        for key, what in (("merge_ms", "merge"), ("merge_again_ms", "merge again"),
                          ("save_ms", "save")):
            ratio = large[key] / max(small[key], 1)
            lines.append(f"| {words}: {what} | {small[key]} ms | {large[key]} ms | {ratio:.1f} |")
    return "\n".join(
        [
            "## Merging",
            "",
            "The first merge of a feed, the second one of the same feed, and its rows in SQLite, "
            "in memory. Twice the events may take 2.5 times as long.",
            "",
            f"| | {sizes[0]:,} events | {sizes[1]:,} events | ratio |",
            "|---|--:|--:|--:|",
            *lines,
        ]
    )


def _run(*arguments: object) -> dict[str, float]:
    """Returns the output of the benchmark program."""
    answer = subprocess.run(
        [PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True, cwd=ROOT
    )
    return json.loads(answer.stdout)


SECTIONS: dict[str, Callable[[Effort], str]] = {
    "rendering": rendering, "anew": rendered, "hot": hot, "live": live, "store": store,
    "merging": merging,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="shorter measurements")
    parser.add_argument("--only", default=",".join(SECTIONS), help="the sections, separated by commas")
    options = parser.parse_args()
    effort = QUICK if options.quick else FULL
    parts = []
    for name in options.only.split(","):
        part = SECTIONS[name](effort)
        print(part + "\n", flush=True)
        parts.append(part)
    if options.quick or options.only != ",".join(SECTIONS):
        return
    head = [
        "# Benchmarks",
        "",
        "`make bench` writes this file; `make bench-quick` takes under three minutes and writes "
        "nothing. What is measured, and how to read it, is in "
        "[Docs/benchmarks.md](../Docs/benchmarks.md).",
        "",
        *(f"- {name}: {value}" for name, value in versions().items()),
        "",
    ]
    text = "\n".join(head) + "\n" + "\n\n".join(parts) + "\n"
    write_rest(text)


if __name__ == "__main__":
    sys.exit(main())

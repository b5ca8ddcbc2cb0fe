"""Measures the program's start, its memory after the first page, and its stop.

    start.py               the release build; writes a section of the README.md of this folder
    start.py BINARY...     prints the results of several binaries, which start alternately

The settings are the defaults, but for the addresses of services, which cannot be reached.
"""

from __future__ import annotations

import http.client
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass
from pathlib import Path

from report import write_section
from serving import stamp

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests/Running/Support")]

from wire import connect, request  # noqa: E402

BINARY = ROOT / ".build/release/fieldguide"
NOWHERE = "http://127.0.0.1:9"
TIMES = 15
VISITS = ["/animals"] * 5 + ["/live?page=/animals&version=x"]


@dataclass
class Run:
    """The milliseconds of a start and a stop, and the megabytes in between."""

    ready: float
    first_page: float
    resident: float
    anonymous: float
    stop: float


def run(binary: Path, data: Path, visited: bool = False) -> Run:
    """Starts and stops the program."""
    command = [
        binary, "serve", "--port", "0", "--data", data, "--quakes-feeds", NOWHERE,
        "--dogs", NOWHERE, "--photos", NOWHERE,
    ]
    began = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    url = process.stdout.readline().split()[-1]
    ready = time.perf_counter() - began
    client = http.client.HTTPConnection(url.removeprefix("http://").strip("/"))
    client.request("GET", "/animals")
    answer = client.getresponse()
    answer.read()
    first_page = time.perf_counter() - began
    assert answer.status == 200, answer.status
    status = Path(f"/proc/{process.pid}/status").read_text()
    memory = {name: int(size) / 1024 for name, size in re.findall(r"(\w+):\s+(\d+) kB", status)}
    client.close()
    connections = [connect(url) for _ in VISITS if visited]
    for connection, target in zip(connections, VISITS):
        connection.sendall(request(url, "GET", target))
        connection.recv(65536)
    # Everything that begins with the start has ended.
    time.sleep(0.5)
    began = time.perf_counter()
    process.terminate()
    code = process.wait(timeout=30)
    stop = time.perf_counter() - began
    assert code == 0, code
    for connection in connections:
        connection.close()
    return Run(ready * 1000, first_page * 1000, memory["VmRSS"], memory["RssAnon"], stop * 1000)


def measure(binaries: list[Path]) -> dict[tuple[Path, str], Run]:
    """Returns the medians by binary and kind of start."""
    runs: dict[tuple[Path, str], list[Run]] = {}
    for _ in range(TIMES):
        for binary in binaries:
            with tempfile.TemporaryDirectory() as folder:
                data = Path(folder) / "data"
                for kind in ("a new folder", "its data", "its data, visited"):
                    result = run(binary, data, visited=kind.endswith("visited"))
                    runs.setdefault((binary, kind), []).append(result)
    return {
        key: Run(*(statistics.median(values) for values in zip(*map(astuple, results))))
        for key, results in runs.items()
    }


def rows(results: dict[tuple[Path, str], Run]) -> list[str]:
    """Returns the rows of the table."""
    return [
        f"| {kind} | {each.ready:.0f} | {each.first_page:.0f} | {each.resident:.0f} "
        f"| {each.anonymous:.0f} | {each.stop:.0f} |"
        for (_, kind), each in results.items()
    ]


def main() -> None:
    """Prints the results, and writes those of the release build."""
    binaries = [Path(name) for name in sys.argv[1:]]
    head = [
        "| start with | ready ms | first page ms | resident MB | of it private MB | stop ms |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    if binaries:
        results = measure(binaries)
        for binary in binaries:
            mine = {key: each for key, each in results.items() if key[0] == binary}
            print(binary, *head, *rows(mine), "", sep="\n")
        return
    lines = [
        "## Start and stop",
        "",
        f"Medians of {TIMES} starts with the default settings: until the program is ready, until "
        "the page of animals has arrived, the memory then, and the stop, without connections or "
        "with five of them and a stream (“visited”). What is not private are pages of the "
        "program and of libraries, which the system can drop.",
        "",
        *stamp(),
        "",
        *head,
        *rows(measure([BINARY])),
        "",
        "Aims: the first page within 30 ms, 30 MB, an idle stop within 50 ms.",
    ]
    print(*lines, sep="\n")
    write_section("start", "\n".join(lines))


if __name__ == "__main__":
    main()

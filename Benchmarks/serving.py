"""Compares servers of the same page: requests per second, CPU and memory.

DATA is a folder with the page, page.html, and the data that it is rendered from, rows.json. The
peers are in peers/; any program that serves on a port can be a `Peer`. Peers that cannot be built
are absent in the table. All servers run during the whole measurement, and one at a time receives
requests. CPU is that of all processes of a server.

wrk uses one core and limits the fastest servers; compare the CPU per request of these. The p99 is
measured at maximum load.

    serving.py DATA [--seconds 4] [--rounds 2] [--only nginx,mhd,go]
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import math
import os
import platform
import re
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from support import ROOT

PEERS = Path(__file__).parent / "peers"
CACHE = ROOT / ".build/benchmarks"
START_LIMIT = 30
STOP_LIMIT = 5
BUILD_LIMIT = 1800
IDLE_LIMIT = 20
IDLE = 0.15
DISTURBED = 0.25
TRIES = 3
TICK = os.sysconf("SC_CLK_TCK")

Command = Sequence[str | Path]


class Absent(Exception):
    """The reason why a peer has no results."""


@dataclass(frozen=True)
class Peer:
    """A server to compare, with the commands that build and start it."""

    name: str
    #: Returns the command for a port; the path is an empty working folder.
    command: Callable[[int, Path], Command]
    path: str = "/"
    #: The build command, which must be incremental.
    build: Command = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    #: The expected body, uncompressed; None accepts any body with status 200.
    page: bytes | None = None


class Server:
    """A running peer, in a separate process group."""

    def __init__(self, peer: Peer, folder: Path) -> None:
        self.peer = peer
        #: The size of the body in bytes, as sent.
        self.size = 0
        self._port = _free_port()
        self._log = folder / "output"
        folder.mkdir()
        try:
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    peer.command(self._port, folder), cwd=folder, process_group=0,
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                )
        except OSError as error:
            raise Absent(f"not started: {error.filename}: {error.strerror}") from error
        try:
            self._wait_until_ready()
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}{self.peer.path}"

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def cpu(self) -> float:
        """Returns the seconds of CPU of all processes."""
        return sum(cpu for _, cpu in self._processes())

    def memory(self) -> int:
        """Returns the memory in bytes: the private pages of all processes, plus the shared ones.

        PSS would divide shared pages among all servers that map them, so that a program that runs
        three times would look smaller.
        """
        own, shared = 0, 0
        for folder, _ in self._processes():
            text = (folder / "smaps_rollup").read_text()
            size = {name: int(kb) for name, kb in re.findall(r"^(\w+):\s+(\d+) kB", text, re.M)}
            private = size["Private_Clean"] + size["Private_Dirty"]
            own += private
            shared = max(shared, size["Rss"] - private)
        return (own + shared) * 1024

    def stop(self) -> None:
        """Stops the server gracefully, and kills the remaining processes."""
        self._process.terminate()
        try:
            self._process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()

    def _processes(self) -> Iterator[tuple[Path, float]]:
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = file.read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[2]) == self._process.pid:
                yield file.parent, (int(fields[11]) + int(fields[12])) / TICK

    def _wait_until_ready(self) -> None:
        limit = time.monotonic() + START_LIMIT
        while True:
            try:
                return self._check()
            except (OSError, HTTPException) as error:
                if not self.runs:
                    output = self._log.read_text(errors="replace")
                    raise Absent(f"ended at its start: {_last_line(output)}") from error
                if time.monotonic() > limit:
                    raise Absent(f"no answer within {START_LIMIT} s: {error}") from error
                time.sleep(0.02)

    def _check(self) -> None:
        """Checks that the server serves the same page with equivalent header fields."""
        connection = HTTPConnection("127.0.0.1", self._port, timeout=START_LIMIT)
        try:
            connection.request("GET", self.peer.path, headers=dict(self.peer.headers))
            answer = connection.getresponse()
            body = answer.read()
        finally:
            connection.close()
        self.size = len(body)
        if answer.status != 200:
            raise Absent(f"answers with {answer.status}")
        if answer.headers["Content-Length"] != str(len(body)) or answer.will_close:
            raise Absent("sends no length, or closes connections")
        if answer.headers["Content-Type"] != "text/html; charset=utf-8":
            raise Absent(f"sends {answer.headers['Content-Type']}")
        if answer.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        if self.peer.page is not None and _digest(body) != _digest(self.peer.page):
            raise Absent(f"serves another page: {len(body)} bytes, not {len(self.peer.page)}")


@dataclass(frozen=True)
class Run:
    """The results of one run of wrk, and the other load at the same time."""

    seconds: float
    requests: int
    #: Milliseconds.
    p99: float
    #: Seconds of CPU of the server, of wrk, and of all other processes.
    cpu: float
    load: float
    foreign: float
    #: True if the machine was idle before the run.
    idle: bool
    failures: tuple[str, ...]

    @property
    def disturbed(self) -> bool:
        return not self.idle or self.foreign / self.seconds > DISTURBED


@dataclass(frozen=True)
class Result:
    """The runs of a server, or the reason why there are none."""

    name: str
    runs: tuple[Run, ...] = ()
    size: int = 0
    #: The memory in bytes after the last run.
    memory: int = 0
    absent: str = ""

    @property
    def rates(self) -> list[float]:
        """The requests per second of each run."""
        return [run.requests / run.seconds for run in self.runs]

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def p99(self) -> float:
        """The median p99 in milliseconds."""
        return statistics.median(run.p99 for run in self.runs)

    @property
    def cpu(self) -> float:
        """The CPU of the server per request in microseconds."""
        return statistics.median(run.cpu / max(run.requests, 1) * 1e6 for run in self.runs)

    @property
    def cores(self) -> float:
        """The number of cores that the server used."""
        return statistics.median(run.cpu / run.seconds for run in self.runs)

    @property
    def load(self) -> float:
        """The number of cores that wrk used; near 1, wrk was the bottleneck."""
        return statistics.median(run.load / run.seconds for run in self.runs)

    @property
    def failures(self) -> list[str]:
        return [failure for run in self.runs for failure in run.failures]


def measure(
    peers: Sequence[Peer], rounds: int, seconds: int, connections: int = 32
) -> list[Result]:
    """Returns the results of peers in order. Each round measures all peers, every other round in
    reverse order.

    A second of load precedes the measurement, to warm up JIT compilers and caches.
    """
    absent: dict[str, str] = {}
    servers: list[Server] = []
    runs: dict[str, list[Run]] = {peer.name: [] for peer in peers}
    assert len(runs) == len(peers), "the names of peers must be unique"
    with tempfile.TemporaryDirectory() as folder, ExitStack() as started:
        for number, peer in enumerate(peers):
            try:
                _build(peer.build)
                server = Server(peer, Path(folder) / str(number))
            except Absent as reason:
                absent[peer.name] = str(reason)
            else:
                started.callback(server.stop)
                servers.append(server)
        for server in servers:
            _run(server, 1, connections)
        for turn in range(rounds):
            for server in servers[:: -1 if turn % 2 else 1]:
                runs[server.peer.name].append(_quiet_run(server, seconds, connections))
        at_work = {
            server.peer.name: Result(
                server.peer.name, tuple(runs[server.peer.name]), server.size, server.memory()
            )
            for server in servers
        }
    return [
        at_work.get(peer.name) or Result(peer.name, absent=absent[peer.name]) for peer in peers
    ]


def table(results: Sequence[Result], reference: str) -> str:
    """Returns a table in Markdown with ratios to one of the results, and notes on failures."""
    base = next((each for each in results if each.name == reference and each.runs), None)
    lines = [
        "| | requests/s, median (min-max) | ratio | p99 ms | CPU us/request | ratio | cores "
        "| wrk's cores | memory MB | bytes sent |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    notes = []
    for each in results:
        if each.absent:
            lines.append(f"| {each.name} | absent: {each.absent}" + " |" * 9)
            continue
        lines.append(
            f"| {each.name} | {each.rate:,.0f} ({min(each.rates):,.0f}-{max(each.rates):,.0f}) "
            f"| {_ratio(each.rate, base and base.rate)} | {each.p99:.1f} "
            f"| {each.cpu:,.1f} | {_ratio(each.cpu, base and base.cpu)} | {each.cores:.2f} "
            f"| {each.load:.2f} | {each.memory / 1e6:.0f} | {each.size:,} |"
        )
        notes += [f"- {each.name}: FAILED: {failure}" for failure in each.failures]
        disturbed = sum(run.disturbed for run in each.runs)
        if disturbed:
            foreign = max(run.foreign / run.seconds for run in each.runs)
            notes.append(
                f"- {each.name}: {disturbed} of {len(each.runs)} runs on a machine with other "
                f"work, up to {foreign:.2f} cores of it"
            )
    return "\n".join(lines + ([""] + notes if notes else []))


def versions() -> dict[str, str]:
    """Returns the machine, the date, and the versions of the programs."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "machine": f"{os.cpu_count()} x {cpu.group(1) if cpu else platform.machine()}, "
        f"{memory / 2**30:.0f} GiB, Linux {platform.release()}",
        "date": time.strftime("%Y-%m-%d"),
        "wrk": _version("wrk", "-v"),
        "nginx": _version("nginx", "-v"),
        "go": _version("go", "version"),
        "node": _version("node", "--version"),
        "swift": _version("swift", "--version"),
        "libmicrohttpd": _version("pkg-config", "--modversion", "libmicrohttpd"),
    }


def stamp() -> list[str]:
    """Returns the lines of a section that name the machine and the date."""
    known = versions()
    return [f"- {name}: {known[name]}" for name in ("machine", "date")]


def peers(data: Path, fields: Mapping[str, str] | None = None) -> dict[str, Peer]:
    """Returns the peers by short names; `fields` are further header fields of the C program."""
    data = data.resolve()
    page = (data / "page.html").read_bytes()
    with_cc = ["cc", "-O2", "-o", CACHE / "mhd", PEERS / "mhd.c", "-lmicrohttpd"]
    with_go = ["go", "build", "-o", CACHE / "go", PEERS / "go/main.go"]
    with_swift = [
        "swift", "build", "--configuration", "release",
        "--package-path", PEERS / "hummingbird-mustache", "--scratch-path", CACHE / "hummingbird",
    ]

    def nginx(port: int, folder: Path, log: str = "off") -> Command:
        text = (PEERS / "nginx.conf").read_text().replace("@PORT@", str(port))
        text = text.replace("access_log off", f"access_log {log}")
        (folder / "nginx.conf").write_text(text)
        (folder / "html").mkdir()
        (folder / "html/page.html").write_bytes(page)
        (folder / "html/page.html.gz").write_bytes(gzip.compress(page))
        return ["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]

    def logging_nginx(port: int, folder: Path) -> Command:
        return nginx(port, folder, "access.log")

    def mhd(port: int, _: Path) -> Command:
        return [CACHE / "mhd", str(port), data / "page.html", *_options(fields or {})]

    def mhd_even(port: int, _: Path) -> Command:
        return [CACHE / "mhd", str(port), data / "page.html", "-e", *_options(fields or {})]

    def mhd_gzip(port: int, folder: Path) -> Command:
        (folder / "page.html.gz").write_bytes(gzip.compress(page))
        options = _options({"Content-Encoding": "gzip"} | dict(fields or {}))
        return [CACHE / "mhd", str(port), folder / "page.html.gz", "-e", *options]

    def go(port: int, _: Path) -> Command:
        return [CACHE / "go", str(port), data]

    def node(port: int, _: Path) -> Command:
        return ["node", PEERS / "node/server.mjs", str(port), data]

    def hummingbird(port: int, _: Path) -> Command:
        return [CACHE / "hummingbird/release/Peer", str(port), data]

    accepts = {"Accept-Encoding": "gzip"}
    return {
        "nginx": Peer("nginx, a file", nginx, "/page.html", page=page),
        "nginx-log": Peer("nginx with its log, a file", logging_nginx, "/page.html", page=page),
        "nginx-gzip": Peer(
            "nginx, a compressed file", nginx, "/page.html", headers=accepts, page=page
        ),
        "mhd": Peer("libmicrohttpd in C, one response", mhd, build=with_cc, page=page),
        "mhd-even": Peer(
            "libmicrohttpd in C, one response, even shares", mhd_even, build=with_cc, page=page
        ),
        "mhd-gzip": Peer(
            "libmicrohttpd in C, one compressed response, even shares", mhd_gzip,
            build=with_cc, headers=accepts, page=page,
        ),
        "go": Peer("Go, html/template", go, build=with_go, page=page),
        "node": Peer("Node, template literals, cluster of 2", node, page=page),
        "hummingbird": Peer(
            "Hummingbird, Mustache of dictionaries", hummingbird, "/dictionaries",
            build=with_swift, page=page,
        ),
        "hummingbird-reflection": Peer(
            "Hummingbird, Mustache of structures", hummingbird, "/reflection",
            build=with_swift, page=page,
        ),
        "hummingbird-prebuilt": Peer(
            "Hummingbird, one buffer", hummingbird, "/prebuilt", build=with_swift, page=page
        ),
    }


def _build(command: Command) -> None:
    """Builds a peer; raises `Absent` if that fails."""
    if not command:
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run(
            command, check=True, timeout=BUILD_LIMIT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
    except OSError as error:
        raise Absent(f"not built: {error.filename}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise Absent(f"not built within {BUILD_LIMIT} s") from error
    except subprocess.CalledProcessError as error:
        raise Absent(f"not built: {_last_line(error.stdout)}") from error


def _quiet_run(server: Server, seconds: int, connections: int) -> Run:
    """Returns the least disturbed of up to three runs."""
    tries: list[Run] = []
    while len(tries) < TRIES and (not tries or tries[-1].foreign / seconds > DISTURBED):
        tries.append(_run(server, seconds, connections, idle=_wait_for_idle()))
    return min(tries, key=lambda run: run.foreign)


def _run(server: Server, seconds: int, connections: int, idle: bool = True) -> Run:
    busy, load, cpu = _busy(), _children(), server.cpu()
    wrk = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency",
         *_options(server.peer.headers), server.url],
        capture_output=True, text=True, check=False,
    )
    cpu, load, busy = server.cpu() - cpu, _children() - load, _busy() - busy
    failures = re.findall(r"Socket errors: .*|Non-2xx or 3xx responses: .*", wrk.stdout)
    asked = re.search(r"(\d+) requests in ([\d.]+)(\w+),", wrk.stdout)
    slow = re.search(r"99%\s+([\d.]+)(\w+)", wrk.stdout)
    if not server.runs:
        failures.append("the server ended")
    elif not asked:
        failures.append(_last_line(wrk.stdout + wrk.stderr))
    return Run(
        seconds=_milliseconds(*asked.group(2, 3)) / 1000 if asked else seconds,
        requests=int(asked.group(1)) if asked else 0,
        p99=_milliseconds(*slow.groups()) if slow else math.nan,
        cpu=max(0, cpu),
        load=load,
        foreign=max(0, busy - cpu - load),
        idle=idle,
        failures=tuple(failures),
    )


def _wait_for_idle() -> bool:
    """Waits until the machine is idle; returns false after a timeout."""
    limit = time.monotonic() + IDLE_LIMIT
    while time.monotonic() < limit:
        start, busy = time.monotonic(), _busy()
        time.sleep(0.5)
        if (_busy() - busy) / (time.monotonic() - start) < IDLE:
            return True
    return False


def _busy() -> float:
    """Returns the seconds of CPU in use, including time stolen by the hypervisor."""
    user, nice, system, _idle, _waiting, *interrupts_and_stolen = map(
        int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    )
    return (user + nice + system + sum(interrupts_and_stolen)) / TICK


def _children() -> float:
    """Returns the seconds of CPU of terminated child processes, which are those of wrk."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _options(fields: Mapping[str, str]) -> list[str]:
    """Returns header fields as options of wrk and of the C program."""
    return [part for name, value in fields.items() for part in ("-H", f"{name}: {value}")]


def _milliseconds(number: str, unit: str) -> float:
    return float(number) * {"us": 0.001, "ms": 1, "s": 1e3, "m": 6e4, "h": 3.6e6}[unit]


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _last_line(output: str) -> str:
    return (output.strip().splitlines() or ["no output"])[-1]


def _ratio(value: float, base: float | None) -> str:
    return f"{value / base:.3g}" if base else ""


def _version(*command: str) -> str:
    if not shutil.which(command[0]):
        return "absent"
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.search(r"\d+\.\d+[\w.]*", output.stdout + output.stderr)
    return match.group() if match else "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", help="short names, separated by commas: nginx,mhd,go")
    arguments = parser.parse_args()
    known = peers(arguments.data)
    names = arguments.only.split(",") if arguments.only else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; available: {', '.join(known)}")
    chosen = [known[name] for name in names]
    print(", ".join(f"{what} {value}" for what, value in versions().items()), end="\n\n")
    print(table(measure(chosen, arguments.rounds, arguments.seconds), chosen[0].name))


if __name__ == "__main__":
    main()

"""Shared by the benchmarks: the program, a feed server, and percentiles."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parent.parent
BINARY = Path(os.environ.get("FIELDGUIDE_BINARY", ROOT / ".build/release/fieldguide"))
FIXTURES = Path(os.environ.get("FIELDGUIDE_FIXTURES", ROOT / "../shared/fixtures"))

# Several programs run at the same time, and none needs metrics.
os.environ["FIELDGUIDE_METRICS_PORT"] = "off"


class Program:
    """A running `fieldguide`."""

    def __init__(self, data: Path, feeds: str = "http://127.0.0.1:9") -> None:
        self._process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--data", data, "--quakes-feeds", feeds,
             "--quakes-refresh", "off",
             "--log-level", "warning"],
            stdout=subprocess.PIPE, text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        match = re.search(r"http://\S+", line)
        assert match, f"the program did not start: {line!r}"
        self.url = match.group()

    def resident(self) -> int:
        """Returns the resident memory in bytes, without file-backed pages."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        match = re.search(r"RssAnon:\s+(\d+) kB", status)
        assert match
        return int(match.group(1)) * 1024

    def processor_milliseconds(self) -> int:
        """Returns the processor time that the program has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1_000 // os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stops the program gracefully."""
        self._process.terminate()
        self._process.wait(30)


@contextmanager
def program(data: Path, feeds: str = "http://127.0.0.1:9") -> Iterator[Program]:
    """Runs the program with a data folder while a block runs."""
    running = Program(data, feeds)
    try:
        yield running
    finally:
        running.stop()


@contextmanager
def feed_server(files: dict[str, bytes]) -> Iterator[str]:
    """Serves files on 127.0.0.1 while a block runs, and yields the URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:  # noqa: N802, the library's name
            content = files.get(self.path)
            self.send_response(200 if content is not None else 404)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def percentile(values: Sequence[float], part: float) -> float:
    """Returns a percentile of some values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]

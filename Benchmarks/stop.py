"""Measures the duration of the program's start and stop.

    python3 Benchmarks/stop.py [BINARY]...

Prints the median and the maximum of ten starts and stops of each binary (by default
the debug and the release build): without connections, and with five idle connections
and a stream. Writes nothing.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests/ProgramSupport")]

from server import command  # noqa: E402
from wire import connect, request  # noqa: E402

TIMES = 10
VISITS = ["/animals"] * 5 + ["/live?page=/animals&version=x"]


def measure(binary: Path, visited: bool) -> tuple[list[float], list[float]]:
    """Returns the seconds of each start and of each stop."""
    starts, stops = [], []
    for _ in range(TIMES):
        with tempfile.TemporaryDirectory() as folder:
            arguments = [str(binary), *command(Path(folder) / "data")[1:]]
            began = time.perf_counter()
            process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
            assert process.stdout is not None
            url = process.stdout.readline().split()[-1]
            starts.append(time.perf_counter() - began)
            connections = [(connect(url), target) for target in VISITS if visited]
            for connection, target in connections:
                connection.sendall(request(url, "GET", target))
                connection.recv(65536)
            time.sleep(1)
            began = time.perf_counter()
            process.terminate()
            code = process.wait(timeout=30)
            stops.append(time.perf_counter() - began)
            assert code == 0, code
            for connection, _ in connections:
                connection.close()
    return starts, stops


def main() -> None:
    """Prints the results."""
    builds = [ROOT / f".build/{kind}/fieldguide" for kind in ("debug", "release")]
    for binary in [Path(name) for name in sys.argv[1:]] or builds:
        for visited in (False, True):
            starts, stops = measure(binary, visited)
            print(
                f"{os.path.relpath(binary)}, {'five connections, one stream' if visited else 'idle'}:"
                f" start {statistics.median(starts):.3f} s (at most {max(starts):.3f}),"
                f" stop {statistics.median(stops):.3f} s (at most {max(stops):.3f})"
            )


if __name__ == "__main__":
    main()

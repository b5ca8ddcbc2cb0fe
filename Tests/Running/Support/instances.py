#!/usr/bin/env python3
"""Stands in for the program: two instances on one database, behind a proxy.

`Scripts/behind` makes it the program of the tests. It takes the options of the program,
prints the address of the proxy, and ends like the program. Each data folder has its own
database.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

INSTANCE = os.environ["FIELDGUIDE_INSTANCE"]
os.environ["FIELDGUIDE_BINARY"] = INSTANCE

from postgres import shared_database  # noqa: E402, reads the environment
from proxies import WITH_PARENT, Caddy, Nginx, free_port  # noqa: E402
from server import READY  # noqa: E402


def taken(options: list[str], name: str) -> str:
    """Removes an option, and returns its value."""
    at = options.index(name)
    value = options[at + 1]
    del options[at : at + 2]
    return value


def database(data: Path) -> str:
    """Returns the address of the database of a data folder, which is created at first."""
    options = shared_database(data)
    if not (data / "1").exists():
        subprocess.run(["createdb", *options], check=True)
    _, host, _, user, name = options
    return f"host={host} user={user} dbname={name}"


def start(number: int, data: Path, options: list[str]) -> subprocess.Popen[str]:
    """Starts an instance."""
    return subprocess.Popen(
        [*WITH_PARENT, INSTANCE, "serve", *options, "--port", "0", "--data", data / str(number)],
        stdout=subprocess.PIPE,
        text=True,
    )


def address(instance: subprocess.Popen[str]) -> str:
    """Returns the address of an instance when it is ready; ends if it cannot start."""
    assert instance.stdout is not None
    ready = READY.match(instance.stdout.readline().rstrip("\n"))
    if ready is None:
        sys.exit(instance.wait())
    return ready[1].removeprefix("http://")


def main(options: list[str]) -> int:
    """Serves until SIGTERM, and returns the exit code of the instances."""
    signals = {signal.SIGTERM, signal.SIGINT}
    port = int(taken(options, "--port")) or free_port()
    data = Path(taken(options, "--data")).absolute()
    options += ["--database", database(data), "--trusted-proxy", "127.0.0.1"]
    options += ["--public-origin", f"http://127.0.0.1:{port}"]
    if "--editors" not in options and "--writers" not in options:
        options += ["--writers", "everybody"]
    data.mkdir(parents=True, exist_ok=True)
    instances = [start(number, data, options) for number in (1, 2)]
    kind = {"nginx": Nginx, "caddy": Caddy}[os.environ["FIELDGUIDE_PROXY"]]
    proxy = kind(data, [address(instance) for instance in instances], None, port=port)
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    print(f"Fieldguide is ready: http://127.0.0.1:{port}", flush=True)
    signal.sigwait(signals)
    for instance in instances:
        instance.terminate()
    codes = [instance.wait() for instance in instances]
    proxy.stop()
    return max(codes, key=abs)


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command != "serve":
        os.execv(INSTANCE, [INSTANCE, command, *rest])
    sys.exit(main(rest))

"""The program with options of a test's own, and its log in a file."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from server import BINARY, NOWHERE, command

if TYPE_CHECKING:
    import pytest

READY = re.compile(r"^Fieldguide is ready: (.+)$")


@cache
def known_options() -> frozenset[str]:
    """The options that the program says it has."""
    said = subprocess.run(
        [BINARY, "serve", "--help"], capture_output=True, text=True, timeout=30, check=True
    )
    return frozenset(re.findall(r"^ +(--[a-z-]+)", said.stdout, re.M))


def needs(*options: str) -> pytest.MarkDecorator:
    """Marks tests of options that a program may not have."""
    import pytest  # Benchmarks run programs as well, and have none.

    missing = sorted(set(options) - known_options())
    return pytest.mark.skipif(bool(missing), reason=f"the program has no {', '.join(missing)}")


# What would refuse a test that sends a lot from one address.
GENEROUS = {
    "--posts-per-minute": "0",
    "--connections-per-client": "4000",
    "--streams-per-client": "1200",
}


class Program:
    """One running program. Ended by its own process id, never by its name."""

    def __init__(
        self,
        data: Path,
        *options: str,
        feeds: str = NOWHERE,
        generous: bool = True,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.data = data
        self.options = list(options)
        for name, value in GENEROUS.items() if generous else ():
            if name in known_options() and name not in options:
                self.options += [name, value]
        self.feeds = feeds
        self.environment = environment or {}
        self.log = data.with_name(data.name + ".log")
        self.start()

    def start(self) -> None:
        """Starts the program, and waits until it says where it listens."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command(self.data, feeds=self.feeds) + self.options,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | self.environment,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().rstrip("\n")
        ready = READY.match(line)
        if ready is None:
            self.kill()
            raise AssertionError(f"no ready line but {line!r}: {self.log.read_text()}")
        self.url = ready[1]

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def logged(self) -> str:
        """The log, once no more comes: its lines are written by a thread of their own."""
        found = self.log.read_bytes()
        while True:
            time.sleep(0.05)
            newer = self.log.read_bytes()
            if newer == found:
                return found.decode()
            found = newer

    @property
    def descriptors(self) -> int:
        """How many files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def sockets(self) -> int:
        """How many it has open. Files are opened when they are needed."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        count = 0
        for descriptor in folder.iterdir():
            with suppress(FileNotFoundError):
                count += os.readlink(descriptor).startswith("socket:")
        return count

    @property
    def processor_seconds(self) -> float:
        """How long it has computed so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, *, within: float = 8) -> int:
        """Asks the program to end, as an operator does, and gives its exit code."""
        self.process.terminate()
        try:
            return self.process.wait(timeout=within)
        finally:
            self.kill()

    def kill(self) -> None:
        """Ends the program as a power cut would: it can do nothing about it."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


# Starts a program with options of its own.
Starter = Callable[..., Program]


def until(condition: object, *, within: float = 10, every: float = 0.02) -> bool:
    """Whether something becomes true in time."""
    assert callable(condition)
    end = time.monotonic() + within
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(every)
    return True

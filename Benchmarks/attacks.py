"""What another client notices of slow clients, and what they cost: a table in
README.md beside this file.

    attacks.py                 60 seconds under each attack
    attacks.py --seconds 5     a try; says what it would write

Each attack is that of Tests/Hostile/test_04_slowloris.py, from this machine. Beside it
one client asks for a page, ten times a second.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Browser"), str(ROOT / "Tests/Hostile")]

from attackers import ATTACKS, Attack, Attackers  # noqa: E402
from events import crowd, feed  # noqa: E402
from feeds import FeedServer  # noqa: E402
from load import machine  # noqa: E402
from program import Program, until  # noqa: E402
from report import write_section  # noqa: E402
from support import percentile  # noqa: E402
from wire import Connection  # noqa: E402

FORM = ("Content-Type", "application/x-www-form-urlencoded")
REFRESH = "/quakes/quakeList/onTapRefreshQuakesButton"
PAGE = "/animals?category=Mammal"
COUNTS = {Attack.IDLE: 500, Attack.READERS: 50, Attack.PAGES: 500}
AIM = 100.0


@dataclass
class Result:
    """What one attack came to."""

    name: str
    count: int
    clients: int
    times: list[float]
    memory: tuple[float, float, float]
    cores: float
    losses: int

    @property
    def row(self) -> str:
        """As a row of a table."""
        p50, p99, most = (percentile(self.times, part) for part in (50, 99, 100))
        before, during, after = self.memory
        return (
            f"| {self.name} | {self.count} | {self.clients} | {p50:.1f} | {p99:.1f} | {most:.1f} "
            f"| {'met' if p99 <= AIM else '**missed**'} | {before:.0f} | {during:.0f} "
            f"| {after:.0f} | {self.cores:.2f} | {self.losses} |"
        )


def resident(program: Program) -> float:
    """Megabytes of memory."""
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


def observe(program: Program, seconds: float) -> tuple[list[float], float, float]:
    """How long a page takes, in milliseconds; the most memory, and the cores."""
    times, most = [], 0.0
    end, cores = time.monotonic() + seconds, program.processor_seconds
    with Connection(program.url) as site:
        while time.monotonic() < end:
            # Each time anew: those who come are to be let in, too.
            site.close()
            began = time.perf_counter()
            # Who gave up counts with how long he had waited.
            with suppress(TimeoutError):
                assert site.ask("GET", PAGE).status == 200
            times.append((time.perf_counter() - began) * 1_000)
            most = max(most, resident(program))
            time.sleep(0.1)
    return times, most, (program.processor_seconds - cores) / seconds


def attacked(attack: Attack | None, clients: int, seconds: float, feeds: FeedServer) -> Result:
    """One attack on a program of its own."""
    count = COUNTS.get(attack, 200) if attack else 0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder) / "data", feeds=feeds.url)
        try:
            with Connection(program.url) as site:
                assert site.ask("POST", REFRESH, [FORM], b"range=allWeek").status == 303
                assert site.ask("GET", PAGE).status == 200
                assert site.ask("GET", "/quakes.geojson?date=any").status == 200
            descriptors, before = program.sockets, resident(program)
            attackers = Attackers(program.url, attack or Attack.IDLE, count, clients)
            try:
                times, during, cores = observe(program, seconds)
            finally:
                attackers.end()
            until(lambda: program.sockets <= descriptors, within=45)
            memory = (before, during, resident(program))
            name = str(attack or "none")
            return Result(name, count, clients, times, memory, cores, attackers.losses)
        finally:
            program.kill()


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    feeds = FeedServer()
    feeds.serve(all_week=feed(crowd(9_000)))
    lines = [
        "## Attacks",
        "",
        "A page, asked for ten times a second by a client that comes anew each time, beside slow "
        f"clients on the same machine; {given.seconds:g} seconds each. The aim is at most "
        f"{AIM:g} ms at p99.",
        "",
        f"- machine: {machine()}",
        f"- date: {datetime.now(UTC):%Y-%m-%d}",
        "",
        "| attack | connections | clients | p50 ms | p99 ms | max ms | | MB before | most | after | cores "
        "| cut off |",
        "|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|",
    ]
    print(*lines, sep="\n")
    try:
        attacks = [(None, 0), *((attack, 1) for attack in ATTACKS), (Attack.PAGES, 4)]
        for attack, clients in attacks:
            lines.append(attacked(attack, clients, given.seconds, feeds).row)
            print(lines[-1], flush=True)
    finally:
        feeds.close()
    if given.seconds >= 60:
        write_section("attacks", "\n".join(lines))


if __name__ == "__main__":
    main()

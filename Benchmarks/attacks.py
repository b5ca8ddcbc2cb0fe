"""Measures the response times of another client during an attack, and the memory of
the program: a table in the README.md of this folder.

    attacks.py                    60 seconds for each attack
    attacks.py --seconds 5        a trial run; prints the table and writes nothing
    attacks.py --only exports     only attacks whose names contain this word
    attacks.py --quakes 100000    the attack on a large export with fewer earthquakes

The attacks are those of Tests/Running/Hostile/attackers.py, from the same machine, against the
default limits. At the same time one client requests a page ten times per second.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

# Imported before the folders of the tests, which contain a module of the same name.
from quakes import fill

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Running/Support")]

from attackers import READING, Attack, Attackers, Readers  # noqa: E402
from events import crowd, feed  # noqa: E402
from feeds import FeedServer  # noqa: E402
from load import machine  # noqa: E402
from report import write_section  # noqa: E402
from server import Server  # noqa: E402
from support import percentile  # noqa: E402
from web import until  # noqa: E402
from wire import Connection  # noqa: E402

FORM = ("Content-Type", "application/x-www-form-urlencoded")
REFRESH = "/quakes/quakeList/onTapRefreshQuakesButton"
PAGE = "/animals?category=Mammal"
CROWD = 10_000


@dataclass(frozen=True)
class Plan:
    """An attack, with the numbers of connections, clients and earthquakes."""

    attack: Attack | None
    count: int = 200
    clients: int = 1
    quakes: int = CROWD
    aim: float = 100.0

    @property
    def name(self) -> str:
        """The name in the table."""
        return str(self.attack or "none")


PLANS = [
    Plan(None, 0, 0),
    Plan(Attack.IDLE, 500),
    Plan(Attack.HEADS),
    Plan(Attack.BODIES),
    Plan(Attack.READERS, 50),
    Plan(Attack.STREAMS),
    Plan(Attack.PAGES, 500),
    Plan(Attack.PAGES, 500, 4),
    Plan(Attack.DEMANDS, 500, aim=50),
    Plan(Attack.DEMANDS, 500, quakes=1_000_000, aim=200),
    Plan(Attack.FOLLOWERS, 12, aim=20),
    Plan(Attack.FOLLOWERS, 12, quakes=1_000_000, aim=20),
    Plan(Attack.DRAWINGS, 500),
    Plan(Attack.COSTLY, 8, quakes=1_000_000, aim=20),
    Plan(Attack.EXPORTS, 500, 16, 1_000_000),
    Plan(Attack.REFUSALS, 200),
    Plan(Attack.FILTERS, 800, 50),
    Plan(Attack.FILTERS, 4_000, 250),
    Plan(Attack.QUERIES, 384, 24),
]


@dataclass
class Result:
    """The measurements of one attack."""

    plan: Plan
    times: list[float]
    memory: tuple[float, float, float]
    cores: float
    losses: int

    @property
    def row(self) -> str:
        """The row of the table."""
        p50, p99, most = (percentile(self.times, part) for part in (50, 99, 100))
        before, during, after = self.memory
        return (
            f"| {self.plan.name} | {self.plan.count} | {self.plan.clients} "
            f"| {self.plan.quakes:,} | {p50:.1f} | {p99:.1f} | {most:.1f} "
            f"| {self.plan.aim:g} | {'met' if p99 <= self.plan.aim else '**missed**'} | {before:.0f} | {during:.0f} "
            f"| {after:.0f} | {self.cores:.2f} | {self.losses} |"
        )


def resident(program: Server) -> float:
    """Returns the resident memory in megabytes."""
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


def observe(program: Server, seconds: float) -> tuple[list[float], float, float]:
    """Returns response times in milliseconds, the maximum memory, and the used cores."""
    times, most = [], 0.0
    end, cores = time.monotonic() + seconds, program.processor_seconds
    with Connection(program.url) as site:
        while time.monotonic() < end:
            # A new connection each time, because new clients must be admitted too.
            site.close()
            began = time.perf_counter()
            # A timeout counts with the time until it.
            with suppress(TimeoutError):
                assert site.ask("GET", PAGE).status == 200
            times.append((time.perf_counter() - began) * 1_000)
            most = max(most, resident(program))
            time.sleep(0.1)
    return times, most, (program.processor_seconds - cores) / seconds


def prepare(program: Server, count: int) -> None:
    """Loads a number of earthquakes: from a feed, or directly into the file if that would
    take too long."""
    with Connection(program.url) as site:
        if count <= CROWD:
            # The total below shows if the refresh has completed.
            with suppress(TimeoutError):
                site.ask("POST", REFRESH, [FORM], b"range=allWeek")
        else:
            assert site.ask("GET", "/quakes").status == 200
            program.stop()
            fill(program.data / "quakes.sqlite", count)
            program.start()
    total = f"{count:,} total".encode()

    def is_loaded() -> bool:
        with suppress(TimeoutError), Connection(program.url) as site:
            return total in site.ask("GET", "/quakes").body
        return False

    until(is_loaded, within=300, every=1)
    with Connection(program.url) as site:
        assert site.ask("GET", PAGE).status == 200
        assert site.ask("GET", "/quakes.geojson?date=any&min=9").status == 200


def attacked(plan: Plan, seconds: float, feeds: FeedServer) -> Result:
    """Runs one attack on a new program."""
    with tempfile.TemporaryDirectory() as folder:
        program = Server(Path(folder) / "data", feeds=feeds.url)
        try:
            prepare(program, plan.quakes)
            descriptors, before = program.sockets, resident(program)
            if plan.attack in READING:
                attackers: Readers | Attackers = Readers(program.url, plan.attack, plan.count)
            else:
                attackers = Attackers(
                    program.url, plan.attack or Attack.IDLE, plan.count, plan.clients
                )
            try:
                times, during, cores = observe(program, seconds)
            finally:
                attackers.end()
            with suppress(AssertionError):
                until(lambda: program.sockets <= descriptors, within=45)
            memory = (before, during, resident(program))
            return Result(plan, times, memory, cores, attackers.losses)
        finally:
            program.kill()


def main() -> None:
    """Runs all attacks and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--quakes", type=int, default=1_000_000)
    given = parser.parse_args()
    plans = [
        replace(plan, quakes=min(plan.quakes, given.quakes))
        for plan in PLANS
        if given.only in plan.name
    ]
    feeds = FeedServer()
    feeds.serve(all_week=feed(crowd(CROWD)))
    lines = [
        "## Attacks",
        "",
        "A page, requested ten times a second on a new connection each time, during an attack "
        f"from the same machine; {given.seconds:g} seconds each. The aim is for p99. Memory is "
        "resident memory.",
        "",
        f"- machine: {machine()}",
        f"- date: {datetime.now(UTC):%Y-%m-%d}",
        "",
        "| attack | connections | clients | earthquakes | p50 ms | p99 ms | max ms | aim ms | "
        "| MB before | MB most | MB after | cores | cut off |",
        "|---|--:|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|",
    ]
    print(*lines, sep="\n")
    try:
        for plan in plans:
            lines.append(attacked(plan, given.seconds, feeds).row)
            print(lines[-1], flush=True)
    finally:
        feeds.close()
    if given.seconds >= 60 and len(plans) == len(PLANS) and given.quakes >= 1_000_000:
        write_section("attacks", "\n".join(lines))


if __name__ == "__main__":
    main()

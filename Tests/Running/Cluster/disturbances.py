"""Faults of instances, of the network and of the database, chosen by a seed."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cluster import Cluster, DatabaseError
from relay import STALL, Direction, Fault


@dataclass(frozen=True)
class Disturbance:
    """A fault of one target at a time, and its end."""

    at: float
    kind: str
    # The number of the instance; None for the database.
    instance: int | None
    duration: float
    details: dict[str, Any] = field(hash=False)

    @property
    def is_of_process(self) -> bool:
        """True for a fault of a process, not of its network."""
        return self.kind in _OF_A_PROCESS

    def __str__(self) -> str:
        target = "" if self.instance is None else f" {self.instance}"
        details = "".join(f", {name} {value}" for name, value in self.details.items())
        return f"{self.at:7.2f} s  {self.kind}{target} for {self.duration:.2f} s{details}"


# The kinds, and the shortest and longest durations in seconds. A pause of a long run is
# longer.
_KINDS: dict[str, tuple[float, float]] = {
    "kill": (0, 2),
    "stop": (0, 2),
    "pause": (5, 8),
    "pause and trim": (7, 8),
    "stall": (0.5, 7),
    "reset": (0, 0),
    "half-open": (2, 8),
    "delay": (2, 6),
    "end a session": (0, 0),
    "newer change": (0, 0),
    "restart of the database": (0, 1),
    "crash of the database": (0, 1.5),
    "immediate stop of the database": (0, 1.5),
}
# Only where the database has a disk of its own.
FULL_DISK = "full disk of the database"
_OF_THE_DATABASE = frozenset([*(kind for kind in _KINDS if "database" in kind), FULL_DISK])
_BRIEF = frozenset(["end a session", "newer change"])
_OF_A_PROCESS = frozenset(["kill", "stop", "pause", "pause and trim"])
LONG_PAUSE = 60.0


def schedule(
    seed: int, length: float, *, instances: int = 3, fills_disk: bool = False
) -> list[Disturbance]:
    """Returns the faults of a time, in seconds. The same seed gives the same faults.

    Every kind occurs before any occurs again. Faults of different targets overlap.
    """
    kinds = _KINDS | ({FULL_DISK: (1, 6)} if fills_disk else {})
    return list(_schedule(random.Random(seed), length, instances, kinds))


def _schedule(
    choices: random.Random, length: float, instances: int, kinds: dict[str, tuple[float, float]]
) -> Iterator[Disturbance]:
    # The time from which a process, a relay or the database is free.
    free: dict[tuple[int | None, bool], float] = {}
    deck: list[str] = []
    now = 0.5
    while True:
        if not deck:
            deck = choices.sample(list(kinds), len(kinds))
        kind = deck.pop()
        instance = None if kind in _OF_THE_DATABASE | _BRIEF else choices.randrange(instances)
        shortest, longest = kinds[kind]
        duration = choices.uniform(shortest, longest)
        if "pause" in kind and length > 2 * LONG_PAUSE:
            duration = LONG_PAUSE
        details = _details(kind, choices)
        target = (instance, kind in _OF_A_PROCESS)
        at = now if kind in _BRIEF else max(now, free.get(target, 0))
        if at + duration > length:
            return
        yield Disturbance(at, kind, instance, duration, details)
        if kind not in _BRIEF:
            # The time of a stop and a start.
            free[target] = at + duration + 2
        now += choices.uniform(0.3, 2.5)


def _details(kind: str, choices: random.Random) -> dict[str, Any]:
    match kind:
        case "stall":
            return {"allowance": choices.choice([0, choices.randrange(2_000)])}
        case "half-open":
            return {
                "direction": choices.choice(list(Direction)),
                "allowance": choices.choice([0, choices.randrange(2_000)]),
            }
        case "delay":
            return {"delay": round(choices.uniform(0.02, 0.4), 3)}
        case "end a session":
            return {"choice": round(choices.random(), 3)}
        case "pause and trim":
            return {"keeping": choices.randint(1, 20)}
    return {}


class Disturber:
    """Carries out a schedule."""

    def __init__(self, cluster: Cluster, newer: Callable[[], None], trims_after: float) -> None:
        self._cluster = cluster
        # An operation in doubt is recognised by its row for so many seconds.
        self._trims_after = trims_after
        self._newer = newer
        self._is_ending = threading.Event()
        self._database = threading.Lock()
        self.counts: Counter[str] = Counter()
        self.trimmed = 0
        self.problems: list[str] = []

    def run(self, disturbances: list[Disturbance]) -> None:
        """Carries out a schedule, and waits until all faults have ended."""
        begin = time.monotonic()
        threads: list[threading.Thread] = []
        for disturbance in sorted(disturbances, key=lambda each: each.at):
            self._is_ending.wait(max(0, begin + disturbance.at - time.monotonic()))
            thread = threading.Thread(target=self._perform, args=(disturbance,), daemon=True)
            thread.start()
            threads.append(thread)
        for thread in threads:
            thread.join(timeout=240)
            if thread.is_alive():
                self.problems.append("a fault does not end")

    def _perform(self, disturbance: Disturbance) -> None:
        try:
            if disturbance.instance is None:
                self._disturb_database(disturbance)
            else:
                self._disturb_instance(disturbance, disturbance.instance)
            self.counts[disturbance.kind] += 1
        except DatabaseError:
            # The database is away because of another fault.
            self.counts[f"{disturbance.kind} (failed)"] += 1
        except Exception as error:  # noqa: BLE001, reported at the end
            self.problems.append(f"{disturbance}: {error!r}")

    def _disturb_database(self, disturbance: Disturbance) -> None:
        database = self._cluster.database
        match disturbance.kind:
            case "end a session":
                database.end_session(disturbance.details["choice"])
                return
            case "newer change":
                self._newer()
                return
        with self._database:
            if disturbance.kind == FULL_DISK:
                database.fill_disk()
                time.sleep(disturbance.duration)
                database.empty_disk()
                return
            match disturbance.kind:
                case "restart of the database":
                    database.stop()
                case "immediate stop of the database":
                    database.stop(immediately=True)
                case _:
                    database.crash()
            time.sleep(disturbance.duration)
            database.start()

    def _disturb_instance(self, disturbance: Disturbance, number: int) -> None:
        instance = self._cluster.instances[number]
        duration, details = disturbance.duration, disturbance.details
        with instance.lock if disturbance.is_of_process else instance.network:
            match disturbance.kind:
                case "kill" | "stop":
                    if disturbance.kind == "kill":
                        instance.kill()
                    else:
                        instance.stop()
                    time.sleep(duration)
                    instance.start()
                case "pause":
                    instance.pause()
                    time.sleep(duration)
                    instance.resume()
                case "pause and trim":
                    instance.pause()
                    time.sleep(duration - 0.5)
                    try:
                        self._trim(details["keeping"])
                    finally:
                        time.sleep(0.5)
                        instance.resume()
                case "reset":
                    instance.relay.reset()
                case kind:
                    instance.relay.fail(self._fault(kind, details))
                    time.sleep(duration)
                    instance.relay.heal()

    def _trim(self, keeping: int) -> None:
        for remaining in reversed(range(20)):
            try:
                self.trimmed += self._cluster.database.trim(
                    keeping=keeping, seconds=self._trims_after
                )
                return
            except DatabaseError:
                # The database is away because of another fault.
                if not remaining:
                    raise
                time.sleep(0.3)

    def _fault(self, kind: str, details: dict[str, Any]) -> Fault:
        match kind:
            case "stall":
                return Fault(stalled=STALL, allowance=details["allowance"])
            case "half-open":
                direction = frozenset([details["direction"]])
                return Fault(swallowed=direction, allowance=details["allowance"])
        return Fault(delay=details["delay"])

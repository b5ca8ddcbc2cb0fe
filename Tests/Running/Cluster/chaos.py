#!/usr/bin/env python3
"""Instances on one PostgreSQL amid faults, and the promises to their visitors.

    .venv/bin/python Tests/Running/Cluster/chaos.py --seed 1 --minutes 20

A run has epochs. In each, visitors use all instances amid faults; then everything
recovers, and what the visitors got is compared with the log and the tables. After each
epoch the database fails over to a replica that lacks the last changes: the instances
have to notice it."""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))

import web
from change_log import Content, Entry, Stored, fold, gaps
from cluster import Cluster, DatabaseError, Instance
from disturbances import LONG_PAUSE, Disturber, schedule
from history import History
from open_pages import OpenPage
from verdict import problems as verdict
from visitors import CATEGORIES, Animals, Refresher, Visitor

VISITORS = 10
# The time after which quiet instances agree. Ten seconds beside a build.
_AGREEMENT = 5.0
_TOLERANCE = 2.0
_FAILED = 'class="notice failed"'
_WAITING = 'class="waiting"'
# The longest and the shortest time of faults in an epoch, and the time of the failover and
# the checks after it.
_EPOCH = 180.0
_SHORTEST = 10.0
_PAUSE = 20.0


@dataclass
class Report:
    """The numbers and the problems of a run."""

    seed: int
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    slowest_agreement: float = 0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"seed {self.seed}",
            f"writes: {self.outcomes.total()}: {_listed(self.outcomes)}",
            f"faults: {self.faults.total()}: {_listed(self.faults)}",
            f"also: {_listed(self.counts)}",
            f"instances agree after at most {self.slowest_agreement:.1f} s",
            *(problem[:2_000] for problem in self.problems[:20]),
        ]
        return "\n".join(lines)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


class Chaos:
    """A run."""

    def __init__(
        self, seed: int, folder: Path, *, other: Path | None = None,
        is_behind_proxy: bool = False, fills_disk: bool = False,
    ) -> None:  # fmt: skip
        self.report = Report(seed)
        self._choices = random.Random(seed)
        self._epoch = 0
        self._cluster = Cluster(
            folder, other=other, is_behind_proxy=is_behind_proxy, is_on_small_disk=fills_disk
        )
        self._fills_disk = fills_disk
        # A proxy sends a post to another instance while a paused one still has it: the
        # program keeps operations for a day. Without a proxy nothing is late for long.
        self._trims_after = LONG_PAUSE + 30 if is_behind_proxy else 4.5
        # Two builds show the same content in their own way.
        self._is_mixed = other is not None
        # The log and the content at the start of the epoch.
        self._begin: list[Entry] = []
        self._content = Content()
        # What happened in the last epoch, in its order.
        self._history: list[str] = []

    def run(self, seconds: float) -> Report:
        """Runs epochs for a time."""
        end = time.monotonic() + seconds
        try:
            length = min(_EPOCH, max(_SHORTEST, seconds - _PAUSE))
            while not self.report.problems:
                self._run_epoch(length)
                if not self.report.problems:
                    self._lose_tail()
                self.report.problems += self._cluster.problems
                length = min(_EPOCH, end - time.monotonic() - _PAUSE)
                if length < _SHORTEST:
                    break
        except (DatabaseError, OSError, AssertionError) as error:
            self.report.problems.append(f"the run cannot go on: {error!r}")
        finally:
            if self.report.problems:
                self._keep_logs()
            self._cluster.close()
        return self.report

    def _keep_logs(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="fieldguide-chaos-"))
        for instance in self._cluster.instances:
            (folder / f"{instance.number}.log").write_text(instance.server.log())
        (folder / "postgres.log").write_text(self._cluster.database.log)
        (folder / "history").write_text("\n".join(self._history))
        print(f"the logs are in {folder}")

    def _run_epoch(self, length: float) -> None:
        """Disturbs the instances, and checks everything that was promised."""
        disturbances = schedule(
            self._choices.randrange(1 << 32), length, fills_disk=self._fills_disk
        )
        print(f"epoch {self._epoch + 1} of seed {self.report.seed}")
        print(*disturbances, sep="\n", flush=True)
        with self._visited() as (history, animals, pages):
            disturber = Disturber(
                self._cluster, newer=lambda: self._put_as_newer(animals),
                trims_after=self._trims_after,
            )
            disturber.run(disturbances)
            self.report.faults += disturber.counts
            self.report.counts["trimmed changes"] += disturber.trimmed
            self.report.problems += disturber.problems
            self._cluster.await_recovery()
        self._check_agreement(animals, pages)
        self._check_edits(history, animals)
        entries = self._cluster.database.entries[len(self._begin) :]
        events = [(record.invoked, record) for record in history.attempts + history.readings]
        events += [(entry.at, entry) for entry in entries]
        self._history = [str(event) for event in sorted(events, key=lambda event: event[0])]
        self.report.problems += verdict(
            history, entries, self._content, self._cluster.database.table
        )
        self.report.problems += [line for page in pages for line in page.setbacks]
        self._end_epoch(history)

    def _lose_tail(self) -> None:
        """Fails over to a replica that lacks the last changes. What was answered since its
        copy may be lost, but all instances agree."""
        print("failover to a replica that lacks the last changes", flush=True)
        with self._visited() as (history, animals, pages):
            time.sleep(1)
            database = self._cluster.database
            replica = database.copy()
            copied = database.positions["animals"]
            time.sleep(3)
            lost = database.positions["animals"] - copied
            database.promote(replica, after=self._choices.uniform(0, 2))
            self._cluster.await_recovery()
            time.sleep(2)
        if lost <= 0:
            self.report.problems.append("no change was lost by the failover")
        self.report.faults["failover without the last changes"] += 1
        self.report.counts["changes lost by failovers"] += lost
        self._check_agreement(animals, pages)
        self._check_edits(History(), animals)
        entries = self._cluster.database.entries
        self.report.problems += [f"the log has a gap: {gap}" for gap in gaps(entries)]
        if fold(entries).animals != self._cluster.database.table:
            self.report.problems.append("the log does not fold to the table after the failover")
        self.report.problems += history.problems
        self._end_epoch(history)

    @contextmanager
    def _visited(self) -> Iterator[tuple[History, Animals, list[OpenPage]]]:
        """Lets visitors use the instances. Their animals are new in each epoch."""
        self._epoch += 1
        seed = self.report.seed
        history, animals = History(), Animals(f"e{self._epoch}")
        visitors = [
            Visitor(self._cluster, history, animals, number, seed) for number in range(VISITORS)
        ]
        pages = [
            OpenPage(self._cluster, web.address("/animals", category=category), seed)
            for category in CATEGORIES[:4]
        ]
        refresher = Refresher(self._cluster, self._cluster.feeds, seed)
        for thread in (*visitors, *pages, refresher):
            thread.start()
        try:
            yield history, animals, pages
        finally:
            for visitor in (*visitors, refresher):
                visitor.leave()
            for visitor in (*visitors, refresher):
                visitor.join(timeout=60)
                if visitor.is_alive():
                    self.report.problems.append("a visitor does not leave")
            self.report.counts["refreshes"] += refresher.count

    def _end_epoch(self, history: History) -> None:
        self.report.outcomes += history.outcomes
        self.report.counts["readings"] += len(history.readings)
        self.report.counts["races"] += len(history.races)
        self._begin = self._cluster.database.entries
        self._content = fold(self._begin)

    def _put_as_newer(self, animals: Animals) -> None:
        animal = animals.make()
        self._cluster.database.put_as_newer(animal, f"{animal} of a newer program")
        animals.adopt(animal)

    # Quiet

    def _check_agreement(self, animals: Animals, pages: list[OpenPage]) -> None:
        """Quiet instances agree with each other, with the table and with open pages."""
        self.report.problems += self._cluster.database.gaps
        self._await_agreement(lambda: self._differences(animals) + self._outdated(pages))
        for page in pages:
            page.close()
        for page in pages:
            page.join(timeout=30)
            self.report.counts["events"] += page.events
            self.report.counts["reconnects of open pages"] += page.reconnects

    def _await_agreement(self, differences: Callable[[], list[str]]) -> None:
        begin = time.monotonic()
        while (found := differences()) and time.monotonic() - begin < 4 * _AGREEMENT:
            time.sleep(0.05)
        elapsed = time.monotonic() - begin
        self.report.slowest_agreement = max(self.report.slowest_agreement, elapsed)
        self.report.problems += found
        if elapsed > _AGREEMENT * _TOLERANCE:
            self.report.problems.append(f"instances agree only after {elapsed:.1f} s")

    def _differences(self, animals: Animals) -> list[str]:
        """Returns the addresses that differ between instances, and what differs from the
        table."""
        table = self._cluster.database.table
        names = [*animals.known, *sorted(table, key=lambda each: -table[each].number)]
        # In their order, each once.
        chosen = list(dict.fromkeys(names))[:30]
        paths = ["/", "/animals", "/sitemap.xml", "/breeds", "/photos", "/quakes.geojson?date=any"]
        paths += ["/quakes?date=any", "/quakes?date=any&min=3"]
        paths += [web.address("/animals", category=category) for category in CATEGORIES]
        paths += [web.address("/animals", animal=animal) for animal in chosen]
        # Pages change at full minutes.
        for _ in range(2):
            minute = time.time() // 60
            answers = [self._answers(instance, paths) for instance in self._cluster.instances]
            if time.time() // 60 == minute:
                break
        found = [] if self._is_mixed else [
            f"{path} differs: {_first_difference([answer[path] for answer in answers])}"
            for path in paths
            if len({answer[path] for answer in answers}) > 1
            # An instance alone tells of a change that it could not save.
            and not any(_FAILED in answer[path][2] for answer in answers)
        ]
        positions = [self._cluster.database.positions]
        positions += [instance.positions for instance in self._cluster.instances]
        if any(each != positions[0] for each in positions):
            found.append(f"positions differ: {positions}")
        for animal in chosen:
            path = web.address("/animals", animal=animal)
            found += [
                f"{path} does not show {table.get(animal)}"
                for answer in answers
                if not _shows(answer[path], table.get(animal))
            ]
        return found

    def _answers(self, instance: Instance, paths: list[str]) -> dict[str, tuple[int, str, str]]:
        answers = {}
        for path in paths:
            page = web.send(instance.url + path)
            # Error pages have the id of their request. The name of a deleted animal is known
            # where its deletion was seen, so not after a restart.
            text = re.sub(r"Request [0-9a-f]{8}", "", page.text.replace(instance.url, ""))
            text = "" if page.status == 404 else text
            answers[path] = (page.status, page.fields["ETag"] or "", text)
        return answers

    def _outdated(self, pages: list[OpenPage]) -> list[str]:
        """Returns the open pages that do not show the present version."""
        found: list[str] = []
        for page in [] if self._is_mixed else pages:
            tag = web.send(self._cluster.instances[0].url + page.target).fields["ETag"]
            if tag is None or page.version.partition(".")[0] != tag.strip('"'):
                found.append(f"{page.target} shows version {page.version}, not {tag}")
        return found

    def _check_edits(self, history: History, animals: Animals) -> None:
        """Each known animal can be edited on each instance: nothing is waiting, and no failure
        of an earlier operation is left."""
        for animal in animals.known:
            for instance in self._cluster.instances:
                visitor = Visitor(self._cluster, history, animals, 100 + instance.number, 0)
                problem = visitor.edit(instance, animal)
                if problem:
                    self.report.problems.append(f"{animal} on {instance.number}: {problem}")
        # All saw the last edit.
        self._await_agreement(lambda: self._differences(animals))
        for instance in self._cluster.instances:
            for animal in animals.known:
                page = web.send(instance.url + web.address("/animals", animal=animal)).text
                if _FAILED in page or _WAITING in page:
                    self.report.problems.append(f"{animal} is unsettled on {instance.number}")


def _shows(answer: tuple[int, str, str], stored: Stored | None) -> bool:
    if stored is None:
        return answer[0] == 404
    return answer[0] == 200 and stored.name in answer[2]


def _first_difference(answers: list[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    """Returns the statuses, tags and texts from the first difference on."""
    texts = [re.sub(r'data-version="[^"]*"', "", text) for *_, text in answers]
    count = len(os.path.commonprefix(texts))
    return [
        (status, tag, text[max(0, count - 20) : count + 200])
        for (status, tag, _), text in zip(answers, texts, strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--behind-nginx", action="store_true", help="most requests by nginx")
    parser.add_argument(
        "--full-disk", action="store_true", help="the disk of the database gets full, too; needs root"
    )
    parser.add_argument("--other", type=Path, help="another build, for the last instance")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(
            arguments.seed, Path(folder), other=arguments.other,
            is_behind_proxy=arguments.behind_nginx, fills_disk=arguments.full_disk,
        )  # fmt: skip
        report = chaos.run(arguments.minutes * 60)
    print(report)
    if report.problems:
        sys.exit(f"repeat it with: make chaos SEED={arguments.seed} MINUTES={arguments.minutes:g}")


if __name__ == "__main__":
    main()

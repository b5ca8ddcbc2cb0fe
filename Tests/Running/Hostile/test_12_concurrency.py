"""12. Concurrency: simultaneous requests, repeated requests, and power failure.

The messages on pages: Browser/test_conflicts.py. Here: edits, deletions and power
failure.
"""

from __future__ import annotations

import http.client
import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable

import pytest

import web
from documents import of_class, parse, text
from server import Server
from wire import Answer, Connection, Incomplete, ask

FORM = ("Content-Type", "application/x-www-form-urlencoded")
ROUNDS = 25
KILLS = 3
SEED = 20261122


def at_once(works: list[Callable[[], Answer]]) -> list[Answer]:
    """Runs a function on several threads that start together."""
    barrier = threading.Barrier(len(works))
    found: list[Answer | None] = [None] * len(works)

    def run(number: int) -> None:
        barrier.wait(timeout=20)
        found[number] = works[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
        assert not thread.is_alive()
    return [answer for answer in found if answer is not None]


def rows(base: str, category: str = "Fish") -> list[str]:
    """Returns the names in a list."""
    page = parse(ask(base, "GET", f"/animals?category={category}").text)
    return [text(row) for row in of_class(page, "row-name")[6:]]


def integrity(program: Server) -> None:
    """Checks the integrity of the database."""
    with sqlite3.connect(program.data / "animals.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()


@pytest.mark.parametrize("count", [2, 8])
def test_12_concurrency_one_row(fresh: Server, count: int) -> None:
    """One of several edits of the same version succeeds, the others get a conflict; the
    page shows the successful one."""
    base = fresh.url
    for round_ in range(ROUNDS):
        html = ask(base, "GET", "/animals?animal=Dog&dialog=edit").text
        version = web.inputs(html)["version"]

        def edit(number: int, version: str = version, round_: int = round_) -> Answer:
            form = f"animalId=Dog&version={version}&name=Dog {round_}-{number}"
            form += "&diet=Omnivore&categoryId=Mammal"
            return ask(base, "POST", web.UPDATE, [FORM], form.replace(" ", "+").encode())

        answers = at_once([lambda number=number: edit(number) for number in range(count)])
        statuses = Counter(answer.status for answer in answers)
        assert statuses == {303: 1, 409: count - 1}
        [winner] = [number for number, answer in enumerate(answers) if answer.status == 303]
        assert web.inputs(ask(base, "GET", "/animals?animal=Dog&dialog=edit").text)["name"] == (
            f"Dog {round_}-{winner}"
        )


@pytest.mark.parametrize("count", [2, 8])
def test_12_concurrency_double_submit(fresh: Server, count: int) -> None:
    """The same form, submitted several times at once, adds one animal."""
    for round_ in range(ROUNDS):
        form = f"id=twice-{round_}&name=Twice{round_}&diet=Omnivore&categoryId=Fish".encode()
        answers = at_once([lambda: ask(fresh.url, "POST", web.ADD, [FORM], form)] * count)
        assert {answer.status for answer in answers} == {303}
        assert {answer["location"] for answer in answers} == {answers[0]["location"]}
    assert Counter(rows(fresh.url)) == {f"Twice{round_}": 1 for round_ in range(ROUNDS)}


def test_12_concurrency_edit_and_delete(fresh: Server) -> None:
    """One of the two comes first; a deleted animal does not reappear."""
    base = fresh.url
    for round_ in range(ROUNDS):
        animal = f"gone-{round_}"
        add = f"id={animal}&name=x&diet=Omnivore&categoryId=Fish".encode()
        assert ask(base, "POST", web.ADD, [FORM], add).status == 303
        html = ask(base, "GET", f"/animals?animal={animal}&dialog=edit").text
        version = web.inputs(html)["version"]
        edit = f"animalId={animal}&version={version}&name=y&diet=Omnivore&categoryId=Fish".encode()
        delete = f"animalId={animal}&version={version}".encode()
        edited, deleted = at_once(
            [
                lambda edit=edit: ask(base, "POST", web.UPDATE, [FORM], edit),
                lambda delete=delete: ask(base, "POST", web.DELETE, [FORM], delete),
            ]
        )
        assert {edited.status, deleted.status} == {303, 409}
        if deleted.status == 409:
            again = ask(base, "POST", web.DELETE, [FORM], web.posted(deleted.text))
            assert again.status == 303
        assert ask(base, "GET", f"/animals?animal={animal}").status == 404
    assert rows(base) == []


class Editors:
    """Threads that rename, delete and add an animal each until the server is killed."""

    COUNT = 4

    def __init__(self, program: Server, round_: int) -> None:
        self._base = program.url
        # The possible names of each animal, or none if it may be deleted.
        self.possible: dict[str, set[str | None]] = {}
        self._done = 0
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, args=(f"animal-{round_}-{number}",), daemon=True)
            for number in range(self.COUNT)
        ]
        for thread in self._threads:
            thread.start()

    def _work(self, animal: str) -> None:
        name: str | None = None
        self.possible[animal] = {None}
        with Connection(self._base) as site:
            for step in range(2_000):
                wanted = None if step % 5 == 4 else f"{animal} {step}"
                self.possible[animal] = {name, wanted}
                try:
                    answer = self._step(site, animal, name, wanted)
                except (OSError, Incomplete, http.client.HTTPException):
                    return
                assert answer.status == 303, answer.text
                name = wanted
                self.possible[animal] = {name}
                if name is None:
                    # A second addition under the id of a deleted animal is a late copy.
                    animal = f"{animal}-{step}"
                    self.possible[animal] = {None}
                with self._changed:
                    self._done += 1
                    self._changed.notify()

    @staticmethod
    def _step(site: Connection, animal: str, name: str | None, wanted: str | None) -> Answer:
        rest = f"&name={wanted}&diet=Omnivore&categoryId=Fish".replace(" ", "+")
        if wanted is None:
            question = site.ask("GET", f"/animals?animal={animal}&dialog=delete").text
            return site.ask("POST", web.DELETE, [FORM], web.posted(question))
        if name is None:
            return site.ask("POST", web.ADD, [FORM], f"id={animal}{rest}".encode())
        html = site.ask("GET", f"/animals?animal={animal}&dialog=edit").text
        form = f"animalId={animal}&version={web.inputs(html)['version']}{rest}"
        return site.ask("POST", web.UPDATE, [FORM], form.encode())

    def wait(self, count: int) -> None:
        """Waits until a number of changes is confirmed."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._done >= count, timeout=60)

    def end(self) -> None:
        """Waits for all threads."""
        for thread in self._threads:
            thread.join(timeout=60)
            assert not thread.is_alive()


def test_12_concurrency_power_cut(fresh: Server) -> None:
    """Confirmed changes are stored; others may be. The database is intact."""
    moments = random.Random(SEED)
    possible: dict[str, set[str | None]] = {}
    for round_ in range(KILLS):
        editors = Editors(fresh, round_)
        editors.wait(moments.randint(10, 80))
        fresh.kill()
        editors.end()
        possible |= editors.possible
        integrity(fresh)
        fresh.start()
        names = rows(fresh.url)
        for animal, allowed in possible.items():
            found = [name for name in names if name.startswith(animal + " ")]
            assert len(found) <= 1
            assert (found[0] if found else None) in allowed
        assert len(names) <= len(possible)
    assert fresh.stop() == 0
    integrity(fresh)

"""Confirmed changes are durable: killing the program loses none of them."""

from __future__ import annotations

import http.client
import os
import random
import re
import threading
import time
import urllib.error
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import web
from faults import assert_shows, assert_sound, rows
from postgres import IS_SHARED, shared_rows
from server import ANY_POSTS, Server, serving

KILLS = int(os.environ.get("FIELDGUIDE_KILLS", "8"))
THREADS = 4
# In seconds after the start of the visitors.
LATEST_KILL = 0.8
DIETS = ("Herbivore", "Carnivore", "Omnivore")
CATEGORIES = ("Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile")

# A stored animal: name, diet, category; None if it is deleted.
Stored = tuple[str, str, str] | None


def version(animal: str, number: int) -> Stored:
    """A version of an animal, all parts of which depend on the number."""
    return f"{animal} v{number}", DIETS[number % 3], CATEGORIES[number % 6]


@dataclass
class Visitor:
    """Adds, edits and deletes its own animals, until the server is killed."""

    name: str
    moments: random.Random
    # The last confirmed version of each animal.
    confirmed: dict[str, Stored] = field(default_factory=dict)
    # The change without a response.
    pending: tuple[str, Stored] | None = None
    count: int = 0
    edits: int = 0

    def visit(self, base: str) -> None:
        """Sends changes, each after the response to the previous one."""
        # A finite number, in case the server is never killed.
        for _ in range(1_000):
            try:
                self._post(base)
            except (OSError, http.client.HTTPException, urllib.error.URLError):
                return

    def _post(self, base: str) -> None:
        present = [animal for animal, stored in self.confirmed.items() if stored is not None]
        kind = self.moments.choice(["add", "edit", "edit", "delete"]) if present else "add"
        self.edits += 1
        if kind == "add":
            self.count += 1
            animal = f"{self.name}-{self.count}"
        else:
            animal = self.moments.choice(present)
        stored = None if kind == "delete" else version(animal, self.edits)
        if stored is None:
            form = web.deletion(base, animal)
        else:
            name, diet, category = stored
            form = {"name": name, "diet": diet, "categoryId": category}
            if kind == "add":
                form["id"] = animal
            else:
                dialog = web.send(base + web.address("/animals", animal=animal, dialog="edit"))
                assert dialog.status == 200, animal
                form |= {"animalId": animal, "version": web.inputs(dialog.text)["version"]}
        path = {"add": web.ADD, "edit": web.UPDATE, "delete": web.DELETE}[kind]
        self.pending = (animal, stored)
        response = web.send(base + path, form)
        assert response.status == 303, (kind, response.status)
        self.confirmed[animal] = stored
        self.pending = None

    def check(self, found: dict[str, Stored]) -> None:
        """Checks that all confirmed changes are stored, and that the pending one is
        stored completely or not at all."""
        pending, self.pending = self.pending, None
        for animal, stored in self.confirmed.items():
            if pending is None or pending[0] != animal:
                assert found.get(animal) == stored, animal
        if pending is not None:
            animal, wanted = pending
            assert found.get(animal) in (wanted, self.confirmed.get(animal)), animal
            self.confirmed[animal] = found.get(animal)


def on_disk(server: Server) -> dict[str, Stored]:
    """Returns the visitors' animals in the file, or in the shared database."""
    file = server.data / "animals.sqlite"
    query = "SELECT animal_id, name, diet, category_id FROM animal"
    if IS_SHARED:
        found = shared_rows(server.data, query)
    else:
        found = rows(file, query)
        assert_sound(file)
    return {
        animal: (name, diet, category)
        for animal, name, diet, category in found
        if animal.startswith("v")
    }


def listed(server: Server) -> Counter[str]:
    """Returns the names in the lists of all categories, with their counts."""
    names: list[str] = []
    for category in CATEGORIES:
        page = web.send(server.url + web.address("/animals", category=category)).text
        names += re.findall(r">(v[0-9]+-[0-9]+ v[0-9]+)</span>", page)
    return Counter(names)


def test_no_confirmed_change_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path / "data", options=ANY_POSTS) as server:
        kill_during_changes(server)
        assert server.stop() == 0
    assert list(server.data.glob("*.damaged-*")) == []


def kill_during_changes(server: Server) -> None:
    """Kills the program repeatedly while visitors change animals."""
    moments = random.Random(20260107)
    visitors = [Visitor(f"v{number}", random.Random(number)) for number in range(THREADS)]
    interrupted = 0
    for _ in range(KILLS):
        threads = [
            threading.Thread(target=visitor.visit, args=(server.url,), daemon=True)
            for visitor in visitors
        ]
        for thread in threads:
            thread.start()
        time.sleep(moments.uniform(0, LATEST_KILL))
        server.kill()
        for thread in threads:
            thread.join(timeout=60)
            assert not thread.is_alive()
        interrupted += sum(visitor.pending is not None for visitor in visitors)

        # The program must open the file first: opening it recovers the log.
        server.start()
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        found = on_disk(server)
        for visitor in visitors:
            visitor.check(found)
        assert found.keys() <= {animal for visitor in visitors for animal in visitor.confirmed}
        assert listed(server) == Counter(stored[0] for stored in found.values() if stored)
    # The kills interrupted changes.
    assert interrupted >= KILLS // 2
    changes = sum(visitor.edits for visitor in visitors)
    print(f"{KILLS} kills, {changes} changes, {interrupted} interrupted")

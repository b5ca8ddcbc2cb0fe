"""What was answered is on disk: killing the program loses nothing of it."""

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
from server import ANY_POSTS, Server, serving

KILLS = int(os.environ.get("FIELDGUIDE_KILLS", "8"))
THREADS = 4
# In seconds after the first visitor came.
LATEST_KILL = 0.8
DIETS = ("Herbivore", "Carnivore", "Omnivore")
CATEGORIES = ("Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile")

# An animal as it is on disk: name, diet, category; None where it is deleted.
Kept = tuple[str, str, str] | None


def look(animal: str, number: int) -> Kept:
    """The content number so and so of an animal: no part of it goes with
    another number."""
    return f"{animal} v{number}", DIETS[number % 3], CATEGORIES[number % 6]


@dataclass
class Visitor:
    """Adds, edits and deletes animals of its own, until the server is gone."""

    name: str
    moments: random.Random
    # What was answered last, of each animal.
    answered: dict[str, Kept] = field(default_factory=dict)
    # What was sent, and not answered.
    pending: tuple[str, Kept] | None = None
    count: int = 0
    edits: int = 0

    def visit(self, base: str) -> None:
        """Never sends anything before the last was answered."""
        # Bounded, should the server never be killed.
        for _ in range(1_000):
            try:
                self._post(base)
            except (OSError, http.client.HTTPException, urllib.error.URLError):
                return

    def _post(self, base: str) -> None:
        present = [animal for animal, kept in self.answered.items() if kept is not None]
        kind = self.moments.choice(["add", "edit", "edit", "delete"]) if present else "add"
        self.edits += 1
        if kind == "add":
            self.count += 1
            animal = f"{self.name}-{self.count}"
        else:
            animal = self.moments.choice(present)
        kept = None if kind == "delete" else look(animal, self.edits)
        if kept is None:
            form = web.deletion(base, animal)
        else:
            name, diet, category = kept
            form = {"name": name, "diet": diet, "categoryId": category}
            if kind == "add":
                form["id"] = animal
            else:
                sheet = web.send(base + web.address("/animals", animal=animal, sheet="edit"))
                assert sheet.status == 200, animal
                form |= {"animalId": animal, "version": web.inputs(sheet.text)["version"]}
        path = {"add": web.ADD, "edit": web.UPDATE, "delete": web.DELETE}[kind]
        self.pending = (animal, kept)
        answer = web.send(base + path, form)
        assert answer.status == 303, (kind, answer.status)
        self.answered[animal] = kept
        self.pending = None

    def settle(self, found: dict[str, Kept]) -> None:
        """Everything answered is there as it was answered; what was not is
        there as a whole, or not at all."""
        pending, self.pending = self.pending, None
        for animal, kept in self.answered.items():
            if pending is None or pending[0] != animal:
                assert found.get(animal) == kept, animal
        if pending is not None:
            animal, wanted = pending
            assert found.get(animal) in (wanted, self.answered.get(animal)), animal
            self.answered[animal] = found.get(animal)


def on_disk(server: Server) -> dict[str, Kept]:
    """The animals of visitors that are in the file."""
    query = "SELECT animalId, name, diet, categoryId FROM animal WHERE animalId LIKE 'v%'"
    return {
        animal: (name, diet, category)
        for animal, name, diet, category in rows(server.data / "animals.sqlite", query)
    }


def listed(server: Server) -> Counter[str]:
    """The names that the lists of all categories show, and how often."""
    names: list[str] = []
    for category in CATEGORIES:
        page = web.send(server.url + web.address("/animals", category=category)).text
        names += re.findall(r">(v[0-9]+-[0-9]+ v[0-9]+)</span>", page)
    return Counter(names)


def test_no_answered_change_is_lost(tmp_path: Path) -> None:
    """However often the program is killed, and whatever it was doing."""
    with serving(tmp_path / "data", options=ANY_POSTS) as server:
        kill_within_changes(server)
        assert server.stop() == 0
    assert list(server.data.glob("*.damaged-*")) == []


def kill_within_changes(server: Server) -> None:
    """Has visitors change animals, and kills the program, again and again."""
    moments = random.Random(20260107)
    visitors = [Visitor(f"v{number}", random.Random(number)) for number in range(THREADS)]
    cut_off = 0
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
        cut_off += sum(visitor.pending is not None for visitor in visitors)

        # The program comes first: whoever opens the file mends it for all others.
        server.start()
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        assert_sound(server.data / "animals.sqlite")
        found = on_disk(server)
        for visitor in visitors:
            visitor.settle(found)
        assert found.keys() <= {animal for visitor in visitors for animal in visitor.answered}
        assert listed(server) == Counter(kept[0] for kept in found.values() if kept)
    # It was killed within something, not between.
    assert cut_off >= KILLS // 2
    print(
        f"{KILLS} kills, {sum(visitor.edits for visitor in visitors)} changes, {cut_off} cut off"
    )

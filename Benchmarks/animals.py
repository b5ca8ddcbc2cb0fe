"""Pages of animals after a change, with 1,000, 10,000 and 100,000 of them.

Serves the release build of the program, one request at a time. Before each request an animal of
the category is saved, so that no page comes from the cache. Then a second connection has the page
open, and counts the bytes of each live update.

    animals.py              writes a section of the README.md of this folder
    animals.py 1000         another number of animals; writes nothing
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from report import write_section
from serving import stamp
from support import ROOT, percentile

BINARY = Path(os.environ.get("FIELDGUIDE_BINARY", ROOT / ".build/release/fieldguide"))
COUNTS = [1_000, 10_000, 100_000]
REQUESTS = 40
UPDATES = 10
AIM = 5
SIZE_AIM = 60_000
SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"]
CATEGORIES = ["Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile"]
DIETS = ["Herbivore", "Carnivore", "Omnivore"]


def fill(data: Path, count: int) -> None:
    """Adds animals to the database of a site that was started once, in the order of their names."""
    chance = random.Random(7)
    names = sorted("".join(chance.choices(SYLLABLES, k=4)).title() for _ in range(count))
    with sqlite3.connect(data / "animals.sqlite") as animals:
        animals.executemany(
            "INSERT INTO animal (animal_id, name, diet, category_id, number) VALUES (?, ?, ?, ?, ?)",
            [
                (
                    f"n{number}",
                    f"{name} {number}",
                    chance.choice(DIETS),
                    "Mammal" if number % 2 else chance.choice(CATEGORIES),
                    number + 100,
                )
                for number, name in enumerate(names)
            ],
        )


class Site:
    """A running program."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [BINARY, "--port", "0", "--data", data, "--metrics-port", "off", "--log-level",
             "warning", "--posts-per-minute", "0"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = urlsplit(self.process.stdout.readline().split(": ", 1)[1].strip()).netloc
        self.connection = HTTPConnection(self.address, timeout=120)

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> bytes:
        """Sends a request, and returns the body of the response."""
        body = urlencode(form).encode() if form else None
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        self.connection.request(method, path, body, kind)
        response = self.connection.getresponse()
        content = response.read()
        assert response.status in (200, 303), (response.status, path, content[-2000:])
        return content

    def save(self, number: int) -> None:
        """Saves another diet of the first mammals by turns."""
        animal = f"n{number % 20 * 2 + 1}"
        page = self.ask("GET", f"/animals?animal={animal}&dialog=edit").decode()
        version = re.search(r'name="version" value="([^"]+)"', page)[1]
        name = re.search(r'<input[^>]* name="name"[^>]* value="([^"]*)"', page)[1]
        diet = re.search(r'value="(\w+)"[^>]* checked', page)[1]
        self.ask(
            "POST",
            "/animals/animalEditor/onTapUpdateAnimalButton?category=Mammal",
            {"animalId": animal, "version": version, "name": name, "categoryId": "Mammal",
             "diet": DIETS[(DIETS.index(diet) + 1) % 3]},
        )  # fmt: skip

    def stop(self) -> None:
        """Stops the program."""
        self.connection.close()
        self.process.terminate()
        self.process.wait(30)


class Window(threading.Thread):
    """An open page, which receives live updates."""

    def __init__(self, site: Site, path: str) -> None:
        super().__init__(daemon=True)
        self.sizes: list[int] = []
        self.connection = HTTPConnection(site.address, timeout=60)
        self.connection.request("GET", f"/live?{urlencode({'page': path})}")
        self.response = self.connection.getresponse()
        self.start()

    def run(self) -> None:
        """Counts the bytes of the events."""
        size, name = 0, ""
        while line := self.response.readline():
            if line.startswith(b"event:"):
                name = line.split(b":")[1].strip().decode()
            size += len(line)
            if line == b"\n":
                if name == "patch":
                    self.sizes.append(size)
                size, name = 0, ""


def measured(site: Site, path: str) -> tuple[float, float, int]:
    """Returns the response times in milliseconds at p50 and p99, and the bytes of the page."""
    times, size = [], 0
    for number in range(REQUESTS):
        site.save(number)
        start = time.perf_counter()
        size = max(size, len(site.ask("GET", path)))
        times.append((time.perf_counter() - start) * 1_000)
    return percentile(times, 50), percentile(times, 99), size


def rows(count: int) -> list[str]:
    """Measures the pages with a number of animals, and returns rows of the table."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "data"
        site = Site(data)
        site.ask("GET", "/animals")
        site.stop()
        fill(data, count)
        site = Site(data)
        lines = []
        try:
            while f"{count + 6:,} animals".encode() not in site.ask("GET", "/animals"):
                time.sleep(0.05)
            for label, query in [
                ("a category", "category=Mammal"),
                ("its newest", "category=Mammal&order=newest"),
                ("an animal in its category", "category=Mammal&animal=n1"),
                ("a search of all", "search=bace"),
            ]:
                p50, p99, size = measured(site, f"/animals?{query}")
                # An open page is rendered with each change, so that it would be cached above.
                window = Window(site, f"/animals?{query}")
                for number in range(UPDATES):
                    site.save(number)
                    time.sleep(0.2)
                # The first event brings the page up to date.
                updates = sorted(window.sizes[1:])
                update = f"{updates[len(updates) // 2]:,}" if updates else "–"
                is_met = p50 <= AIM and size <= SIZE_AIM
                lines.append(
                    f"| {count:,} | {label} | {p50:.1f} | {p99:.1f} | {size:,} | {update} "
                    f"| {'met' if is_met else '**missed**'} |"
                )
        finally:
            site.stop()
    return lines


def main() -> None:
    counts = [int(sys.argv[1])] if len(sys.argv) > 1 else COUNTS
    lines = [
        "## Animals after a change",
        "",
        f"A page of animals that is requested after one of them was saved, {REQUESTS} times each; "
        "half of the animals are mammals. The last number is the median size of the live update "
        "that a window with this page receives.",
        "",
        *stamp(),
        "",
        "| animals | page | p50 ms | p99 ms | bytes | update, bytes | |",
        "|--:|---|--:|--:|--:|--:|---|",
        *[row for count in counts for row in rows(count)],
        "",
        f"Aim: {AIM} ms at p50 and {SIZE_AIM:,} bytes, whatever the number of animals.",
    ]
    print(*lines, sep="\n")
    if counts == COUNTS:
        write_section("animals", "\n".join(lines))


if __name__ == "__main__":
    main()

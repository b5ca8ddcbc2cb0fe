"""A guide of records with 100,000 loans: list pages, memory, and imports of 50,000 rows.

Serves the release build of Examples/Loans, one request at a time. No page is requested twice, so
that none comes from the cache; the lists are sorted and filtered anew for each filter.

    records.py             100,000 loans; writes a section of the README.md of this folder
    records.py 10000       another number of loans; writes nothing
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from report import write_section
from serving import stamp
from support import ROOT, percentile

BINARY = Path(os.environ.get("LOANS_BINARY", ROOT / ".build/release/Loans"))
LOANS = 100_000
PEOPLE = 1_000
ROWS = 50_000
REQUESTS = 40
AIM = 30
IMPORT_AIM = 5
SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"]


class Loans:
    """A running site of loans."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [BINARY, "--port", "0", "--data", data, "--metrics-port", "off", "--log-level",
             "warning", "--posts-per-minute", "0"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        address = self.process.stdout.readline().split(": ", 1)[1].strip()
        self.connection = HTTPConnection(urlsplit(address).netloc, timeout=120)

    def ask(
        self, method: str, path: str, body: bytes | None = None, fields: dict[str, str] | None = None
    ) -> bytes:
        """Sends a request, and returns the body of the response."""
        self.connection.request(method, path, body, fields or {})
        response = self.connection.getresponse()
        content = response.read()
        assert response.status in (200, 303), (response.status, path, content[-2000:])
        self.location = response.getheader("Location", "")
        return content

    def resident(self) -> int:
        """The resident memory in bytes, without file-backed pages."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", status)[1]) * 1024

    def stop(self) -> None:
        """Stops the site."""
        self.connection.close()
        self.process.terminate()
        self.process.wait(30)


def words(chance: random.Random, count: int) -> str:
    """Returns words that nobody has chosen."""
    return " ".join(
        "".join(chance.choices(SYLLABLES, k=chance.randrange(2, 5))).title() for _ in range(count)
    )


def row(chance: random.Random) -> tuple[str, str, str, str, int]:
    """Returns the title, the borrower, the days and the state of a loan."""
    lent = date(2026, 1, 1) + timedelta(days=chance.randrange(300))
    due = lent + timedelta(days=chance.randrange(1, 60))
    return words(chance, 3), f"p{chance.randrange(PEOPLE)}", f"{lent}", f"{due}", chance.randrange(2)


def fill(data: Path, count: int) -> None:
    """Fills the databases of an empty site."""
    chance = random.Random(7)
    with sqlite3.connect(data / "people.sqlite") as people:
        people.executemany(
            "INSERT INTO people (id, name) VALUES (?, ?)",
            [(f"p{n}", f"{words(chance, 2)} {n}") for n in range(PEOPLE)],
        )
    with sqlite3.connect(data / "loans.sqlite") as loans:
        loans.executemany(
            "INSERT INTO loans (id, title, borrower, lent, due, returned, note) "
            "VALUES (?, ?, ?, ?, ?, ?, '')",
            [(str(uuid.UUID(int=chance.getrandbits(128))), *row(chance)) for _ in range(count)],
        )


def pages(chance: random.Random) -> dict[str, Callable[[int], dict[str, object]]]:
    """Returns functions that return the query of a page nobody has requested."""
    return {
        "a page of the list": lambda n: {"page": n + 2},
        "a page in the order of the titles": lambda n: {"order": "title", "page": n + 2},
        "a search": lambda n: {"search": "".join(chance.choices(SYLLABLES, k=3))},
        "a search among those overdue": lambda n: {
            "filter": "overdueOnly", "search": "".join(chance.choices(SYLLABLES, k=2)), "page": n + 1,
        },
        "the loans of a person, by name": lambda n: {"search": f"{n + 1}"},
    }  # fmt: skip


def timed(site: Loans, path: str) -> float:
    """Returns the response time in milliseconds."""
    start = time.perf_counter()
    site.ask("GET", path)
    return (time.perf_counter() - start) * 1_000


def imported(site: Loans, count: int) -> tuple[float, float, float]:
    """Imports rows, and returns the seconds after which the file was checked; and after the next
    post, all rows were stored, and shown on a page."""
    chance = random.Random(11)
    lines = ["Title,Borrower,Lent on,Due on,Returned"]
    for _ in range(ROWS):
        title, person, lent, due, returned = row(chance)
        lines.append(f"{title},{person},{lent},{due},{'yes' if returned else 'no'}")
    file = "\r\n".join(lines).encode()

    def post(parts: dict[str, bytes]) -> tuple[float, bytes]:
        body = b"".join(
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + part + b"\r\n"
            for name, part in parts.items()
        )
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        start = time.perf_counter()
        answer = site.ask("POST", "/loans/import", body + b"--x--\r\n", kind)
        return time.perf_counter() - start, answer

    check, page = post({"file": file})
    fields = dict(re.findall(rb'type="hidden" name="(operation|checked)" value="([^"]*)"', page))
    assert len(fields) == 2, page[-2000:]
    start = time.perf_counter()
    post({name.decode(): value for name, value in fields.items()})
    page_of_import = site.location
    # A long import is answered before its end, with the page of its operation.
    with closing(sqlite3.connect(site.data / "loans.sqlite")) as loans:
        while loans.execute("SELECT count(*) FROM loans").fetchone()[0] < count + ROWS:
            time.sleep(0.05)
    stored = time.perf_counter() - start
    while b"were imported." not in site.ask("GET", page_of_import):
        time.sleep(0.05)
    return check, stored, time.perf_counter() - start


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else LOANS
    chance = random.Random(3)
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "data"
        site = Loans(data)
        site.ask("GET", "/loans")
        site.ask("GET", "/people")
        empty = site.resident()
        site.stop()
        fill(data, count)
        start = time.perf_counter()
        site = Loans(data)
        try:
            while f"{count:,} loans".encode() not in site.ask("GET", "/loans"):
                time.sleep(0.05)
            load = time.perf_counter() - start
            loaded = (site.resident() - empty) / count
            rows = []
            for label, query in pages(chance).items():
                times = [timed(site, f"/loans?{urlencode(query(n))}") for n in range(REQUESTS)]
                p50 = percentile(times, 50)
                rows.append(
                    f"| {label} | {p50:.1f} | {percentile(times, 99):.1f} "
                    f"| {'met' if p50 <= AIM else '**missed**'} |"
                )
            used = (site.resident() - empty) / count
            export = timed(site, "/loans/export.csv") / 1_000
            check, stored, shown = imported(site, count)
            assert f"{count + ROWS:,} loans".encode() in site.ask("GET", "/loans")
            after = site.resident()
        finally:
            site.stop()
    lines = [
        f"## {count:,} loans",
        "",
        f"`Examples/Loans` with {count:,} loans of {PEOPLE:,} people, loaded in {load:.1f} s. They "
        f"take {loaded:.0f} bytes each, and {used:.0f} bytes with the lists and pages that the requests "
        f"below have left. {REQUESTS} requests of each kind, none twice.",
        "",
        *stamp(),
        "",
        "| page | p50 ms | p99 ms | |",
        "|---|--:|--:|---|",
        *rows,
        "",
        f"Aim: {AIM} ms at p50. All loans are exported as CSV in {export:.1f} s.",
        "",
        f"{ROWS:,} more rows are imported, in parts of 250 and with a history of each: checked "
        f"in {check:.1f} s, stored in {stored:.1f} s (aim: {IMPORT_AIM} s, "
        f"{'met' if stored <= IMPORT_AIM else '**missed**'}), and shown after {shown:.1f} s, with "
        f"all loans in a new order. The memory is {after >> 20} MB then.",
    ]
    print(*lines, sep="\n")
    if count == LOANS:
        write_section("records", "\n".join(lines))


if __name__ == "__main__":
    main()

"""A million quakes: memory, start, and ten filters compared with Datasette.

Both serve HTML pages of the same rows, in the same run, one request at a time,
alternately. No filter is requested twice, so that neither uses a cache. Ours also
counts all matches and draws the map and two charts; Datasette's copy of the table
is ordered by time, with indexes on time and magnitude. Then the search of all guides,
with texts that few, many and most places have, and the requests that cost most.

    scale.py               a million quakes; writes a section of the README.md of this folder
    scale.py 100000        another number of quakes; writes nothing
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import httpx

from quakes import NEWEST, SECONDS, SYLLABLES, fill
from report import write_section
from serving import stamp
from support import Program, percentile, program

MILLION = 1_000_000
REQUESTS = 30
AIM = 10
REFERENCE = 978_307_200

Filter = Callable[[random.Random], tuple[dict[str, object], dict[str, object]]]


def _day(chance: random.Random) -> tuple[str, dict[str, object]]:
    day = (NEWEST - chance.randrange(SECONDS)) // 86_400 * 86_400 + REFERENCE % 86_400
    text = time.strftime("%Y-%m-%d", time.gmtime(day + REFERENCE))
    return text, {"time__gte": day, "time__lte": day + 86_400}


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=3))


def a_day(chance):
    day, theirs = _day(chance)
    return {"date": day}, theirs


def a_day_and_a_magnitude(chance):
    day, theirs = _day(chance)
    least = chance.randrange(5, 30) / 10
    return {"date": day, "min": least}, theirs | {"magnitude__gte": least - 0.05}


def a_month(chance):
    first = int((NEWEST - chance.random() * SECONDS) // 86_400 * 86_400 + REFERENCE % 86_400)
    days = [time.strftime("%Y-%m-%d", time.gmtime(first + REFERENCE + n * 86_400)) for n in (0, 29)]
    return (
        {"from": days[0], "to": days[1]},
        {"time__gte": first, "time__lte": first + 30 * 86_400},
    )


def a_text(chance):
    word = _word(chance)
    return {"date": "any", "q": word}, {"name__contains": word}


def a_text_and_a_magnitude(chance):
    word, least = _word(chance)[:4], chance.randrange(5, 40) / 10
    return (
        {"date": "any", "q": word, "min": least},
        {"name__contains": word, "magnitude__gte": least - 0.05},
    )


def a_large_magnitude(chance):
    least = chance.randrange(500, 900) / 100
    return {"date": "any", "min": least}, {"magnitude__gte": least}


def largest_first(chance):
    least = chance.randrange(0, 300) / 100 + 0.001
    return (
        {"date": "any", "sort": "magnitude", "min": round(least, 2)},
        {"magnitude__gte": round(least, 2), "_sort_desc": "magnitude"},
    )


def a_box(chance):
    west, south = chance.randrange(-179, 160), chance.randrange(-60, 50)
    return (
        {"date": "any", "box": f"{west},{south},{west + 15},{south + 10}"},
        {
            "longitude__gte": west, "longitude__lte": west + 15,
            "latitude__gte": south, "latitude__lte": south + 10,
        },
    )


def a_depth(chance):
    least = chance.randrange(100, 6_500) / 10
    return {"date": "any", "depth-min": least}, {"depth__gte": least}


def a_type(chance):
    kind = chance.choice(["quarry blast", "explosion", "ice quake"])
    least = chance.randrange(0, 200) / 100 + 0.01
    return (
        {"date": "any", "type": kind, "min": round(least, 2)},
        {"type": kind, "magnitude__gte": round(least, 2)},
    )


# Texts for the search of all guides; none is searched for twice.
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SEARCHES: dict[str, Callable[[random.Random, int], str]] = {
    "three syllables": lambda chance, _: "".join(chance.choices(SYLLABLES, k=3)),
    "two syllables": lambda _, n: SYLLABLES[n % len(SYLLABLES)] + SYLLABLES[n * 7 % 19],
    "a letter": lambda _, n: f"of {LETTERS[n - 26]}" if n >= 26 else LETTERS[n],
}

# The requests that cost most, with the aim in milliseconds of processor time.
COSTLY: dict[str, tuple[int, Callable[[int], str]]] = {
    "the world in another projection": (40, lambda n: f"{ANY}&projection=equal-earth{other(n)}"),
    "a part of it": (40, lambda n: f"{ANY}&projection=equal-earth&view=60,40,90{other(n)}"),
    "a hemisphere": (40, lambda n: f"{ANY}&projection=north-pole{other(n)}"),
    "near a place": (20, lambda n: f"{ANY}&near=Tokyo{other(n)}"),
    "near a region": (20, lambda n: f"{ANY}&near=Russia{other(n)}"),
    "within 5,000 km": (20, lambda n: f"{ANY}&near=34,-118&km=5000{other(n)}"),
    "within 5,000 km, nearest first": (
        20, lambda n: f"{ANY}&near=34,-118&km=5000&sort=distance{other(n)}"
    ),
    "a preview picture": (20, lambda n: f"/quakes/event/xx{n * 1_000:08}.png"),
}
ANY = "/quakes?date=any&type=any"
# The aim of exports, in rows per second.
ROWS = 200_000

FILTERS: list[Filter] = [
    a_day, a_day_and_a_magnitude, a_month, a_text, a_text_and_a_magnitude, a_large_magnitude,
    largest_first, a_box, a_depth, a_type,
]


def datasette(file: Path) -> tuple[subprocess.Popen, str]:
    """Starts Datasette with an immutable copy of the database."""
    process = subprocess.Popen(
        [Path(sys.executable).parent / "datasette", "serve", "--immutable", file, "--port", "0",
         "--host", "127.0.0.1", "--setting", "sql_time_limit_ms", "20000"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "running on http" in line:
            return process, line.split("running on ")[1].split()[0]
    raise RuntimeError("Datasette did not start")


def timed(client: httpx.Client, path: str, query: dict[str, object]) -> float:
    """Returns the response time in milliseconds."""
    start = time.perf_counter()
    answer = client.get(f"{path}?{urlencode(query)}")
    milliseconds = (time.perf_counter() - start) * 1000
    assert answer.status_code == 200, (answer.status_code, query)
    return milliseconds


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MILLION
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = folder / "ours"
        with program(ours) as running:
            httpx.get(f"{running.url}/quakes")
            empty = running.resident()
        fill(ours / "quakes.sqlite", count)
        theirs = folder / "theirs.db"
        database = sqlite3.connect(theirs)
        database.execute("ATTACH ? AS ours", (str(ours / "quakes.sqlite"),))
        database.execute("CREATE TABLE quake AS SELECT * FROM ours.quake ORDER BY time")
        database.commit()
        database.execute("CREATE INDEX quake_time ON quake (time)")
        database.execute("CREATE INDEX quake_magnitude ON quake (magnitude)")
        database.execute("ANALYZE")
        database.commit()
        database.close()

        start = time.perf_counter()
        with program(ours) as running:
            while f"{count:,} total" not in httpx.get(f"{running.url}/quakes", timeout=60).text:
                time.sleep(0.1)
            seconds = time.perf_counter() - start
            loaded = (running.resident() - empty) / count
            searches = search(running.url)
            costs = cost(running)
            exports = export(running.url, count)
            process, url = datasette(theirs)
            try:
                rows = compare(running.url, url)
            finally:
                process.terminate()
                process.wait(30)
            used = (running.resident() - empty) / count
    lines = [
        f"## {'A million' if count == MILLION else f'{count:,}'} earthquakes",
        "",
        f"{count:,} earthquakes, loaded in {seconds:.1f} s. They take {loaded:.0f} bytes each "
        f"(aim: 350), and {used:.0f} bytes with the memory that the requests below have left. "
        f"{REQUESTS} requests of each filter, none twice, alternately to the program and to "
        "Datasette, which shows a table of the same rows.",
        "",
        *stamp(),
        "",
        "| filter | p50 ms | p99 ms | | Datasette: p50 ms | p99 ms |",
        "|---|--:|--:|---|--:|--:|",
        *rows,
        "",
        f"Aim: {AIM} ms at p50.",
        "",
        "The search of all guides, `/search`:",
        "",
        "| text | p50 ms | p99 ms | |",
        "|---|--:|--:|---|",
        *searches,
        "",
        "The requests that cost most, in processor time of the program:",
        "",
        "| request | CPU ms | aim | |",
        "|---|--:|--:|---|",
        *costs,
        "",
        "| export of all | rows/s | aim | |",
        "|---|--:|--:|---|",
        *exports,
    ]
    print(*lines, sep="\n")
    if count == MILLION:
        write_section("million", "\n".join(lines))


def search(ours: str) -> list[str]:
    """Searches all guides, and returns the rows of the table."""
    rows = []
    with httpx.Client(base_url=ours, timeout=60) as client:
        for name, make in SEARCHES.items():
            chance = random.Random(name)
            times = [timed(client, "/search", {"q": make(chance, n)}) for n in range(REQUESTS)]
            p50 = percentile(times, 50)
            rows.append(
                f"| {name} | {p50:.1f} | {percentile(times, 99):.1f} "
                f"| {'met' if p50 <= AIM else '**missed**'} |"
            )
    return rows


def other(number: int) -> str:
    """Returns a condition that nearly all events meet, so that no page is requested twice."""
    return f"&max={8 + number / 1_000:.3f}"


def cost(running: Program) -> list[str]:
    """Requests what costs most, and returns the rows of the table."""
    rows = []
    with httpx.Client(base_url=running.url, timeout=60) as client:
        for name, (aim, address) in COSTLY.items():
            assert client.get(address(0)).status_code == 200, name
            before = running.processor_milliseconds()
            for number in range(1, REQUESTS + 1):
                client.get(address(number))
            mean = (running.processor_milliseconds() - before) / REQUESTS
            is_met = "met" if mean <= aim else "**missed**"
            rows.append(f"| {name} | {mean:.1f} | {aim} | {is_met} |")
    return rows


def export(ours: str, count: int) -> list[str]:
    """Downloads all earthquakes in each format, and returns the rows of the table."""
    rows = []
    for name, address in [
        ("CSV", "quakes.csv?sort=time"), ("CSV, largest first", "quakes.csv?sort=magnitude"),
        ("GeoJSON", "quakes.geojson?sort=time"), ("KML", "quakes.kml?sort=time"),
    ]:
        start = time.perf_counter()
        with urlopen(f"{ours}/{address}&date=any&type=any") as answer:
            while answer.read(1 << 20):
                pass
        rate = count / (time.perf_counter() - start)
        rows.append(
            f"| {name} | {rate:,.0f} | {ROWS:,} | {'met' if rate >= ROWS else '**missed**'} |"
        )
    return rows


def compare(ours: str, theirs: str) -> list[str]:
    """Requests each filter from both, alternately, and returns the rows of the table."""
    rows = []
    with httpx.Client(base_url=ours, timeout=60) as a, httpx.Client(
        base_url=theirs, timeout=60
    ) as b:
        for make in FILTERS:
            chance = random.Random(make.__name__)
            mine, other = [], []
            for _ in range(REQUESTS):
                our_query, their_query = make(chance)
                mine.append(timed(a, "/quakes", {"type": "any"} | our_query))
                other.append(
                    timed(
                        b, "/theirs/quake",
                        {"_sort_desc": "time", "_size": 100, "_nosuggest": 1} | their_query,
                    )
                )
            p50 = percentile(mine, 50)
            rows.append(
                f"| {make.__name__.replace('_', ' ')} | {p50:.1f} | {percentile(mine, 99):.1f} "
                f"| {'met' if p50 <= AIM else '**missed**'} "
                f"| {percentile(other, 50):.1f} | {percentile(other, 99):.1f} |"
            )
    return rows


if __name__ == "__main__":
    main()

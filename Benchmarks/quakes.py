"""Generates any number of quakes, with a fixed seed.

Their distribution resembles that of real ones: along a few belts, many small and
few large, some deep, and a few events that are not earthquakes.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

SEED = 20_240_504
# 4 May 2024 in seconds since the start of 2001, as in the database.
NEWEST = 1_714_780_800 - 978_307_200
SECONDS = 1_000 * 86_400

DIRECTIONS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()
SYLLABLES = "ka lo mi ra tu ven sha no pe ri an gol ti fu za be do kor ul ya".split()
# West, south, east, north, frequency per thousand, minimum depth, maximum depth.
REGIONS = [
    ("CA", -124, 32, -115, 41, 330, 0, 15),
    ("Alaska", -179, 51, -140, 68, 220, 0, 180),
    ("Hawaii", -156, 18.8, -154.8, 20.2, 90, 0, 40),
    ("Nevada", -120, 36, -114, 41, 80, 0, 12),
    ("Puerto Rico", -68, 17.6, -65, 19.2, 60, 2, 90),
    ("Texas", -104, 29, -97, 33, 50, 2, 9),
    ("Indonesia", 95, -10, 140, 5, 40, 10, 600),
    ("Japan region", 130, 26, 146, 45, 30, 10, 500),
    ("Tonga", -177, -24, -172, -15, 25, 10, 650),
    ("Fiji region", 176, -25, 180, -17, 20, 300, 680),
    ("Chile", -73, -40, -67, -18, 20, 10, 220),
    ("Greece", 20, 34, 29, 41, 15, 5, 90),
    ("Papua New Guinea", 143, -10, 155, -3, 12, 10, 400),
    ("Kuril Islands", 146, 43, 157, 51, 8, 10, 300),
]
TYPES = [("earthquake", 975), ("quarry blast", 15), ("explosion", 7), ("ice quake", 3)]


def quakes(count: int) -> Iterator[tuple[object, ...]]:
    """Yields rows in the order of the database columns."""
    chance = random.Random(SEED)
    towns = {
        region[0]: [
            "".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))).title() for _ in range(200)
        ]
        for region in REGIONS
    }
    regions = chance.choices(REGIONS, [region[5] for region in REGIONS], k=count)
    types = chance.choices([name for name, _ in TYPES], [many for _, many in TYPES], k=count)
    for number, (region, kind) in enumerate(zip(regions, types, strict=True)):
        name, west, south, east, north, _, shallow, deep = region
        time = NEWEST - chance.random() * SECONDS
        least = 4.0 if east > 0 or south < 0 else 0.2
        place = (
            f"{chance.randint(1, 180)} km {chance.choice(DIRECTIONS)} of "
            f"{chance.choice(towns[name])}, {name}"
        )
        yield (
            f"xx{number:08d}", round(min(least + chance.expovariate(2.0) - 0.5, 9.2), 2),
            round(time, 3), round(time + chance.random() * 1e6, 3), place,
            round(chance.uniform(west, east), 4), round(chance.uniform(south, north), 4),
            round(chance.uniform(shallow, deep), 2), "ml", kind,
            chance.choice(["automatic", "reviewed"]), None, 0, None, None, None,
            chance.randint(0, 800), "xx", None, None, None, None, None,
        )


def fill(file: Path, count: int) -> None:
    """Inserts quakes into a database that the program has created."""
    database = sqlite3.connect(file)
    marks = ",".join("?" * 23)
    database.executemany(f"INSERT INTO quake VALUES ({marks})", quakes(count))
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()

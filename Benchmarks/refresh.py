"""Measures a refresh of a month: fetched, decoded, merged and durable.

Compared with a Python script that does the same with orjson and the sqlite3
module: it matches by id, keeps the newer record, and commits with the same
settings. Rounds alternate, and each starts without data. Writes a section of the
README.md of this folder.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
import urllib.request
from pathlib import Path

import httpx
import orjson

from report import write_section
from serving import stamp
from support import FIXTURES, feed_server, program

ROUNDS = 9

UPSERT = """
INSERT INTO quake VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
ON CONFLICT (quakeId) DO UPDATE SET
  magnitude = excluded.magnitude, time = excluded.time, updated = excluded.updated,
  name = excluded.name, longitude = excluded.longitude, latitude = excluded.latitude,
  depth = excluded.depth, magnitudeType = excluded.magnitudeType, type = excluded.type,
  status = excluded.status, alert = excluded.alert, tsunami = excluded.tsunami,
  felt = excluded.felt, cdi = excluded.cdi, mmi = excluded.mmi,
  significance = excluded.significance, network = excluded.network, ids = excluded.ids,
  url = excluded.url
WHERE excluded.updated >= updated
"""


def python_refresh(feed: str, folder: Path) -> float:
    """Returns the seconds of the script, without its start."""
    database = sqlite3.connect(folder / "quakes.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(
        "CREATE TABLE quake (quakeId TEXT PRIMARY KEY, magnitude REAL, time INTEGER,"
        " updated INTEGER, name TEXT, longitude REAL, latitude REAL, depth REAL,"
        " magnitudeType TEXT, type TEXT, status TEXT, alert TEXT, tsunami INTEGER, felt INTEGER,"
        " cdi REAL, mmi REAL, significance INTEGER, network TEXT, ids TEXT, url TEXT)"
        " WITHOUT ROWID"
    )
    start = time.perf_counter()
    with urllib.request.urlopen(feed) as answer:
        features = orjson.loads(answer.read())["features"]
    rows = []
    for feature in features:
        properties = feature["properties"]
        longitude, latitude, depth = feature["geometry"]["coordinates"]
        rows.append((
            feature["id"], properties["mag"], properties["time"], properties["updated"],
            properties["place"], longitude, latitude, depth, properties["magType"],
            properties["type"], properties["status"], properties["alert"], properties["tsunami"],
            properties["felt"], properties["cdi"], properties["mmi"], properties["sig"],
            properties["net"], properties["ids"], properties["url"],
        ))
    database.execute("BEGIN IMMEDIATE")
    database.executemany(UPSERT, rows)
    database.execute("COMMIT")
    seconds = time.perf_counter() - start
    assert database.execute("SELECT count(*) FROM quake").fetchone() == (len(features),)
    database.close()
    return seconds


def our_refresh(feeds: str, folder: Path, count: int) -> float:
    """Returns the seconds from the request to the response, when all data are durable."""
    with program(folder, feeds) as running, httpx.Client(base_url=running.url) as client:
        client.get("/quakes")
        start = time.perf_counter()
        answer = client.post(
            "/quakes/quakeList/onTapRefreshQuakesButton", data={"range": "allMonth"}
        )
        seconds = time.perf_counter() - start
        assert answer.status_code == 303, answer.status_code
        assert "notice=refreshed" in answer.headers["location"]
    database = sqlite3.connect(folder / "quakes.sqlite")
    assert database.execute("SELECT count(*) FROM quake").fetchone() == (count,)
    database.close()
    return seconds


def main() -> None:
    content = (FIXTURES / "quakes/all_month_2025-07-27_from-csv.geojson").read_bytes()
    count = len(orjson.loads(content)["features"])
    ours, python = [], []
    with feed_server({"/all_month.geojson": content}) as feeds:
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory() as folder:
                python.append(python_refresh(f"{feeds}/all_month.geojson", Path(folder)))
            with tempfile.TemporaryDirectory() as folder:
                ours.append(our_refresh(feeds, Path(folder), count))
    ratio = statistics.median(ours) / statistics.median(python)
    lines = [
        "## A month's feed",
        "",
        f"A feed of {count:,} events ({len(content) / 1e6:.1f} MB) is fetched, decoded, merged and "
        "durable: by a post to the program without data, and by a Python script with orjson and "
        f"sqlite3. {ROUNDS} rounds, alternately.",
        "",
        *stamp(),
        "",
        "| | ms, median (min-max) | ratio |",
        "|---|--:|--:|",
        *(
            f"| {name} | {statistics.median(seconds) * 1000:.0f} ({min(seconds) * 1000:.0f}-"
            f"{max(seconds) * 1000:.0f}) | {statistics.median(seconds) / statistics.median(python):.2f} |"
            for name, seconds in [("orjson and sqlite3", python), ("Fieldguide", ours)]
        ),
        "",
        f"{ratio:.2f} × the script (aim: 0.5).",
    ]
    print(*lines, sep="\n")
    write_section("feed", "\n".join(lines))


if __name__ == "__main__":
    main()

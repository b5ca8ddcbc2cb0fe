"""15. SQL injection: no input becomes part of a statement."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import quote

import pytest

import payloads
import quakes
import web
from events import SAMPLES, feed
from program_fixtures import feeding
from server import GENEROUS, Server, serving
from wire import FORM, Answer, Connection, ask

OWN = [
    "'", "''", '"', "`", ";", "--", "/*", "\\", "%", "_", "%%", "*", "?", "?1", ":a", "@a", "$a",
    "[",
    "' OR '1'='1", "' OR 1=1--", '" OR ""="', "1; DROP TABLE animal", "'); DELETE FROM animal;--",
    "x' UNION SELECT sql FROM sqlite_master--", "' AND randomblob(100000000)--", "||'x'||", "0x27",
    "' ATTACH DATABASE 'x' AS y--", "\\'; --", "’ OR ’1’=’1", "%27 OR 1=1", "CAST(x AS INT)",
    "NULL",
    "admin'/*", "1' ORDER BY 100--", "load_extension('x')", "zeroblob(1e9)", "a" * 199 + "'",
]  # fmt: skip
LISTS: dict[str, Callable[[], list[str]]] = {
    "own": lambda: OWN,
    "security": payloads.sql,
    "naughty": lambda: [text for text in payloads.naughty() if re.search("[';]|--", text)],
}
# Error messages of a database, or of a program that leaks them.
TOLD = re.compile(
    r"(?i)sqlite|GRDB|syntax error|unrecognized token|no such (table|column)|SQLSTATE"
    r"|SELECT \*|INSERT INTO|DELETE FROM|UPDATE animal|WHERE id"
)
LOOKS = [
    "/animals?category={0}", "/animals?animal={0}", "/animals?category=Mammal&animal={0}",
    "/quakes?date=any&q={0}", "/quakes?date=any&type={0}", "/quakes?date=any&quake={0}",
    "/quakes?date={0}", "/quakes?from={0}", "/quakes?to={0}", "/quakes?min={0}", "/quakes?max={0}",
    "/quakes?depth-min={0}", "/quakes?depth-max={0}", "/quakes?box={0}", "/quakes?sort={0}",
    "/quakes?order={0}", "/quakes?view={0}", "/quakes?page={0}",
    "/quakes?units={0}", "/quakes?tz={0}", "/quakes.csv?date=any&q={0}",
    "/quakes.geojson?type={0}", "/quakes.atom?q={0}", "/photos?q={0}", "/photos?page={0}",
    "/breeds?q={0}", "/breeds?breed={0}", "/breeds?breed=hound&sub={0}", "/search?q={0}",
    "/changes?changed-by={0}", "/changes?changes-before={0}", "/live?page=/{0}",
]  # fmt: skip
POSTS = [
    (web.ADD, "id={0}&name=x&diet=Omnivore&categoryId=Fish"),
    (web.ADD, "id=sql&name=&diet={0}&categoryId=Fish"),
    (web.ADD, "id=sql&name=&diet=Omnivore&categoryId={0}"),
    (web.UPDATE, "animalId={0}&version=x&name=x&diet=Omnivore&categoryId=Fish"),
    (web.UPDATE, "animalId=Dog&version={0}&name=x&diet=Omnivore&categoryId=Fish"),
    (web.DELETE, "animalId={0}"),
    ("/animals/animalList/onTapDeleteSelectedAnimalButton", "animalId={0}"),
    (quakes.DELETE + "?date=any", "quakeId={0}"),
    (quakes.REFRESH, "range={0}"),
    ("/photos/bannerUpdate/onTapSubmitButton", "title={0}"),
    ("/breeds/breed/onTapAnotherPictureButton?breed={0}", ""),
]


def tables(program: Server) -> dict[str, object]:
    """Returns the schemas and row counts of all tables of all databases."""
    found: dict[str, object] = {}
    for path in sorted(program.data.glob("*.sqlite")):
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            schema = database.execute("SELECT name, type, sql FROM sqlite_master").fetchall()
            for name, kind, sql in schema:
                found[f"{path.name} {name}"] = sql
                if kind == "table":
                    [count] = database.execute(f'SELECT count(*) FROM "{name}"').fetchone()
                    found[f"{path.name} {name} rows"] = count
        database.close()
    return found


def assert_says_nothing(answer: Answer, texts: str, sent: str) -> None:
    """Checks that a page contains no database error other than those in the input."""
    assert answer.status < 500, sent
    said = {found[0].lower() for found in TOLD.finditer(unescape(answer.text))}
    assert not [one for one in said if one not in texts.lower()], (sent, said)


@pytest.fixture(scope="module")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with animals and earthquakes."""
    data = tmp_path_factory.mktemp("stocked")
    with feeding() as feeds, serving(data, feeds=feeds.url, options=GENEROUS) as program:
        feeds.serve(all_week=feed(SAMPLES))
        assert quakes.refresh(program).status == 303
        with Connection(program.url) as site:
            for target in ("/animals", "/photos", "/breeds"):
                assert site.ask("GET", target).status == 200
            banner = site.ask("POST", "/photos/bannerUpdate/onTapSubmitButton", [FORM], b"title=x")
            assert banner.status == 303
        yield program
        assert program.is_alive


@pytest.mark.parametrize("name", LISTS)
def test_15_sql(stocked: Server, name: str) -> None:
    """In every field and filter: no row is added or removed, and no error is shown. The texts of
    the longest list take turns, four of them for all fields."""
    before = tables(stocked)
    assert len(before) > 10
    texts = "\n".join(LISTS[name]())
    with Connection(stocked.url) as site:
        for number, text in enumerate(texts.split("\n")):
            value = quote(text, safe="")
            fields = slice(number % 4, None, 4) if name == "naughty" else slice(None)
            for target in LOOKS[fields]:
                answer = site.ask("GET", target.format(value))
                assert_says_nothing(answer, texts, target.format(value))
            for target, body in POSTS[fields]:
                # A valid id would be a successful addition.
                if "id={0}" in body and re.fullmatch("[A-Za-z0-9-]+", text):
                    continue
                answer = site.ask("POST", target.format(value), [FORM], body.format(value).encode())
                assert_says_nothing(answer, texts, target + body.format(value))
                assert answer.status in (303, 400, 404, 409, 414, 422), target + body.format(value)
    after = tables(stocked)
    assert {name for name in before if before[name] != after.get(name)} <= {
        "quakes.sqlite refresh rows",
        "quakes.sqlite change rows",
        # Banners are changed, as by anybody.
        "photos.sqlite change rows",
    }
    assert set(after) == set(before)


@pytest.mark.parametrize("name", LISTS)
def test_15_sql_as_a_name(fresh: Server, name: str) -> None:
    """As the name of an animal, the text is stored unchanged."""
    kept: dict[str, str] = {}
    with Connection(fresh.url) as site:
        for number, text in enumerate(LISTS[name]()):
            form = f"id=sql-{number}&name={quote(text, safe='')}&diet=Omnivore&categoryId=Fish"
            answer = site.ask("POST", web.ADD, [FORM], form.encode())
            assert_says_nothing(answer, text, text)
            if answer.status == 303:
                kept[f"sql-{number}"] = text
    assert len(kept) > 10
    assert fresh.stop() == 0
    with sqlite3.connect(fresh.data / "animals.sqlite") as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(animal)")]
        assert {"name"} <= set(columns)
        rows = database.execute("SELECT * FROM animal").fetchall()
    database.close()
    stored = {value for row in rows for value in row if isinstance(value, str)}
    assert {
        text for text in kept.values() if text not in stored and text.strip() not in stored
    } == set()


@pytest.mark.parametrize(
    "text", ["' OR '1'='1", "%", "_", "*", "%%", "a%", "Tong_", "?", "[a-z]", "\\"]
)
def test_15_sql_wildcards_are_literal(stocked: Server, text: str) -> None:
    """Wildcards of SQL are matched literally."""
    html = ask(stocked.url, "GET", f"/quakes?date=any&q={quote(text)}").text
    assert quakes.count(html) == 0
    html = ask(stocked.url, "GET", "/quakes?date=any&q=tonga").text
    assert quakes.count(html) == 1

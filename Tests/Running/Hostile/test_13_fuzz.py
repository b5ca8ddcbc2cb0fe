"""13. Fuzzing: no input crashes a parser, keeps it busy, or causes a 5xx."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable

import pytest

import web
from server import Server, Starter
from wire import FORM, Answer, Connection, EventStream, Incomplete, ask

SEED = 20261123
COUNT = int(os.environ.get("FIELDGUIDE_FUZZ", "400"))
# Tokens with a meaning for parsers.
TOKENS = [
    "%", "%0", "%00", "%FF", "%zz", "%25", "+", "&", "=", ";", ",", '"', "'", "*", "W/", "q=",
    "gzip",
    "identity", "\t", " ", "..", "/", "\\", "?", "#", "[", "]", "{", "}", "\ufeff", "é", "😀",
    "\u202e",
    "0", "-1", "9" * 30, "1e999", "NaN", "-0.0", "2024-02-30", "id", "name", "diet", "categoryId",
    "category", "animal", "dialog", "edit", "date", "box", "view", "page", "quake", "sort", "min",
    "max",
    "depth-min", "from", "to", "type", "any", "order", "breed", "sub", "notice", "180,90,-180,-90",
    "units", "mi", "tz", "Asia/Tokyo",
]  # fmt: skip


def text(chance: random.Random, *, most: int = 12) -> str:
    """Returns random tokens and letters."""
    parts = [
        chance.choice(TOKENS) if chance.random() < 0.7 else chr(chance.randrange(32, 0x250))
        for _ in range(chance.randrange(most + 1))
    ]
    return "".join(parts)


def raw(chance: random.Random, *, most: int = 200) -> bytes:
    """Returns random bytes."""
    return chance.randbytes(chance.randrange(most + 1))


def of_target(chance: random.Random, *, most: int = 30) -> bytes:
    """Returns bytes that are valid in a target, and some that are not."""
    encoded = text(chance, most=most).encode()
    if chance.random() < 0.8:
        encoded = bytes(byte for byte in encoded if 0x20 < byte < 0x7F)
    return encoded.replace(b"\r", b"").replace(b"\n", b"")


def of_field(chance: random.Random) -> str:
    """Returns text that is valid in a field, and some that is not."""
    if chance.random() < 0.8:
        return text(chance, most=60)
    return raw(chance).decode("latin-1").translate(dict.fromkeys(map(ord, "\r\n\0")))


PATHS = [
    "/", "/animals", "/quakes", "/quakes.csv", "/breeds", "/photos", "/search", "/live", "/static/",
    "/changes", "/x",
]  # fmt: skip
FIELDS = {
    "cookie": "Cookie",
    "if-none-match": "If-None-Match",
    "accept-encoding": "Accept-Encoding",
    "content-type": "Content-Type",
    "origin": "Origin",
    "sec-fetch-site": "Sec-Fetch-Site",
    "range": "Range",
    "authorization": "Authorization",
    "x-forwarded-for": "X-Forwarded-For",
    "x-forwarded-host": "X-Forwarded-Host",
    "connection": "Connection",
    "user-agent": "User-Agent",
}
Sender = Callable[[Connection, random.Random], Answer]


def _form(site: Connection, chance: random.Random) -> Answer:
    target = chance.choice([web.ADD, web.UPDATE, web.DELETE])
    kind = chance.randrange(3)
    body = [raw(chance), text(chance, most=60).encode(), b""][kind]
    if kind == 2:
        names = ["id", "name", "diet", "categoryId", "animalId", "version", text(chance)]
        body = "&".join(f"{name}={text(chance)}" for name in names).encode()
    return site.ask("POST", target, [FORM], body)


def _target(site: Connection, chance: random.Random) -> Answer:
    return site.ask("GET", chance.choice(PATHS).encode() + of_target(chance))


def _query(site: Connection, chance: random.Random) -> Answer:
    path = chance.choice(PATHS)
    # Short inputs are sometimes valid.
    most = chance.choice([1, 3, 30])
    items = b"&".join(
        of_target(chance, most=most) + b"=" + of_target(chance, most=most) for _ in range(3)
    )
    return site.ask("GET", path.encode() + b"?" + items)


def _filter(site: Connection, chance: random.Random) -> Answer:
    names = ["q", "date", "from", "to", "min", "max", "depth-min", "depth-max", "type", "box"]
    names += ["sort", "order", "quake", "view", "page", "units", "tz"]
    items = "&".join(
        f"{name}={''.join(chance.choice('0123456789.,-+eE:TZ any') for _ in range(12))}"
        for name in chance.sample(names, 4)
    )
    return site.ask("GET", "/quakes?" + items.replace(" ", "+"))


def _field(name: str) -> Sender:
    def send(site: Connection, chance: random.Random) -> Answer:
        method, body = chance.choice([("GET", b""), ("HEAD", b""), ("POST", b"animalId=gone")])
        target = web.DELETE if method == "POST" else chance.choice(["/animals", "/photos", "/x"])
        fields = [FORM] if method == "POST" and name != "Content-Type" else []
        return site.ask(method, target, [*fields, (name, of_field(chance))], body)

    return send


SENDERS: dict[str, Sender] = {
    "form": _form,
    "target": _target,
    "query": _query,
    "filter": _filter,
    **{name: _field(field) for name, field in FIELDS.items()},
}


def is_quiet(program: Server) -> bool:
    """Returns true if the server uses no CPU time without requests."""
    for _ in range(5):
        before = program.processor_seconds
        time.sleep(0.3)
        if program.processor_seconds - before <= 0.1:
            return True
    return False


@pytest.mark.parametrize("name", SENDERS)
def test_13_fuzz(start_once: Starter, name: str) -> None:
    """Each request gets a response before the timeout of `wire`, without a 5xx except for
    unknown methods and versions; afterwards the program is idle."""
    program = start_once()
    chance = random.Random(f"{SEED} {name}")
    statuses: Counter[int] = Counter()
    with Connection(program.url) as site:
        for _ in range(COUNT):
            try:
                answer = SENDERS[name](site, chance)
            except Incomplete:
                site.close()  # The server closed the connection without a response.
                statuses[0] += 1
                continue
            statuses[answer.status] += 1
    assert not [status for status in statuses if status >= 500 and status != 501], statuses
    assert statuses[0] < COUNT / 10
    assert len(statuses) > 1 or name in ("filter", "cookie"), statuses
    assert program.is_alive
    assert ask(program.url, "GET", "/healthz").status == 200
    assert is_quiet(program)


def test_13_fuzz_last_event_id(start_once: Starter) -> None:
    """A stream accepts any `Last-Event-ID`."""
    program = start_once()
    chance = random.Random(SEED)
    for _ in range(COUNT):
        known, version = of_field(chance), of_target(chance).decode("latin-1")
        target = "/live?page=/animals&version=" + version.replace("&", "").replace("#", "")
        with EventStream(program.url, target, [("Last-Event-ID", known)]) as stream:
            assert stream.status in (200, 400), (known, version)
            if stream.status == 200:
                assert stream.next().name == "patch"
    assert program.is_alive
    assert is_quiet(program)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("If-None-Match", '"x",' * 5_500),
        ("If-None-Match", "," * 22_000),
        ("If-None-Match", " " * 11_000 + '"x"' + " " * 11_000),
        ("Accept-Encoding", "gzip;q=0." * 2_400),
        ("Accept-Encoding", ";" * 22_000),
        ("Accept-Encoding", "gzip;q=" + "0" * 22_000),
        # Cookies are copied, but count once.
        ("Cookie", "a=" + "b" * 22_000),
        ("Origin", "http://" * 3_100),
        ("Range", "bytes=" + "0-0," * 5_500),
    ],
    ids=lambda value: value[:16],
)
def test_13_fuzz_as_long_as_may_be(server: Server, field: str, value: str) -> None:
    """The longest input of each kind costs hardly any CPU time."""
    before = server.processor_seconds
    answer = ask(server.url, "GET", "/animals", [(field, value)])
    assert answer.status == 200
    assert server.processor_seconds - before < 0.5


@pytest.mark.parametrize(
    "body",
    [
        b"a=" * 32_000, b"&" * 65_000, b"=" * 65_000, b"%" * 65_000, b"%41" * 21_000, b"+" * 65_000,
        b"name=" + "e\u0301".encode() * 20_000, b"name=" + "\u0301".encode() * 30_000,
        b"id=x&name=" + "👨‍👩‍👧‍👦".encode() * 2_500 + b"&diet=Omnivore&categoryId=Fish",
        b"id=x&name=" + b"%F0%9F%98%80" * 5_000 + b"&diet=Omnivore&categoryId=Fish",
    ],
    ids=range(10),
)  # fmt: skip
def test_13_fuzz_as_large_as_may_be(server: Server, body: bytes) -> None:
    """Nor do the largest forms."""
    before = server.processor_seconds
    answer = ask(server.url, "POST", web.ADD, [FORM], body)
    assert answer.status in (400, 413, 422)
    assert server.processor_seconds - before < 1

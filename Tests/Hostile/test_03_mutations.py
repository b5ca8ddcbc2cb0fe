"""3. Raw sockets: requests with a few bytes changed, against a strict parser.

What the server understood is in its log, and of a form's body in its answer;
what it should have understood says `h11`. Where the two read one text as two
different requests, something in front of the server could be led astray: each
such difference is one of libmicrohttpd's, and listed.
"""

from __future__ import annotations

import os
import random
import re
import socket
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from html import unescape
from ipaddress import ip_address
from urllib.parse import parse_qs

import h11

from server import Starter
from wire import Incomplete, answers, ask, connect

SEED = 20261121
MUTATIONS = int(os.environ.get("FIELDGUIDE_MUTATIONS", "1500"))
PATIENCE = 5.0
# For so long nothing comes on a connection that the server keeps open.
QUIET = 0.3

POST = b"POST /animals/animalEditor/onTapAddAnimalButton?category=Fish HTTP/1.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
# Without a diet it is refused, and the form comes back with the name.
VALID = [
    b"GET /animals?category=Fish HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
    b"User-Agent: mutator\r\n\r\n",
    POST + b"Host: localhost\r\n" + FORM + b"Content-Length: 21\r\n\r\nid=mutated&name=Mouse",
    POST + b"Host: localhost\r\n" + FORM + b"Transfer-Encoding: chunked\r\n\r\n"
    b"B\r\nid=mutated&\r\nA\r\nname=Mouse\r\n0\r\n\r\n",
    b"GET /photos HTTP/1.1\r\nHost: localhost\r\n\r\n"
    b"GET /breeds HTTP/1.1\r\nHost: localhost\r\n\r\n",
]
# Comes after each of them, unchanged.
AFTER = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

# What bytes of requests are confused with.
SPECIAL = [
    b"\r", b"\n", b"\r\n", b"\0", b" ", b"\t", b":", b";", b",", b"/", b"?", b"%", b"%0d%0a",
    b"\x7f",
    b"\x80", b"\xff", b"\x0b", b"\r\n: ", b"\r\n ", b"0", b"-", b"+", b"chunked", b"Host: x\r\n",
    b"\r\n\r\n",
    b"Content-Length: 0\r\n", b"Transfer-Encoding: chunked\r\n", b" HTTP/1.1",
]  # fmt: skip


def mutated(valid: bytes, chance: random.Random) -> bytes:
    """One to three changes of some bytes."""
    sent = bytearray(valid)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(sent))
        match chance.randrange(7):
            case 0:
                sent[at] ^= 1 << chance.randrange(8)
            case 1:
                sent[at] = chance.randrange(256)
            case 2:
                del sent[at : at + chance.choice([1, 1, 2, 8])]
            case 3:
                sent[at:at] = chance.choice(SPECIAL)
            case 4:
                sent[at : at + 1] = chance.choice(SPECIAL)
            case 5:
                to = min(len(sent), at + chance.randrange(1, 40))
                sent[at:at] = sent[at:to]
            case _:
                lines = bytes(sent).split(b"\r\n")
                lines.insert(chance.randrange(len(lines)), chance.choice(lines))
                sent[:] = b"\r\n".join(lines)
        if not sent:
            return b"\r\n"
    return bytes(sent)


def exchange(base: str, sent: bytes, *, source: str, strictly: Reading) -> bytes:
    """Sends some bytes from an address, and returns what comes until the server
    closes the connection.

    It may keep a connection open that was closed on one side only: the library
    may not notice. Then it is silent once it has answered every request that
    h11 reads."""
    received = b""
    is_unfinished = "without sending complete" in (strictly.error or "")
    with connect(base, timeout=QUIET, source=source) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It may refuse before it has all.
        end = time.monotonic() + PATIENCE
        while True:
            try:
                piece = connection.recv(65536)
            except ConnectionResetError:
                return received
            except TimeoutError:
                count = _answer_count(received)
                if count is not None and count >= len(strictly.requests):
                    if count or is_unfinished:
                        return received
                if count and time.monotonic() > end:
                    return received
                assert time.monotonic() < end, f"no answer to {sent!r}, but {received!r}"
                continue
            if not piece:
                return received
            received += piece


def _answer_count(received: bytes) -> int | None:
    """The number of answers; `None` within one."""
    try:
        return len(answers(received))
    except Incomplete:
        return None


@dataclass(frozen=True)
class Seen:
    """A request as somebody understood it."""

    method: str
    target: str
    # What the field of a form said, where that can be told.
    name: str | None = None


@dataclass
class Reading:
    """Some bytes, as they are understood."""

    requests: list[Seen]
    # Why what follows is none.
    error: str | None = None


def strict(sent: bytes) -> Reading:
    """The bytes as h11 understands them."""
    reading = Reading([])
    server = h11.Connection(h11.SERVER)
    server.receive_data(sent)
    server.receive_data(b"")
    while True:
        body = b""
        try:
            event = server.next_event()
            if not isinstance(event, h11.Request):
                return reading
            while not isinstance(part := server.next_event(), h11.EndOfMessage):
                if not isinstance(part, h11.Data):
                    reading.error = f"incomplete: {part!r}"
                    return reading
                body += bytes(part.data)
        except h11.RemoteProtocolError as error:
            reading.error = str(error)
            return reading
        target = re.sub(r"^https?://[^/?]*", "", event.target.decode("latin-1"), flags=re.I)
        reading.requests.append(Seen(event.method.decode(), target, _name(body)))
        server.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
        server.send(h11.EndOfMessage())
        if server.our_state is h11.MUST_CLOSE:
            return reading
        server.start_next_cycle()


def _name(body: bytes) -> str | None:
    try:
        return parse_qs(body.decode(), errors="strict").get("name", [None])[-1]
    except (UnicodeDecodeError, ValueError):
        return None


FIRST_SOURCE = ip_address("127.1.0.0")
CLIENT = re.compile(r" client=(\S+) ")
# The target is in quotes where it could be taken for several words.
REQUEST = re.compile(
    r' method=(\S*) .*status=(\d+) target=("(?:[^"\\]|\\.)*"|\S*) .* request$'
)


def understood(lines: list[str], received: bytes) -> Reading:
    """The bytes as the server understood them: by its log and its answers."""
    reading = Reading([])
    names = iter(re.findall(rb'id="name"[^>]* value="([^"]*)"', received))
    for line in lines:
        if found := REQUEST.search(line):
            shown = unescape(next(names, b"").decode()) if found[2] == "422" else None
            target = found[3]
            if target.startswith('"'):
                target = re.sub(r"\\(.)", r"\1", target[1:-1])
            reading.requests.append(Seen(found[1], target, shown))
        elif " refused" in line:
            reading.error = line
    return reading


# Where libmicrohttpd 0.9.75 reads a request and h11 none, by what h11 says.
KNOWN = {
    "empty lines between requests are skipped": r"no request line received",
    "a line of chunks may end with LF": r"malformed chunk footer: bytearray\(b'\\n"
    r"|illegal chunk header: bytearray\(b'[0-9A-Fa-f]+\\n",
}


def difference(strictly: Reading, server: Reading) -> str | None:
    """How the server's reading is less strict than h11's, or another one. To
    refuse more is no difference."""
    for number, seen in enumerate(server.requests):
        if number >= len(strictly.requests):
            said = strictly.error or "nothing"
            known = [reason for reason, message in KNOWN.items() if re.search(message, said)]
            return known[0] if known else f"{seen} is a request, and h11 says {said}"
        expected = strictly.requests[number]
        if (seen.method, seen.target) != (expected.method, expected.target):
            return f"{seen} is {expected}"
        if seen.name is not None and seen.name != (expected.name or ""):
            return f"{seen} is {expected}"
    return None


def test_03_mutations(start: Starter) -> None:
    """Never a 5xx but for what is not known here, never a hang, and no request
    that is another one, or none, for a strict parser, but for what is listed."""
    # At info the log says nothing of what is looked for.
    program = start("--log-level", "debug")
    chance = random.Random(SEED)
    exchanges: dict[str, tuple[bytes, Reading, bytes]] = {}
    for number in range(MUTATIONS):
        sent = mutated(chance.choice(VALID), chance) + AFTER
        # The log tells by the address which lines are about which bytes.
        source = str(FIRST_SOURCE + number)
        strictly = strict(sent)
        received = exchange(program.url, sent, source=source, strictly=strictly)
        exchanges[source] = sent, strictly, received
    assert program.is_alive
    assert ask(program.url, "GET", "/healthz").status == 200
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for line in program.complete_log().splitlines():
        if client := CLIENT.search(line):
            lines[client[1]].append(line)
    found: dict[str, bytes] = {}
    statuses: Counter[int] = Counter()
    for source, (sent, strictly, received) in exchanges.items():
        for status in map(int, re.findall(rb"(?:^|\n)HTTP/1\.1 (\d+) ", received)):
            assert status < 500 or status in (501, 505), (status, sent)
            statuses[status] += 1
        if kind := difference(strictly, understood(lines[source], received)):
            found.setdefault(kind, sent)
    assert set(found) <= set(KNOWN), found
    assert set(KNOWN) <= set(found), "some difference is gone: the table is too long"
    # Most were met by refusals of several kinds, and some by none.
    assert {200, 400, 422, 501} <= set(statuses), statuses


def test_03_mutations_are_compared() -> None:
    """The comparison would tell."""
    assert strict(VALID[0]).requests == [Seen("GET", "/animals?category=Fish")]
    assert [one.name for one in strict(VALID[1] + VALID[2]).requests] == ["Mouse", "Mouse"]
    other = Reading([Seen("GET", "/animals")])
    assert difference(strict(VALID[0]), other) is not None
    assert difference(strict(b"GET /\r\n\r\n"), other) is not None
    assert difference(strict(VALID[0]), Reading([], "refused")) is None

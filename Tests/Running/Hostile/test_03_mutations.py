"""3. Raw sockets: mutated requests, compared with a strict parser.

The server's interpretation is in its log and, for the body of a form, in its response;
the correct one is that of `h11`. If the two read different requests, an attacker could
exploit a proxy in front of the server. All known differences are caused by
libmicrohttpd, and listed.
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
# The wait for a response on a connection that the server keeps open.
QUIET = 0.3

POST = b"POST /animals/animalEditor/onTapAddAnimalButton?category=Fish HTTP/1.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
# Without a diet the form is rejected, and the response repeats the name.
VALID = [
    b"GET /animals?category=Fish HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
    b"User-Agent: mutator\r\n\r\n",
    POST + b"Host: localhost\r\n" + FORM + b"Content-Length: 21\r\n\r\nid=mutated&name=Mouse",
    POST + b"Host: localhost\r\n" + FORM + b"Transfer-Encoding: chunked\r\n\r\n"
    b"B\r\nid=mutated&\r\nA\r\nname=Mouse\r\n0\r\n\r\n",
    b"GET /photos HTTP/1.1\r\nHost: localhost\r\n\r\n"
    b"GET /breeds HTTP/1.1\r\nHost: localhost\r\n\r\n",
]
# Sent after each mutated request, unmodified.
AFTER = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

# Bytes that are likely to be misinterpreted.
SPECIAL = [
    b"\r", b"\n", b"\r\n", b"\0", b" ", b"\t", b":", b";", b",", b"/", b"?", b"%", b"%0d%0a",
    b"\x7f",
    b"\x80", b"\xff", b"\x0b", b"\r\n: ", b"\r\n ", b"0", b"-", b"+", b"chunked", b"Host: x\r\n",
    b"\r\n\r\n",
    b"Content-Length: 0\r\n", b"Transfer-Encoding: chunked\r\n", b" HTTP/1.1",
]  # fmt: skip


def mutated(valid: bytes, chance: random.Random) -> bytes:
    """Applies one to three mutations."""
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
    """Sends bytes from an address, and receives until the server closes the connection.

    It may keep a half-closed connection open, because the library may not notice. Then
    it is silent after its responses to all requests that h11 reads.
    """
    received = b""
    is_unfinished = "without sending complete" in (strictly.error or "")
    with connect(base, timeout=QUIET, source=source) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The server may reject the request before it is complete.
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
    """Returns the number of responses; `None` if the last one is incomplete."""
    try:
        return len(answers(received))
    except Incomplete:
        return None


@dataclass(frozen=True)
class Seen:
    """A request as interpreted by one side."""

    method: str
    target: str
    # The value of the form field, if known.
    name: str | None = None


@dataclass
class Reading:
    """The interpretation of some bytes."""

    requests: list[Seen]
    # The reason why the rest is not a request.
    error: str | None = None


def strict(sent: bytes) -> Reading:
    """Parses bytes with h11."""
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
# The target is quoted if it contains separators.
REQUEST = re.compile(
    r' method=(\S*) .*status=(\d+) target=("(?:[^"\\]|\\.)*"|\S*) .* request$'
)


def understood(lines: list[str], received: bytes) -> Reading:
    """Returns the server's interpretation, from its log and its responses."""
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


# The cases in which libmicrohttpd 0.9.75 reads a request that h11 rejects, by
# the reason of h11.
KNOWN = {
    "empty lines between requests are skipped": r"no request line received",
    "a line of chunks may end with LF": r"malformed chunk footer: bytearray\(b'\\n"
    r"|illegal chunk header: bytearray\(b'[0-9A-Fa-f]+\\n",
}


def difference(strictly: Reading, server: Reading) -> str | None:
    """Describes how the server's interpretation differs from h11's or is less strict.
    Rejecting more is not a difference."""
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
    """No 5xx except for unknown methods and versions, no hang, and no unlisted difference
    from the strict parser."""
    # At level info, the log does not contain the target.
    program = start("--log-level", "debug")
    chance = random.Random(SEED)
    exchanges: dict[str, tuple[bytes, Reading, bytes]] = {}
    for number in range(MUTATIONS):
        sent = mutated(chance.choice(VALID), chance) + AFTER
        # The client address in the log tells which bytes a line belongs to.
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
    assert set(KNOWN) <= set(found), "some difference no longer occurs: shorten the table"
    # Most mutations are rejected for several reasons, and some are accepted.
    assert {200, 400, 422, 501} <= set(statuses), statuses


def test_03_mutations_are_compared() -> None:
    """The comparison detects differences."""
    assert strict(VALID[0]).requests == [Seen("GET", "/animals?category=Fish")]
    assert [one.name for one in strict(VALID[1] + VALID[2]).requests] == ["Mouse", "Mouse"]
    other = Reading([Seen("GET", "/animals")])
    assert difference(strict(VALID[0]), other) is not None
    assert difference(strict(b"GET /\r\n\r\n"), other) is not None
    assert difference(strict(VALID[0]), Reading([], "refused")) is None

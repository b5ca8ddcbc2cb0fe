"""Requests byte by byte over sockets, as no HTTP library would send them."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

PATIENCE = 5.0
# The field of a posted form.
FORM = ("Content-Type", "application/x-www-form-urlencoded")
Fields = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """A response as received."""

    status: int
    fields: tuple[tuple[str, str], ...]
    body: bytes

    def __getitem__(self, name: str) -> str | None:
        """Returns the value of a field that occurs at most once."""
        values = self.all(name)
        assert len(values) <= 1, f"{name} is there {len(values)} times"
        return values[0] if values else None

    def all(self, name: str) -> list[str]:
        """Returns all values of a field."""
        return [value for key, value in self.fields if key == name.lower()]

    @property
    def text(self) -> str:
        """The body as text. Invalid UTF-8 is an error."""
        return self.body.decode("utf-8")


def is_stream(answer: Answer) -> bool:
    """True for an event stream."""
    return answer["content-type"] == "text/event-stream; charset=utf-8"


class Incomplete(Exception):
    """The bytes end within a response."""


def place(base: str) -> tuple[str, int]:
    """Returns the host and port of a server."""
    parts = urlsplit(base)
    assert parts.hostname and parts.port
    return parts.hostname, parts.port


def netloc(base: str) -> str:
    """Returns the value of `Host` for a server."""
    return urlsplit(base).netloc


def connect(
    base: str, *, timeout: float = PATIENCE, source: str | None = None
) -> socket.socket:
    """Opens a connection with a timeout; another client has another loopback address."""
    connection = socket.create_connection(
        place(base), timeout=timeout, source_address=(source, 0) if source else None
    )
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def request(
    base: str,
    method: str,
    target: str | bytes,
    fields: Fields = (),
    body: bytes = b"",
    *,
    closing: bool = False,
    host: str | None = None,
) -> bytes:
    """Returns the bytes of a request."""
    target = target.encode("utf-8", "surrogateescape") if isinstance(target, str) else target
    lines = [("Host", netloc(base) if host is None else host), *fields]
    if body or method in ("POST", "PUT"):
        lines.append(("Content-Length", str(len(body))))
    if closing:
        lines.append(("Connection", "close"))
    head = b"".join(
        name.encode("latin-1") + b": " + value.encode("utf-8", "surrogateescape") + b"\r\n"
        for name, value in lines
    )
    return method.encode() + b" " + target + b" HTTP/1.1\r\n" + head + b"\r\n" + body


def receive_to_end(connection: socket.socket) -> bytes:
    """Receives until the server closes the connection. A timeout is an error."""
    received = b""
    while True:
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            return received
        if not piece:
            return received
        received += piece


def exchange(
    base: str,
    sent: bytes,
    *,
    half_close: bool = False,
    source: str | None = None,
    timeout: float = PATIENCE,
) -> bytes:
    """Sends bytes, and receives until the server closes the connection."""
    with connect(base, source=source, timeout=timeout) as connection:
        try:
            connection.sendall(sent)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The server may reject the request before it is complete.
        return receive_to_end(connection)


def answers(received: bytes, methods: Iterable[str] = ()) -> list[Answer]:
    """Parses consecutive responses.

    The methods tell which responses have no body; the default is `GET`. A response
    without a length ends with the connection.
    """
    found: list[Answer] = []
    named = iter(methods)
    while received:
        method = next(named, "GET")
        answer, received = _first(received, method)
        if answer.status >= 200:
            found.append(answer)
        else:
            named = iter([method, *named])
    return found


def ask(
    base: str,
    method: str,
    target: str | bytes,
    fields: Fields = (),
    body: bytes = b"",
    *,
    host: str | None = None,
    source: str | None = None,
    timeout: float = PATIENCE,
) -> Answer:
    """Sends one request on its own connection, and returns its response."""
    sent = request(base, method, target, fields, body, closing=True, host=host)
    [answer] = answers(exchange(base, sent, source=source, timeout=timeout), [method])
    return answer


class Connection:
    """A persistent connection, which is reopened when the server has closed it."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._socket: socket.socket | None = None
        self._rest = b""

    def ask(
        self, method: str, target: str | bytes, fields: Fields = (), body: bytes = b""
    ) -> Answer:
        """Sends a request, and returns its response."""
        sent = request(self._base, method, target, fields, body)
        for fresh in (self._socket is None, True):
            if self._socket is None:
                self._socket = connect(self._base)
                self._rest = b""
            try:
                self._socket.sendall(sent)
                return self._receive(method)
            except (BrokenPipeError, ConnectionResetError, Incomplete):
                self.close()
                if fresh:
                    raise
        raise AssertionError("not reached")

    def _receive(self, method: str) -> Answer:
        assert self._socket is not None
        while True:
            try:
                if self._rest:
                    answer, rest = _first(self._rest, method, at_end=False)
                    self._rest = rest
                    if answer.status < 200:
                        continue
                    if answer["connection"] == "close" or is_stream(answer):
                        self.close()
                    return answer
            except Incomplete:
                pass
            piece = self._socket.recv(65536)
            if not piece:
                raise Incomplete(self._rest)
            self._rest += piece

    def close(self) -> None:
        """Closes the connection."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._rest = b""

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _first(received: bytes, method: str, *, at_end: bool = True) -> tuple[Answer, bytes]:
    head, blank, rest = received.partition(b"\r\n\r\n")
    if not blank:
        raise Incomplete(received)
    first, *lines = head.decode("latin-1").split("\r\n")
    version, status, *_ = first.split(" ")
    assert version in ("HTTP/1.1", "HTTP/1.0"), first
    # Fields may contain neither line breaks nor control characters.
    assert not any(ord(letter) < 32 or ord(letter) == 127 for line in lines for letter in line)
    pairs = [line.split(":", 1) for line in lines]
    fields = tuple((name.lower(), value.strip()) for name, value in pairs)
    answer = Answer(int(status), fields, b"")
    if method == "HEAD" or answer.status < 200 or answer.status in (204, 304):
        return answer, rest
    if is_stream(answer) and not at_end:
        return answer, rest  # A stream has no end to wait for: use `EventStream`.
    length = answer["content-length"]
    if length is not None:
        if len(rest) < int(length):
            raise Incomplete(received)
        return Answer(answer.status, fields, rest[: int(length)]), rest[int(length) :]
    if answer["transfer-encoding"] == "chunked":
        body, rest = _chunks(rest)
        return Answer(answer.status, fields, body), rest
    if not at_end:
        raise Incomplete(received)
    return Answer(answer.status, fields, rest), b""


def _chunks(rest: bytes) -> tuple[bytes, bytes]:
    body = b""
    while True:
        size, end, rest = rest.partition(b"\r\n")
        if not end:
            raise Incomplete(rest)
        count = int(size, 16)
        if len(rest) < count + 2:
            raise Incomplete(rest)
        assert rest[count : count + 2] == b"\r\n"
        body, rest = body + rest[:count], rest[count + 2 :]
        if count == 0:
            return body, rest


@dataclass(frozen=True)
class Event:
    """An event of a stream, as parsed by a browser."""

    name: str
    id: str | None
    data: str


class EventStream:
    """An event stream, parsed by the rules of the standard
    (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

    FIELDS = {"event", "id", "data", "retry"}

    def __init__(
        self,
        base: str,
        target: str,
        fields: Fields = (),
        *,
        through: socket.socket | None = None,
    ) -> None:
        self.socket = through or connect(base)
        self.socket.sendall(request(base, "GET", target, fields))
        self._raw = b""
        self._text = b""
        while b"\r\n\r\n" not in self._raw:
            piece = self.socket.recv(65536)
            assert piece, self._raw
            self._raw += piece
        head, _, self._raw = self._raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1])
        pairs = [line.split(":", 1) for line in lines[1:]]
        self.fields = {name.lower(): value.strip() for name, value in pairs}
        self.retry: int | None = None
        self.is_ended = False

    def events(self, *, within: float = PATIENCE) -> Iterator[Event]:
        """Returns the events until none arrives for some time."""
        self.socket.settimeout(within)
        while True:
            self._unchunk()
            while b"\n\n" in self._text:
                block, _, self._text = self._text.partition(b"\n\n")
                event = self._event(block.decode("utf-8"))
                if event is not None:
                    yield event
            try:
                piece = self.socket.recv(65536)
            except TimeoutError:
                return
            if not piece:
                return
            self._raw += piece

    def news(self, *, within: float) -> list[Event]:
        """Returns all events except heartbeats, which are sent at any time."""
        return [event for event in self.events(within=within) if event.name != "beat"]

    def next(self, name: str = "patch", *, within: float = PATIENCE) -> Event:
        """Returns the next event with a name."""
        for event in self.events(within=within):
            if event.name == name:
                return event
        raise AssertionError(f"no {name} came")

    def _unchunk(self) -> None:
        while (end := self._raw.find(b"\r\n")) >= 0:
            count = int(self._raw[:end], 16)
            if len(self._raw) < end + 2 + count + 2:
                return
            self._text += self._raw[end + 2 : end + 2 + count]
            self._raw = self._raw[end + 2 + count + 2 :]
            self.is_ended = self.is_ended or count == 0

    def _event(self, block: str) -> Event | None:
        name, identity, data = "message", None, []
        for line in block.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
            field, _, value = line.partition(":")
            assert field in self.FIELDS or not line, f"not a field of a stream: {line!r}"
            value = value.removeprefix(" ")
            match field:
                case "event":
                    name = value
                case "id":
                    identity = value
                case "data":
                    data.append(value)
                case "retry":
                    self.retry = int(value)
        return Event(name, identity, "\n".join(data)) if data else None

    def close(self) -> None:
        """Closes the connection."""
        self.socket.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

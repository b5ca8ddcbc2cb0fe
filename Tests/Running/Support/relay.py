"""A TCP relay in front of PostgreSQL that fails as networks do."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

_CHUNK = 65_536


class Direction(StrEnum):
    """The direction of bytes."""

    TO_SERVER = "to the server"
    TO_CLIENT = "to the client"


@dataclass(frozen=True)
class Fault:
    """A fault of a network."""

    # The bytes in these directions wait until the end of the fault.
    stalled: frozenset[Direction] = frozenset()
    # The bytes in these directions disappear. TCP never delivers what follows lost bytes, so
    # a connection that has lost some does not recover, and neither end learns it.
    swallowed: frozenset[Direction] = frozenset()
    # The number of bytes of each connection that still arrive, so that a fault can begin
    # within a message.
    allowance: int = 0
    # The longest delay of each piece, in seconds.
    delay: float = 0


STALL = frozenset(Direction)


@dataclass(eq=False)
class _Link:
    """A connection of a client, and the connection to the server that belongs to it."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    allowance: int = 0
    lost: set[Direction] = field(default_factory=set)

    def abort(self) -> None:
        """Ends both connections with a reset."""
        for writer in (self.client, self.server):
            _reset(writer)


def _reset(writer: asyncio.StreamWriter) -> None:
    connection = writer.get_extra_info("socket")
    if connection is not None and connection.family == socket.AF_INET:
        # The connection may have ended already.
        with suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Relay:
    """Forwards TCP connections on the loopback interface to a Unix socket."""

    def __init__(self, target: Path, *, seed: int = 0) -> None:
        self._target = target
        self._delays = random.Random(seed)
        self._fault = Fault()
        self._links: set[_Link] = set()
        self._loop = asyncio.new_event_loop()
        self._healed = asyncio.Event()
        self._healed.set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._accept, "127.0.0.1", 0), self._loop
        ).result()
        self.port: int = self._server.sockets[0].getsockname()[1]

    def fail(self, fault: Fault) -> None:
        """Begins a fault, which lasts until `heal`."""
        self._run(lambda: self._begin(fault))

    def heal(self) -> None:
        """Ends a fault, except for connections that have lost bytes."""
        self._run(self._end)

    def reset(self) -> None:
        """Resets all connections."""
        self._run(lambda: [link.abort() for link in list(self._links)])

    def close(self) -> None:
        """Ends all connections and the relay."""
        asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    async def _finish(self) -> None:
        self._server.close()
        for link in list(self._links):
            link.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def losses(self) -> int:
        """The number of open connections of which bytes or an end were lost."""
        return len([link for link in self._links.copy() if link.lost])

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._links)

    def _run(self, body: Callable[[], object]) -> None:
        async def run() -> None:
            body()

        asyncio.run_coroutine_threadsafe(run(), self._loop).result()

    def _begin(self, fault: Fault) -> None:
        self._end()
        self._fault = fault
        self._healed.clear()
        for link in self._links:
            link.allowance = fault.allowance

    def _end(self) -> None:
        self._fault = Fault()
        self._healed.set()

    async def _accept(
        self, reader: asyncio.StreamReader, client: asyncio.StreamWriter
    ) -> None:
        try:
            source, server = await asyncio.open_unix_connection(str(self._target))
        except OSError:
            _reset(client)
            return
        link = _Link(client, server, self._fault.allowance)
        self._links.add(link)
        try:
            await asyncio.gather(
                self._pump(link, Direction.TO_SERVER, reader, server),
                self._pump(link, Direction.TO_CLIENT, source, client),
            )
        except asyncio.CancelledError:
            # The relay was closed.
            pass
        finally:
            self._links.discard(link)

    async def _pump(
        self,
        link: _Link,
        direction: Direction,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        try:
            while data := await reader.read(_CHUNK):
                await self._forward(link, direction, data, writer)
            # The end of a connection is lost like its bytes.
            while self._affects(link, direction):
                if direction in self._fault.swallowed | link.lost:
                    link.lost.add(direction)
                    return
                await self._healed.wait()
            writer.close()
        except OSError:
            link.abort()

    def _affects(self, link: _Link, direction: Direction) -> bool:
        fault = self._fault
        return direction in fault.stalled | fault.swallowed or direction in link.lost

    async def _forward(
        self, link: _Link, direction: Direction, data: bytes, writer: asyncio.StreamWriter
    ) -> None:
        if self._fault.delay:
            await asyncio.sleep(self._delays.uniform(0, self._fault.delay))
        while self._affects(link, direction):
            head, data = data[: link.allowance], data[link.allowance :]
            link.allowance -= len(head)
            writer.write(head)
            if not data:
                break
            if direction in self._fault.swallowed | link.lost:
                link.lost.add(direction)
                return
            await self._healed.wait()
        writer.write(data)
        await writer.drain()

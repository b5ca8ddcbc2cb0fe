"""Two instances on one database, behind each proxy with the example configuration."""

from __future__ import annotations

import json
import re
import shutil
import signal
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

import pytest

import web
from deployed import AUTHORIZATION, add, configured
from postgres import PostgresServer
from proxies import ORIGIN, Caddy, Certificate, Nginx, Proxy
from server import GENEROUS, PACKAGE, Server
from wire import EventStream, ask

FISH = "/animals?category=Fish"
EXPORT = "/animals/export.jsonl?category=Fish"
STYLES = re.compile(r'href="(/static/site\.[^"]+\.css)"')
SCRIPT = re.compile(r'src="(/static/live\.[^"]+\.js)"')


@dataclass
class Cluster:
    """Two instances, and the proxy in front of them."""

    programs: list[Server]
    proxy: Proxy

    def requests(self) -> list[dict[str, object]]:
        """Returns the requests in the logs of both instances."""
        return [
            entry | {"instance": number}
            for number, program in enumerate(self.programs)
            for entry in map(json.loads, program.log().splitlines())
            if entry["message"] == "request"
        ]

    def restart(self, number: int) -> None:
        """Starts an instance at its address, and waits until it is ready."""
        program = self.programs[number]
        program.start(port=int(program.url.rpartition(":")[2]))
        web.until(lambda: ask(program.url, "GET", "/readyz").status == 200)


@pytest.fixture(scope="module", params=[Nginx, Caddy], ids=lambda proxy: proxy.name)
def cluster(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    certificate: Certificate,
    postgres: PostgresServer,
) -> Iterator[Cluster]:
    """The cluster, whose instances are of two versions with different style sheets."""
    folder = tmp_path_factory.mktemp(request.param.name)
    shutil.copytree(PACKAGE / "Public", folder / "Public")
    # Part of the style sheet of the site.
    (folder / "Public/other.css").write_text(".other-version { color: inherit }\n")
    database = postgres.create(f"fieldguide_{request.param.name}")
    options = [
        *GENEROUS, "--config", str(configured(folder)), "--trusted-proxy", "127.0.0.1",
        "--database", database, "--log-level", "info",
    ]  # fmt: skip
    programs: list[Server] = []
    try:
        programs.append(Server(folder / "1", options=options))
        programs.append(
            Server(folder / "2", options=[*options, "--public", str(folder / "Public")])
        )
        places = [program.url.removeprefix("http://") for program in programs]
        proxy = request.param(folder, places, certificate)
        try:
            yield Cluster(programs, proxy)
        finally:
            proxy.stop()
    finally:
        for program in programs:
            program.kill()


ADDRESSES = [f"127.0.0.{number}" for number in range(2, 26)]


@pytest.fixture(scope="module")
def clients(cluster: Cluster) -> list[list[str]]:
    """The clients of each instance, once for each of three requests of all clients."""
    for address in ADDRESSES * 3:
        assert page(cluster, address, "/photos")

    def found(number: int) -> list[str]:
        return [
            str(entry["client"])
            for entry in cluster.requests()
            if entry["instance"] == number and entry["route"] == "/photos"
        ]

    web.until(lambda: len(found(0) + found(1)) == len(ADDRESSES) * 3)
    return [found(0), found(1)]


@pytest.fixture(scope="module")
def visitors(clients: list[list[str]]) -> list[str]:
    """The addresses of two visitors, one of each instance."""
    return [min(found) for found in clients]


def page(cluster: Cluster, visitor: str, target: str = FISH) -> str:
    """Returns a page as a visitor gets it."""
    answer = cluster.proxy.ask("GET", target, source=visitor)
    assert answer.status == 200, answer.text
    return answer.text


def test_a_client_stays_with_one_instance(clients: list[list[str]]) -> None:
    """Each instance has some of the clients, and all their requests."""
    first, second = map(set, clients)
    assert first and second and not first & second


def test_a_change_is_shown_by_both(cluster: Cluster, visitors: list[str]) -> None:
    """To its visitor at once, and to others after a moment."""
    for visitor, other in (visitors, visitors[::-1]):
        name = f"gar-{uuid.uuid4()}"
        assert add(cluster.proxy, name, AUTHORIZATION, source=visitor) == 303
        assert name in page(cluster, visitor)
        web.until(lambda other=other, name=name: name in page(cluster, other), within=10)


def test_a_change_reaches_streams_of_both(cluster: Cluster, visitors: list[str]) -> None:
    """Each stream shows a change that was made on the other instance."""
    target = "/live?page=" + quote(FISH, safe="")
    for visitor, other in (visitors, visitors[::-1]):
        through = cluster.proxy.connect(source=visitor)
        with EventStream(ORIGIN, target, through=through) as stream:
            assert stream.status == 200
            name = f"loach-{uuid.uuid4()}"
            assert add(cluster.proxy, name, AUTHORIZATION, source=other) == 303
            web.until(
                lambda stream=stream, name=name: name in stream.next(within=10).data, within=10
            )


def styles(cluster: Cluster) -> list[str]:
    """Returns the addresses of the style sheets of both versions."""
    pages = [ask(program.url, "GET", FISH, host="example.org").text for program in cluster.programs]
    return [STYLES.findall(text)[0] for text in pages]


def test_files_of_both_versions_are_found(cluster: Cluster, visitors: list[str]) -> None:
    """By each visitor. A file of neither version is not found."""
    sheets = styles(cluster)
    assert len(set(sheets)) == 2
    for visitor in visitors:
        for sheet in sheets:
            answer = cluster.proxy.ask("GET", sheet, source=visitor)
            assert (answer.status, answer["Content-Type"]) == (200, "text/css; charset=utf-8")
        unknown = cluster.proxy.ask("GET", "/static/site.0123.css", source=visitor)
        assert unknown.status == 404


@dataclass
class Load:
    """Visitors of both instances, who read pages with their script and add animals, until
    the end of a block. Both versions have the same script."""

    cluster: Cluster
    visitors: list[str]
    # A status after which a visitor sends the form again.
    again: int | None = None
    added: list[str] = field(default_factory=list)
    read: int = 0
    repeated: int = 0
    failures: list[tuple[str, object]] = field(default_factory=list)
    is_over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Load:
        self._threads = [
            threading.Thread(target=self._repeat, args=(action, visitor), daemon=True)
            for visitor in self.visitors
            for action in (self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()

    def _repeat(self, action: Callable[[str], None], visitor: str) -> None:
        while not self.is_over.is_set():
            try:
                action(visitor)
            except (OSError, AssertionError) as error:
                self.failures.append((visitor, error))

    def _read(self, visitor: str) -> None:
        answer = self.cluster.proxy.ask("GET", FISH, source=visitor)
        if answer.status == 200:
            script = SCRIPT.findall(answer.text)[0]
            answer = self.cluster.proxy.ask("GET", script, source=visitor)
        if answer.status != 200:
            self.failures.append((visitor, answer.status))
        self.read += 1

    def _write(self, visitor: str) -> None:
        name = f"eel-{uuid.uuid4()}"
        status = add(self.cluster.proxy, name, AUTHORIZATION, source=visitor)
        if status == self.again:
            self.repeated += 1
            status = add(self.cluster.proxy, name, AUTHORIZATION, source=visitor)
        if status == 303:
            self.added.append(name)
        else:
            self.failures.append((visitor, f"post {status}"))

    def continues(self) -> None:
        """Waits until more pages are read and more animals are added."""
        read, added = self.read + 20, len(self.added) + 10
        web.until(lambda: self.read > read and len(self.added) > added)

    def restart(self, number: int) -> None:
        """Starts an instance, and waits until its visitors are back."""
        self.cluster.restart(number)
        served = self._served(number)
        web.until(lambda: self._served(number) > served + 5)

    def _served(self, number: int) -> int:
        visits = [(entry["instance"], entry["client"]) for entry in self.cluster.requests()]
        return visits.count((number, self.visitors[number]))

    def check(self) -> None:
        """Checks that nothing failed, and that both instances have what was added."""
        assert self.failures == []
        for program in self.cluster.programs:
            web.until(lambda program=program: self._is_complete(program))

    def _is_complete(self, program: Server) -> bool:
        # A page has a hundred rows at most; the export has all.
        text = ask(program.url, "GET", EXPORT, host="example.org").text
        return all(name in text for name in self.added)


def test_killed_instances(cluster: Cluster, visitors: list[str]) -> None:
    """Each instance is killed under load: no request fails."""
    # Caddy 2.6 cannot repeat a post whose connection is lost: its visitor sends it again.
    again = 502 if isinstance(cluster.proxy, Caddy) else None
    with Load(cluster, visitors, again) as load:
        for number in (0, 1):
            load.continues()
            cluster.programs[number].kill()
            load.continues()
            load.restart(number)
    load.check()
    # At most the posts in flight.
    assert load.repeated <= 2


def test_a_hung_instance(cluster: Cluster, visitors: list[str]) -> None:
    """Its visitors get pages of the other one, and their posts succeed."""
    hung = cluster.programs[0].process
    hung.send_signal(signal.SIGSTOP)
    try:
        if isinstance(cluster.proxy, Caddy):
            # It finds out by its health checks; requests that were sent before wait.
            time.sleep(5)
        assert "Fish" in page(cluster, visitors[0])
        assert add(cluster.proxy, "moray", AUTHORIZATION, source=visitors[0]) == 303
    finally:
        hung.send_signal(signal.SIGCONT)


def test_a_rolling_restart(cluster: Cluster, visitors: list[str]) -> None:
    """Both instances are restarted under load, one after the other: no request fails."""
    with Load(cluster, visitors) as load:
        for number in (0, 1):
            load.continues()
            assert cluster.programs[number].stop() == 0
            load.restart(number)
        load.continues()
    load.check()


def refused(cluster: Cluster) -> list[dict[str, object]]:
    """Returns the posts that were answered with 503."""
    entries = cluster.requests()
    return [entry for entry in entries if (entry["method"], entry["status"]) == ("POST", 503)]


def test_a_lost_database(
    cluster: Cluster, visitors: list[str], postgres: PostgresServer
) -> None:
    """Pages remain, and a post is answered by one instance with 503."""
    postgres.kill()
    try:
        assert add(cluster.proxy, "shark", AUTHORIZATION, source=visitors[0]) == 503
        for visitor in visitors:
            assert "Fish" in page(cluster, visitor)
    finally:
        postgres.start()
    web.until(lambda: refused(cluster))
    assert len(refused(cluster)) == 1
    web.until(lambda: add(cluster.proxy, "shark", AUTHORIZATION, source=visitors[0]) == 303)

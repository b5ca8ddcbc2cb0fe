"""Several instances on one PostgreSQL server, each behind a relay of its own."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

import web
from change_log import Entry, Stored
from feeds import FeedServer
from history import ANYWHERE, Place
from operators import ADDRESS, METRICS, samples
from postgres import PostgresServer
from proxies import Nginx
from relay import Relay
from server import BINARY, GENEROUS, Server, finished

# An instance that cannot reach the database at its start ends with this reason, and is
# started again, as a supervisor would.
_REFUSED = "(--database)"
# The longest start, in seconds: of an instance that waits for another one's migration.
_START = 90
_LEVEL = re.compile(r"^\S+ (\w+) ")
_EXPECTED = (
    "the database is away; waiting for it",
    "the database could not be read; retrying",
    "an operation on animals failed",
    "an operation on breeds failed",
    "an operation on photos failed",
    "an operation on earthquakes failed",
    # A pause of the program.
    "not everything stopped before the deadline",
)


class Database:
    """The shared database, as an administrator sees it."""

    def __init__(self, *, is_on_small_disk: bool = False) -> None:
        # The path of a socket is short.
        self.folder = Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}"
        self._is_on_small_disk = is_on_small_disk
        if is_on_small_disk:
            self.folder.mkdir()
            options = ("-t", "tmpfs", "-o", "size=600m,mode=755", "tmpfs")
            subprocess.run(["mount", *options, self.folder], check=True)
        # A killed process loses nothing that it has written, and recovers faster. A server that
        # shuts down waits for clients that connected while it started and whose first message
        # the network lost: by default a minute.
        self.server = PostgresServer(
            self.folder, ["-c", "fsync=off", "-c", "authentication_timeout=5s"]
        )
        # The changes that were trimmed from the log.
        self.trimmed: list[dict[str, Any]] = []

    @property
    def socket(self) -> Path:
        """The path of the Unix socket."""
        return self.folder / ".s.PGSQL.5432"

    @property
    def log(self) -> str:
        """The log of the server."""
        return (self.folder / "server.log").read_text(errors="replace")

    def execute(self, sql: str) -> list[Any]:
        """Runs statements as one transaction, and returns the values of the last one, which
        are JSON."""
        run = finished(
            [
                *("psql", f"--host={self.folder}", "--username=postgres", "--no-psqlrc", "--quiet"),
                *("--tuples-only", "--no-align", "--single-transaction", "--command"),
                f"SET search_path TO fieldguide; {sql}",
            ],
            timeout=30,
        )
        if run.returncode != 0:
            raise DatabaseError(run.stderr.strip())
        return [json.loads(line) for line in run.stdout.splitlines()]

    @property
    def entries(self) -> list[Entry]:
        """The whole log of the animals, trimmed changes included."""
        rows = self.execute("SELECT row_to_json(change) FROM change WHERE log = 'animals'")
        return sorted(map(Entry.of, self.trimmed + rows), key=lambda entry: entry.number)

    @property
    def gaps(self) -> list[str]:
        """The gaps in the logs of the other guides."""
        rows = self.execute(
            """
            SELECT to_json(format('%s has %s changes between %s and %s', log, n, first, last))
            FROM (SELECT log, count(*) AS n, min(seq) AS first, max(seq) AS last
              FROM change GROUP BY log) AS each
            WHERE n <> last - first + 1
            """
        )
        return [str(row) for row in rows]

    @property
    def table(self) -> dict[str, Stored]:
        """The stored animals."""
        rows = self.execute("SELECT row_to_json(animal) FROM animal")
        return {
            row["animal_id"]: Stored(row["name"], row["diet"], row["category_id"], row["number"])
            for row in rows
        }

    @property
    def positions(self) -> dict[str, int]:
        """The positions of all logs."""
        [positions] = self.execute(
            """
            SELECT json_object_agg(log, position)
            FROM (SELECT log, max(seq) AS position FROM change GROUP BY log) AS each
            """
        )
        return positions

    def trim(self, *, keeping: int, seconds: float) -> int:
        """Removes old changes as the program does each hour, and remembers them."""
        rows = self.execute(
            f"""
            WITH removed AS (
              DELETE FROM change USING
                (SELECT log, max(seq) AS last FROM change GROUP BY log) AS newest
              WHERE change.log = newest.log AND change.seq <= newest.last - {keeping}
                AND change.at < now() - make_interval(secs => {seconds})
              RETURNING change.*, now() AS trimmed)
            SELECT row_to_json(removed) FROM removed
            """
        )
        self.trimmed += [row for row in rows if row["log"] == "animals"]
        return len(rows)

    def put_as_newer(self, animal: str, name: str) -> None:
        """Adds an animal as a newer program might, by a change of an unknown kind."""
        content = {"animalId": animal, "name": name, "diet": "Omnivore", "categoryId": "Fish"}
        self.execute(
            f"""
            DO $$ BEGIN
              PERFORM pg_advisory_xact_lock(7001, hashtext(current_schema() || '.animals'));
            END $$;
            INSERT INTO animal (animal_id, name, diet, category_id, note, number)
            SELECT '{animal}', '{name}', 'Omnivore', 'Fish', '', max(number) + 1 FROM animal;
            INSERT INTO change (log, seq, operation, payload)
            SELECT 'animals', max(seq) + 1, gen_random_uuid(), json_build_object(
              'newer', json_build_object(
                'animal', '{json.dumps(content)}'::json,
                'number', (SELECT number FROM animal WHERE animal_id = '{animal}')))
            FROM change WHERE log = 'animals';
            DO $$ BEGIN PERFORM pg_notify(current_schema() || '.log', 'animals'); END $$
            """
        )

    def end_session(self, choice: float) -> None:
        """Ends one of the sessions of the instances."""
        self.execute(
            f"""
            SELECT pg_terminate_backend(pid) FROM (
              SELECT pid, row_number() OVER (ORDER BY pid) - 1 AS number, count(*) OVER () AS total
              FROM pg_stat_activity WHERE application_name = 'fieldguide') AS session
            WHERE number = floor({choice} * total)
            """.replace("pg_terminate_backend(pid)", "to_json(pg_terminate_backend(pid))")
        )

    def crash(self) -> None:
        """Kills the server."""
        self.server.kill()

    def stop(self, *, immediately: bool = False) -> None:
        """Stops the server."""
        if immediately:
            pid = int((self.folder / "data/postmaster.pid").read_text().splitlines()[0])
            subprocess.run(["kill", "-QUIT", str(pid)], check=True)
        self.server.stop()

    def start(self) -> None:
        """Starts the server. After a crash its old processes may still be ending."""
        for remaining in reversed(range(100)):
            try:
                self.server.start()
                return
            except AssertionError:
                self.server.process.wait(timeout=30)
                if not remaining:
                    raise
                time.sleep(0.3)

    def fill_disk(self) -> None:
        """Leaves no byte of the disk."""
        with (self.folder / "filler").open("ab", buffering=0) as filler:
            for size in (1 << 20, 1 << 12):
                with suppress(OSError):
                    while filler.write(bytes(size)) == size:
                        pass

    def empty_disk(self) -> None:
        """Makes room again, and starts the server if it has ended."""
        (self.folder / "filler").unlink()
        if self.server.process.poll() is not None:
            self.start()

    def copy(self) -> Path:
        """Copies the data for a replica, which will lack all later changes."""
        replica = self.folder / "replica"
        [binaries] = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]
        command = [
            *(binaries / "pg_basebackup", f"--host={self.folder}", "--username=postgres"),
            *(f"--pgdata={replica}", "--checkpoint=fast", "--no-sync"),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        (replica / "standby.signal").touch()
        return replica

    def promote(self, replica: Path, *, after: float) -> None:
        """Kills the server, and promotes a replica in its place, which is read-only for a
        while."""
        self.crash()
        shutil.rmtree(self.folder / "data")
        replica.rename(self.folder / "data")
        self.start()
        time.sleep(after)
        self.execute("SELECT to_json(pg_promote())")
        [last] = self.execute("SELECT max(seq) FROM change WHERE log = 'animals'")
        self.trimmed = [row for row in self.trimmed if row["seq"] <= last]

    def remove(self) -> None:
        """Stops the server, and removes its data."""
        with suppress(subprocess.TimeoutExpired, ValueError):
            self.server.stop()
        if self._is_on_small_disk:
            subprocess.run(["umount", "--lazy", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class DatabaseError(Exception):
    """The database did not execute a statement."""


class Instance:
    """An instance of the site, which is started again when it was killed."""

    # The longest that a visitor waits. A paused instance answers later.
    patience = 6.0

    def __init__(
        self,
        number: int,
        folder: Path,
        database: Database,
        feeds: str,
        binary: Path | None,
        options: tuple[str, ...] = (),
    ) -> None:
        self.number = number
        self.relay = Relay(database.socket, seed=number)
        self.problems: list[str] = []
        # Held while the process is started, stopped or paused.
        self.lock = threading.Lock()
        # Held while the network fails.
        self.network = threading.Lock()
        self.started = time.time()
        address = f"host=127.0.0.1 port={self.relay.port} user=postgres dbname=postgres"
        (folder / str(number)).mkdir(parents=True)
        self.server = Server(
            folder / str(number) / "data",
            options=["--database", address, *GENEROUS, *METRICS, *options],
            feeds=feeds,
            binary=binary or BINARY,
        )
        # It is kept at each start.
        self._port = int(self.server.url.rpartition(":")[2])

    @property
    def place(self) -> Place:
        """The present life."""
        return Place(self.number, self.started)

    @property
    def url(self) -> str:
        """The address."""
        return self.server.url

    @property
    def positions(self) -> dict[str, int]:
        """The applied positions by log, of those that were written to."""
        # The address is logged at each start.
        address = ADDRESS.findall(self.server.log())[-1]
        found = samples(web.send(address + "/metrics").text)
        return {
            dict(labels)["log"]: int(value)
            for (name, labels), value in found.items()
            if name == "fieldguide_change_log_position" and value
        }

    def kill(self) -> None:
        """Kills the process."""
        self.server.kill()

    def stop(self) -> None:
        """Stops the process by a signal."""
        try:
            code = self.server.stop(within=20)
        except subprocess.TimeoutExpired:
            self.problems.append(f"instance {self.number} did not stop within 20 seconds")
            return
        if code != 0:
            self.problems.append(f"instance {self.number} stopped with {code}")

    def start(self, *, until: threading.Event | None = None) -> None:
        """Starts the process, again and again while the database is away."""
        while True:
            timer = threading.Timer(_START, lambda: self.server.process.kill())
            timer.start()
            self.started = time.time()
            length = len(self.server.log())
            try:
                self.server.start(port=self._port)
                return
            except AssertionError:
                reason = self.server.log()[length:]
                if _REFUSED not in reason or not timer.is_alive():
                    self.problems.append(f"instance {self.number} did not start: {reason}")
            finally:
                timer.cancel()
            if len(self.problems) > 20 or (until is not None and until.is_set()):
                return
            time.sleep(0.5)

    def pause(self) -> None:
        """Pauses the process."""
        self.server.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resumes the process."""
        self.server.process.send_signal(signal.SIGCONT)

    def unexpected_lines(self) -> list[str]:
        """Returns lines of the log that no fault explains."""
        found = []
        for line in self.server.log().splitlines():
            level = _LEVEL.match(line)
            is_known = _REFUSED in line or any(text in line for text in _EXPECTED)
            if not is_known and (level is None or level[1] not in ("info", "notice", "debug")):
                found.append(f"instance {self.number}: {line}")
        return found

    def close(self) -> None:
        """Ends the process and its relay."""
        self.server.kill()
        self.relay.close()


class Door:
    """The supplied nginx, which sends a request to the next instance, and to another one if
    that does not answer in time."""

    # Longer than nginx tries.
    patience = 20.0
    # No instance: what it has shown says nothing about its next answer.
    place = ANYWHERE

    def __init__(self, folder: Path, instances: list[Instance]) -> None:
        folder.mkdir(parents=True)
        addresses = [instance.url.removeprefix("http://") for instance in instances]
        self._proxy = Nginx(folder, addresses, None)
        self.url = f"http://127.0.0.1:{self._proxy.secure}"

    def close(self) -> None:
        """Stops nginx."""
        self._proxy.stop()


class Cluster:
    """Three instances and their database, on request behind nginx."""

    def __init__(
        self,
        folder: Path,
        *,
        count: int = 3,
        other: Path | None = None,
        is_behind_proxy: bool = False,
        is_on_small_disk: bool = False,
    ) -> None:
        self.database = Database(is_on_small_disk=is_on_small_disk)
        self.feeds = FeedServer()
        self.instances: list[Instance] = []
        # What visitors use.
        self.entrances: list[Instance | Door] = []
        options = ("--trusted-proxy", "127.0.0.1", "--writers", "everybody")
        try:
            for number in range(count):
                # The last instance may be another build.
                binary = other if number == count - 1 else None
                self.instances.append(
                    Instance(
                        number, folder, self.database, self.feeds.url, binary,
                        options if is_behind_proxy else (),
                    )
                )  # fmt: skip
            self.entrances += self.instances
            if is_behind_proxy:
                # Most requests.
                self.entrances += [Door(folder / "nginx", self.instances)] * 2 * count
        except BaseException:
            self.close()
            raise

    @property
    def problems(self) -> list[str]:
        """The problems of the processes."""
        found = [line for each in self.instances for line in each.unexpected_lines()]
        found += [problem for each in self.instances for problem in each.problems]
        found += [
            f"instance {each.number} has ended with {each.server.process.returncode}"
            for each in self.instances
            if not each.server.is_alive
        ]
        return found

    def await_recovery(self, *, within: float = 60) -> None:
        """Waits until all instances reach the database again."""
        for instance in self.instances:
            web.until(lambda url=instance.url: _is_ready(url), within=within)

    def close(self) -> None:
        """Ends everything."""
        for entrance in set(self.entrances) | set(self.instances):
            entrance.close()
        self.feeds.close()
        self.database.remove()


def _is_ready(url: str) -> bool:
    try:
        return web.send(url + "/readyz", timeout=5).status == 200
    except OSError:
        return False

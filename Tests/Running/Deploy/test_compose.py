"""The containers of the compose file, started as processes: the same programs, settings
and files, with other addresses."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from access import editor_line
from deployed import AUTHORIZATION, NAME, PASSWORD, add
from postgres import PostgresServer
from proxies import DEPLOY, ORIGIN, Caddy, Certificate
from server import ANY_POSTS, BINARY, PACKAGE, Server, printed
from web import until

COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
INSTANCES = ("one", "two")
DOCKERFILE = (PACKAGE / "Dockerfile").read_text()
SECRET = "p:w'x y"


def test_instances_differ_in_their_name_alone() -> None:
    """And each is an upstream of the proxy, at the port of the image."""
    assert SERVICES["one"] == SERVICES["two"]
    places = [SERVICES["proxy"]["environment"][name] for name in ("FIRST", "SECOND")]
    [port] = re.findall(r"EXPOSE (\d+) ", DOCKERFILE)
    assert places == [f"{name}:{port}" for name in INSTANCES]
    for name in ("SITE", "FIRST", "SECOND"):
        assert "{$" + name in (DEPLOY / "Caddyfile").read_text()


def test_settings_exist() -> None:
    """Each variable of the program is one of its settings."""
    settings = set(re.findall(r"^([a-z-]+) ", printed([BINARY, "config"]), re.M))
    names = {name for instance in INSTANCES for name in SERVICES[instance]["environment"]}
    names |= set(re.findall(r"(FIELDGUIDE_\w+)=", DOCKERFILE))
    for name in names:
        assert name.removeprefix("FIELDGUIDE_").lower().replace("_", "-") in settings, name


def test_secrets_and_volumes_are_declared() -> None:
    """The files exist, or are created by the guide."""
    guide = (PACKAGE / "Docs/deployment.md").read_text()
    for service in SERVICES.values():
        for secret in service.get("secrets", []):
            assert f"> Deploy/{COMPOSE['secrets'][secret]['file']}\n" in guide
            assert f"/run/secrets/{secret}" in service["environment"].values()
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            is_there = (DEPLOY / source).is_file() if "/" in source else source in COMPOSE["volumes"]
            assert is_there, volume
        for needed in service.get("depends_on", []):
            assert needed in SERVICES


@pytest.fixture
def database(tmp_path: Path) -> Iterator[PostgresServer]:
    """The database, with a user as the image creates it."""
    folder = Path(f"/tmp/fieldguide-{os.getpid()}-compose")
    folder.mkdir()
    (folder / "pg_hba.conf").write_text("local all postgres trust\nlocal all all scram-sha-256\n")
    server = PostgresServer(folder)
    settings = SERVICES["database"]["environment"]
    user, name = settings["POSTGRES_USER"], settings["POSTGRES_DB"]
    quoted = SECRET.replace("'", "''")
    for statement in (
        f"CREATE ROLE {user} LOGIN PASSWORD '{quoted}'", f"CREATE DATABASE {name} OWNER {user}",
    ):  # fmt: skip
        server.execute(statement)
    yield server
    server.remove()


class NamedCaddy(Caddy):
    """Caddy on a machine that resolves the names of the containers: it has an /etc/hosts of
    its own, in a mount namespace."""

    def command(self) -> list[str | Path]:
        hosts = self.folder / "hosts"
        names = " ".join(("localhost", *INSTANCES))
        hosts.write_text(f"127.0.0.1 {names}\n")
        script = f'mount --bind "{hosts}" /etc/hosts && exec "$@"'
        return ["unshare", "--mount", "sh", "-euc", script, "sh", *super().command()]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives Caddy names of hosts of its own")
def test_the_containers_started_as_processes(
    tmp_path: Path, database: PostgresServer, certificate: Certificate
) -> None:
    """An editor's change at one instance is shown by the other, and both are healthy."""
    (tmp_path / "database-password").write_text(SECRET + "\n")
    (tmp_path / "editors").write_text(editor_line(NAME, PASSWORD))
    environment = {
        name: value.replace("/run/secrets", str(tmp_path))
        .replace("@database/", "@/").replace("?", f"?host={database.folder}&")
        .replace("https://${SITE:-localhost}", ORIGIN)
        .replace(COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"], "127.0.0.1")
        for name, value in SERVICES["one"]["environment"].items()
    }  # fmt: skip
    instances: list[Server] = []
    try:
        for name in INSTANCES:
            instances.append(Server(tmp_path / name, options=ANY_POSTS, environment=environment))
        places = [instance.url.removeprefix("http://") for instance in instances]
        for place in places:
            program, *words, script = SERVICES["one"]["healthcheck"]["test"][1:]
            script = script.replace("127.0.0.1/8080", place.replace(":", "/"))
            until(lambda script=script, program=program, words=words: subprocess.run(
                [program, *words, script], check=False).returncode == 0)  # fmt: skip
        # Caddy addresses the instances, and checks their health, by their names.
        named = [f"{name}:{place.rpartition(':')[2]}" for name, place in zip(INSTANCES, places)]
        proxy = NamedCaddy(tmp_path, named, certificate)
        try:
            for source in range(2, 10):
                animal = f"char-{source}"
                assert add(proxy, animal, AUTHORIZATION, source=f"127.0.0.{source}") == 303
                until(lambda animal=animal: all(animal in proxy.ask(
                    "GET", "/animals?category=Fish", source=f"127.0.0.{reader}"
                ).text for reader in range(2, 10)))  # fmt: skip
        finally:
            proxy.stop()
    finally:
        for instance in instances:
            instance.kill()

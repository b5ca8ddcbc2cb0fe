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
    guide = (PACKAGE / "Docs/containers.md").read_text()
    for service in SERVICES.values():
        for secret in service.get("secrets", []):
            assert f"> Deploy/{COMPOSE['secrets'][secret]['file']}\n" in guide
            assert f"/run/secrets/{secret}" in service["environment"].values()
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./secrets/"):
                assert f"install -d -m 750 -o 10001 -g 10001 Deploy/{source[2:]}\n" in guide
            elif "/" in source:
                assert (DEPLOY / source).is_file(), volume
            else:
                assert source in COMPOSE["volumes"], volume
        for needed in service.get("depends_on", []):
            assert needed in SERVICES


def test_each_service_is_limited() -> None:
    """In memory and logs, with a tag that names a version; those of the program can change their
    data alone."""
    for name, service in SERVICES.items():
        assert re.fullmatch(r"[\d]+[mg]", service["mem_limit"]), name
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}, name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        tag = service["image"].partition(":")[2]
        assert tag.startswith("${FIELDGUIDE_TAG:?") or re.match(r"\d+\.\d+", tag), name
    for name in (*INSTANCES, "backup"):
        assert SERVICES[name]["read_only"] is True
        assert SERVICES[name]["cap_drop"] == ["ALL"]


def test_the_backup_has_the_settings_of_the_instances(tmp_path: Path) -> None:
    """It goes on after a backup, and ends without one, so that its restart tries again."""
    backup = SERVICES["backup"]
    assert backup["environment"] == SERVICES["one"]["environment"]
    assert backup["init"] is True
    program = tmp_path / "fieldguide"
    program.write_text('#!/bin/sh\necho "$@" >> "$0.said"\n[ "$(wc -l < "$0.said")" -lt 3 ]\n')
    (tmp_path / "sleep").write_text('#!/bin/sh\necho "sleep $@" >> "$0.said"\n')
    for file in (program, tmp_path / "sleep"):
        file.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(backup["entrypoint"], env=environment, check=True, timeout=20)
    assert (tmp_path / "fieldguide.said").read_text() == 3 * "backup /var/backups/fieldguide\n"
    assert (tmp_path / "sleep.said").read_text() == 2 * "sleep 86400\n"


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
        name: value.replace("/run/secrets", str(tmp_path)).replace("/run/editors", str(tmp_path))
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
            port = place.rpartition(":")[2]
            until(lambda port=port: subprocess.run(
                [BINARY, "health", "--port", port], check=False).returncode == 0)  # fmt: skip
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

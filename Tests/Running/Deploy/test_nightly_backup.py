"""The unit of the backup on a booted system: of files, of PostgreSQL, and from one to the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from booted import Booted, obstacle

OBSTACLE = obstacle()
SITE = "http://127.0.0.1:8080"
ADD = "id=gar&name=Gar&diet=Omnivore&categoryId=Fish"
# In the package's settings nobody may make changes.
SETTINGS = """
sed -i 's|^{|{ "writers": "everybody", |' /etc/fieldguide/fieldguide.json
systemctl restart fieldguide.service
"""
# A cluster without those of this machine, with a user who needs no password on its socket.
POSTGRES = """
rm -rf /etc/postgresql /var/lib/postgresql
mkdir -p /var/lib/postgresql /run/postgresql
chown postgres:postgres /var/lib/postgresql /run/postgresql
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
runuser --user postgres -- $bin/initdb --pgdata=/var/lib/postgresql/data --auth=peer > /dev/null
runuser --user postgres -- $bin/pg_ctl --pgdata=/var/lib/postgresql/data --wait --silent \
  --log=/var/lib/postgresql/log --options="--listen_addresses= --unix_socket_directories=/run/postgresql" start
runuser --user postgres -- createuser --host=/run/postgresql fieldguide
runuser --user postgres -- createdb --host=/run/postgresql --owner=fieldguide fieldguide
"""
LAST = "$(ls /var/backups/fieldguide/fieldguide-*.tar.gz | tail -n 1)"
IMPORT = f"runuser --user fieldguide -- fieldguide import --config /etc/fieldguide/fieldguide.json {LAST}"


@pytest.fixture(scope="module")
def system(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system with the package, and an animal."""
    if OBSTACLE is not None:
        pytest.skip(OBSTACLE)
    system = Booted(tmp_path_factory.mktemp("booted"), packages)
    try:
        system.run("dpkg --install 1.0/*.deb")
        system.run(SETTINGS)
        target = f"{SITE}/animals/animalEditor/onTapAddAnimalButton"
        system.run(f"curl --fail --silent --retry 10 --retry-connrefused --data '{ADD}' {target}")
        yield system
    finally:
        system.end()


def last_backup(system: Booted) -> float:
    """Runs the unit, and returns the time of the last backup, as the site tells it."""
    system.run("systemctl start fieldguide-backup.service")
    lines = system.run("curl --fail --silent http://127.0.0.1:9464/metrics").splitlines()
    name = "fieldguide_backup_last_success_timestamp_seconds "
    [value] = [line.removeprefix(name) for line in lines if line.startswith(name)]
    return float(value)


def shows_the_animal(system: Booted) -> bool:
    """Returns true if the site has the animal."""
    address = f"{SITE}/animals?category=Fish&animal=gar"
    return "Gar" in system.run(f"curl --fail --silent --retry 10 --retry-connrefused '{address}'")


def test_the_same_unit_backs_up_files_and_postgresql(system: Booted) -> None:
    """The backup of files is imported into PostgreSQL, and that of PostgreSQL into files."""
    assert shows_the_animal(system)
    first = last_backup(system)
    assert first > 0
    modes = system.run(f"stat --format='%U %a' {LAST} /var/lib/fieldguide/last-backup").split("\n")
    assert modes[0] == "fieldguide 600"
    system.run(POSTGRES)
    system.run("systemctl stop fieldguide.socket fieldguide.service")
    settings = "/etc/fieldguide/fieldguide.json"
    database = "host=/run/postgresql user=fieldguide dbname=fieldguide"
    system.run(f"cp {settings} /root/files.json; sed -i 's|^{{|{{ \"database\": \"{database}\", |' {settings}")
    assert "Imported animals" in system.run(IMPORT)
    system.run("mv /var/lib/fieldguide/*.sqlite /root; systemctl start fieldguide.socket fieldguide.service")
    assert shows_the_animal(system)
    assert last_backup(system) >= first
    assert len(system.run("ls /var/backups/fieldguide").split()) == 3
    # A loss ends the unit with its reason, and the backups stay.
    rows = "runuser --user postgres -- psql --host=/run/postgresql fieldguide --command"
    system.run(f"{rows} 'TRUNCATE fieldguide.animal'")
    assert system.fails("systemctl start fieldguide-backup.service")
    assert len(system.run("ls /var/backups/fieldguide").split()) == 3
    system.run("systemctl stop fieldguide.socket fieldguide.service")
    system.run(f"mv /root/files.json {settings}; rm /var/lib/fieldguide/fieldguide.lock")
    assert "Imported animals" in system.run(IMPORT)
    system.run("systemctl reset-failed; systemctl start fieldguide.socket fieldguide.service")
    assert shows_the_animal(system)

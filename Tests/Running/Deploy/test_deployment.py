"""The documents of deployment, followed on bare systems.

Each is a booted Debian with what its own apt installs: systemd, nginx, Caddy, certbot and PostgreSQL
are real. No other machine can be reached: the certificate authority is a local one, packages were
downloaded before, and the services of the guides are folders. The second version of the program is
the same build, in a package with a higher number.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from difflib import unified_diff
from pathlib import Path

import pytest

import web
from booted import Booted, obstacle
from commands import PROXIES, commands
from deployed import NAME, PASSWORD
from dogs import BREEDS
from events import SAMPLES, Event, feed, now
from photos import TITLES, PhotoServer
from proxies import TOOLS

OBSTACLE = obstacle()
SITE = "www.example.net"

AUTHORITY = "https://localhost:14000/acme/local/directory"
# An authority for whom Debian's certbot and Caddy are clients like those of any other.
CADDYFILE = """{
  admin off
  skip_install_trust
  http_port 14001
  https_port 14000
  storage file_system /root/authority
}
https://localhost:14000 {
  tls internal
  acme_server
}
"""
EXAMPLES = "/usr/share/doc/fieldguide/examples"
SERVICES = "/root/clone/services"
UNIT = f"""[Service]
BindReadOnlyPaths=-{SERVICES}:/srv
Environment=FIELDGUIDE_QUAKES_FEEDS=/srv/quakes FIELDGUIDE_DOGS=/srv/dogs FIELDGUIDE_PHOTOS=/srv/photos
"""
# What the machine has before the commands.
PREPARED = f"""
printf 'APT::Get::Assume-Yes "true";\\nAcquire::Retries "0";\\n' > /etc/apt/apt.conf.d/tests
rm -f /etc/resolv.conf
echo '127.0.0.1 localhost {SITE}' > /etc/hosts
mkdir -p /etc/systemd/system/fieldguide.service.d /root/.config/letsencrypt
cat > /etc/systemd/system/fieldguide.service.d/tests.conf
echo 'server = {AUTHORITY}' > /root/.config/letsencrypt/cli.ini
echo 'export DEBIAN_FRONTEND=noninteractive' > /root/variables
"""
ROOT = "/usr/local/share/ca-certificates/tests.crt"
BEGIN_AUTHORITY = f"""
systemd-run --quiet --unit=authority ./caddy run --adapter caddyfile --config "$PWD/Caddyfile"
until curl --silent --insecure https://localhost:14000 > /dev/null; do sleep 0.1; done
cp /root/authority/pki/authorities/local/root.crt {ROOT}
update-ca-certificates 2> /dev/null
"""


def services(folder: Path) -> None:
    """Writes what the services of the guides answer."""
    recent = [
        Event(f"recent-{hours}", mag=3, place=f"Place {hours}", time=now() - timedelta(hours=hours))
        for hours in range(1, 99, 4)
    ]
    with closing(PhotoServer(TITLES)) as photos:
        files = {"photos/photos.json": photos.body}
    for range_ in ("hour", "day", "week", "month"):
        files[f"quakes/all_{range_}.geojson"] = feed(SAMPLES + recent)
    files["dogs/breeds/list/all.json"] = json.dumps({"message": BREEDS, "status": "success"}).encode()
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


AWAIT = "curl --silent --fail --retry 10 --retry-all-errors https://$SITE/healthz"
# A proxy that writes what it is asked for.
OUTGOING = """
import socket
visitor = socket.create_server(("127.0.0.1", 3128)).accept()[0]
open("/root/asked", "wb").write(visitor.recv(99))
"""
ASKED = "CONNECT earthquake.usgs.gov:443 HTTP/1.1"
# What changes in each minute: times, the pattern of a chart up to now, and the digest of both.
MINUTE = re.compile(
    r'\d\d(:|%3A|%253A)\d\d|just now|\d+ (?:min|hr) ago| d="(M[\d.]+ [\d.]+l[\d.]+-[\d.]+)+"| data-version="\w+"'
    # The colours of ages with their legend, and the rings of the past hour.
    r'|<path class="recent[^>]*></path>|\bage-\d|(?<=</svg>)past \w+'
)
STATUS = "curl --silent --show-error --max-time 20 --output /dev/null --write-out '%{http_code}'"
VISIT = f"""
while [ ! -e /tmp/over ]; do
  curl --silent --max-time 20 --output /dev/null --write-out '%{{http_code}} %{{errormsg}}\\n' \\
    "https://{SITE}/{{animals,quakes,breeds,photos}}" >> /tmp/answers
done
"""


class Machine:
    """A bare system on which documents are followed."""

    def __init__(self, folder: Path, release: str, files: list[Path], proxy: str) -> None:
        root = TOOLS / f"debian-{release}"
        if OBSTACLE is not None or not (root / "complete").exists():
            pytest.skip(OBSTACLE or f"there is no bare {release}")
        self.proxy = proxy
        folder.mkdir()
        clone = folder / "clone"
        clone.mkdir()
        for file in files:
            (shutil.copytree if file.is_dir() else shutil.copy)(file, clone / file.name)
        self.system = Booted(folder, clone, root)
        self.system.run(PREPARED, said=UNIT)

    def run(self, command: str, *, said: str = "") -> str:
        """Runs commands; variables are kept."""
        return self.system.run(
            f". /root/variables\nset -a\n{command}\nexport -p > /root/variables", said=said
        )

    def follow(self, document: str, *headings: str) -> str:
        """Runs the commands of a document, or of some of its sections, for the proxy."""
        return "".join(
            self.run(block, said=PASSWORD + "\n")
            for block in commands(document, *headings, proxy=self.proxy)
        )

    def status(self, animal: str) -> str:
        """Returns the status of the page of an animal."""
        return self.run(f'{STATUS} "https://$SITE/animals?animal={animal}"')

    def add(self, animal: str) -> None:
        """Adds an animal as an editor."""
        form = f"id={animal}&name={animal}&diet=Omnivore&categoryId=Fish"
        assert self.run(
            f"{STATUS} --user '{NAME}:{PASSWORD}' --data '{form}'"
            f' --header "Origin: https://$SITE" "https://$SITE{web.ADD}"'
        ) == "303"

    def pages(self, addresses: Iterable[str] = ()) -> dict[str, str]:
        """Reads pages, by default those to which links lead. Without the time of the day."""
        said = self.run('python3 read_site.py "https://$SITE"', said="\n".join(addresses))
        return {
            address: f"{status} {MINUTE.sub('', text)}"
            for address, (status, text) in json.loads(said).items()
        }

    def update(self, version: str, document: str = "deployment") -> None:
        """Replaces the package by a newer one, and follows the section of a document."""
        self.run(f"rm fieldguide_*.deb; mv {version}/*.deb .")
        self.follow(document, "Update")
        assert self.run("dpkg-query --show --showformat='${Version}' fieldguide") == version

    def read(self, file: str) -> bytes:
        """Returns the content of a file in the folder."""
        return base64.b64decode(self.run(f"base64 {file}"))

    @contextmanager
    def load(self) -> Iterator[None]:
        """Visitors, no request of whom fails."""
        self.run(
            "rm -f /tmp/over /tmp/answers\n"
            "for number in 1 2 3 4; do systemd-run --quiet --unit=visitor-$number bash $PWD/visit; done"
        )
        yield
        answers = self.run(
            "touch /tmp/over; while systemctl --quiet is-active 'visitor-*'; do sleep 0.1; done\n"
            "cat /tmp/answers"
        ).splitlines()
        assert len(answers) > 100 and set(answers) == {"200 "}, Counter(answers)

    def close(self) -> None:
        self.system.end()


@pytest.fixture(scope="module")
def files(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What is on each machine, besides the package in its first version."""
    folder = tmp_path_factory.mktemp("files")
    services(folder / "services")
    (folder / "visit").write_text(VISIT)
    (folder / "Caddyfile").write_text(CADDYFILE)
    return [
        *(packages / "1.0").glob("*.deb"), packages / "1.1", packages / "1.2",
        folder / "services", folder / "visit", folder / "Caddyfile", TOOLS / "caddy/usr/bin/caddy", Path(__file__).with_name("read_site.py"),
    ]  # fmt: skip


@pytest.mark.parametrize("proxy", PROXIES)
def test_the_documents_lead_to_a_site(tmp_path: Path, files: list[Path], proxy: str) -> None:
    """On Debian 12: to a site with TLS and editors, to a newer version, back to a backup, to two
    instances on PostgreSQL; then, as the machine is lost, to the same site on Debian 13."""
    is_nginx = proxy == "nginx"
    with closing(Machine(tmp_path / "first", "bookworm", files, proxy)) as machine:
        machine.run(BEGIN_AUTHORITY)
        machine.follow("deployment", "1. Package")
        assert "Select a category" in machine.run(
            "curl --silent --fail --retry 10 --retry-connrefused http://127.0.0.1:8080/animals"
        )
        machine.run(f"sed -i '0,/^{{/s|^{{|&\\n\\tacme_ca {AUTHORITY}|' {EXAMPLES}/Caddyfile")
        machine.follow("deployment", "2. Name and editors", "3. TLS")
        machine.run(AWAIT)
        found = "grep --recursive --no-messages example.org /etc/fieldguide /etc/nginx /etc/caddy || true"
        assert machine.run(found) == ""
        machine.add("early")
        # Charts count by the hour.
        while now().minute >= 58:
            time.sleep(1)
        before = machine.pages() if is_nginx else {}
        for content in ("early", "Place 1", "kelpie", TITLES[0]) if is_nginx else ():
            assert any(content in text for text in before.values()), content
        with machine.load():
            machine.follow("deployment", "4. Backup")
            assert machine.follow("deployment", "5. Check").endswith("ready\n")
            machine.update("1.1")
        # Not under load: when nginx reloads, curl may lose an HTTP/2 connection amid a request.
        if is_nginx:
            machine.run("certbot renew --quiet --force-renewal --no-random-sleep-on-renew")
        saved = machine.read("fieldguide.tar")
        root = machine.run(f"cat {ROOT}")
        machine.add("late")
        assert (machine.status("early"), machine.status("late")) == ("200", "200")
        machine.follow("deployment", "Restore")
        assert (machine.status("early"), machine.status("late")) == ("200", "404")
        machine.follow("postgresql")
        assert machine.status("early") == "200"
        machine.add("shared")
        machine.follow("several-instances", "A second instance")
        with machine.load():
            machine.update("1.2", "several-instances")
        for animal in ("early", "shared"):
            assert machine.status(animal) == "200"
        # The proxy reaches the other one.
        machine.run("systemctl stop fieldguide.socket fieldguide.service")
        for animal in ("early", "shared"):
            web.until(lambda animal=animal: machine.status(animal) == "200", within=30, every=1)
    # Nothing but what was saved is left, and no service of a guide can be reached.
    less = [file for file in files if file.name != "services"] + [tmp_path / "services"]
    for name in ("quakes", "dogs", "photos"):
        (tmp_path / "services" / name).mkdir(parents=True)
    (tmp_path / "fieldguide.tar").write_bytes(saved)
    with closing(
        Machine(tmp_path / "second", "trixie", [*less, tmp_path / "fieldguide.tar"], proxy)
    ) as machine:
        if is_nginx:
            machine.run(f"cat > {ROOT}; update-ca-certificates", said=root)
        else:
            machine.run(BEGIN_AUTHORITY)
        machine.run(f"SITE={SITE}")
        machine.run("echo Environment=FIELDGUIDE_QUAKES_REFRESH=off >> /etc/systemd/system/fieldguide.service.d/tests.conf")
        machine.follow("lost-machine")
        machine.run(AWAIT)
        assert (machine.status("early"), machine.status("late")) == ("200", "404")
        if not is_nginx:
            return
        with machine.load():
            machine.update("1.1")
        after = machine.pages(before)
        assert len(after) > 100
        differences = [
            difference[:200]
            for address, text in after.items()
            # The bars of an hour move with the clock, the report of an event is asked for again.
            if "past=hour" not in address and "/quakes/event/" not in address
            for difference in unified_diff(
                before[address].split("<"), text.split("<"), address, lineterm="", n=0
            )
        ]
        assert not differences, "\n".join(differences[:20])
        machine.run("rm /etc/systemd/system/fieldguide.service.d/tests.conf")
        machine.run("echo 127.0.0.1 proxy.example.net >> /etc/hosts")
        machine.run(f"systemd-run --quiet --unit=outgoing python3 -c '{OUTGOING}'")
        machine.follow("without-internet", "An outgoing proxy")
        machine.run(f"timeout 60 bash -c 'until grep -q \"^{ASKED}\" /root/asked; do sleep 0.2; done'")

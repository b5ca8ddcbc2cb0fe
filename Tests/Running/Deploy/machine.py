"""A simulated machine in a folder, for commands that need root.

Its files, the shell, the program and the proxies are real. Commands that would change
the real machine are replaced by stubs, which call `Machine` over a socket; it performs
them in the folder as far as the site needs it.
"""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from postgres import PostgresServer
from proxies import DEPLOY, TOOLS, Caddy, Nginx, free_port, on_ports, replaced
from server import BINARY, NOWHERE, PACKAGE, finished
from test_restart import EXECUTE

# The stub of a command: sends its name and its arguments.
STUB = f"""#!{sys.executable}
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as machine:
    machine.connect(os.environ["MACHINE"])
    machine.sendall(json.dumps([os.path.basename(sys.argv[0]), *sys.argv[1:]]).encode())
    machine.shutdown(socket.SHUT_WR)
    code, said = json.loads(machine.makefile().read())
print(said, end="", file=sys.stderr if code else sys.stdout)
sys.exit(code)
"""
# Folders of a machine that commands and files refer to.
PLACES = re.compile(r"(?<![\w.])/(?=(?:opt|etc|var|run)/)")
# Neither public nor in use by other programs.
ENVIRONMENT = {
    "FIELDGUIDE_QUAKES_FEEDS": NOWHERE,
    "FIELDGUIDE_QUAKES_REFRESH": "off",
    "FIELDGUIDE_DOGS": NOWHERE,
    "FIELDGUIDE_PHOTOS": NOWHERE,
    "FIELDGUIDE_METRICS_PORT": "off",
}


class Failed(Exception):
    """The error message of a command."""


def options(words: list[str]) -> dict[str, str]:
    """Parses options with values."""
    return dict(zip(words[::2], words[1::2], strict=True))


class Systemd:
    """Stands in for systemd: starts and stops units from its copy of their files, and a
    service as soon as somebody connects to its socket."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder = root / "etc/systemd/system"
        self._folder.mkdir(parents=True)
        self._units: dict[str, dict[str, list[str]]] = {}
        self._programs: dict[str, subprocess.Popen[bytes]] = {}
        self._listening: dict[str, socket.socket] = {}
        self._lock = threading.RLock()
        self.active: set[str] = set()
        # The groups of the sockets.
        self.groups: dict[str, str] = {}

    def daemon_reload(self) -> None:
        """Reads the unit files again."""
        self._units = {}

    def _unit(self, name: str) -> dict[str, list[str]]:
        # Later changes are ignored until the next reload.
        if name not in self._units:
            self._units[name] = self._read(name)
        return self._units[name]

    def _read(self, name: str) -> dict[str, list[str]]:
        """Reads the file of a unit, or of its template, and its drop-in files."""
        unit, _, suffix = name.rpartition(".")
        template, _, instance = unit.partition("@")
        path = self._folder / (f"{template}@.{suffix}" if instance else name)
        if not path.exists():
            raise Failed(f"Unit {name} not found.\n")
        found: dict[str, list[str]] = {}
        drop_ins = {*self._folder.glob(f"{name}.d/*.conf"), *self._folder.glob(f"{path.name}.d/*.conf")}
        for file in (path, *sorted(drop_ins)):
            text = file.read_text().replace("%i", instance).replace("%N", unit)
            for line in text.splitlines():
                if "=" in line and not line.startswith("#"):
                    key, _, value = line.partition("=")
                    # An empty value removes those before; some settings have one value.
                    earlier = [] if key == "SocketGroup" else found.get(key, [])
                    found[key] = [*earlier, value] if value else []
        return found

    def enable(self, *names: str) -> None:
        """With `--now`."""
        assert names[0] == "--now", names
        for name in names[1:]:
            assert self._unit(name)["WantedBy"]
            self.start(name)

    def start(self, *names: str) -> None:
        """Starts units unless they are active."""
        for name in names:
            with self._lock:
                unit = self._unit(name)
                self.start(*unit.get("Requires", []))
                if name in self.active:
                    continue
                if name.endswith(".service") and unit["Type"] != ["oneshot"]:
                    self._serve(name, unit)
                elif name.endswith(".socket"):
                    self._listen(name, unit)
                if not name.endswith("backup.service"):
                    self.active.add(name)
                    continue
            self._run(unit)

    def _listen(self, name: str, unit: dict[str, list[str]]) -> None:
        service = name.replace(".socket", ".service")
        if service in self._programs:
            raise Failed(f"Socket service {service} already active, refusing.\n")
        [path], [mode], [self.groups[name]] = (
            unit[key] for key in ("ListenStream", "SocketMode", "SocketGroup")
        )
        listening = self._listening[name] = socket.socket(socket.AF_UNIX)
        Path(path).unlink(missing_ok=True)
        listening.bind(path)
        Path(path).chmod(int(mode, 8))
        listening.listen(128)
        threading.Thread(
            target=self._activate, args=(service, listening), daemon=True
        ).start()

    def _activate(self, service: str, listening: socket.socket) -> None:
        """Starts the service when somebody connects, until the socket is closed."""
        while True:
            with self._lock:
                if listening.fileno() < 0:
                    return
                if service not in self._programs and select.select([listening], [], [], 0)[0]:
                    self.start(service)
            time.sleep(0.02)

    def _serve(self, name: str, unit: dict[str, list[str]]) -> None:
        listening = self._listening[name.replace(".service", ".socket")]
        for folder in unit["StateDirectory"]:
            (self._root / "var/lib" / folder).mkdir(0o700, parents=True, exist_ok=True)
        [line] = unit["ExecStart"]
        handed = listening.fileno()
        assert unit["Type"] == ["notify"]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reports:
            # The path of the folder may be too long for a socket.
            reports.bind(f"\0fieldguide-{os.getpid()}-{name}")
            reports.settimeout(10)
            self._programs[name] = subprocess.Popen(
                [sys.executable, "-c", EXECUTE, str(handed), *shlex.split(line)],
                stdout=subprocess.DEVNULL, pass_fds=(handed,),
                env=os.environ | ENVIRONMENT | {
                    "LISTEN_FDS": "1", "NOTIFY_SOCKET": f"@fieldguide-{os.getpid()}-{name}"},
            )  # fmt: skip
            try:
                assert b"READY=1" in reports.recv(1000).splitlines()
            except TimeoutError:
                raise Failed(f"Job for {name} failed.\n") from None

    def _run(self, unit: dict[str, list[str]]) -> None:
        # Backups are named by the second.
        time.sleep(1)
        for line in unit["ExecStart"]:
            words = [word.replace("%%", "%") for word in shlex.split(line)]
            subprocess.run(words, check=True, capture_output=True)

    def stop(self, *names: str) -> None:
        """Stops units that are active."""
        with self._lock:
            for name in names:
                assert self._unit(name)
                if name in self._listening:
                    self._listening.pop(name).close()
                elif name in self._programs:
                    program = self._programs.pop(name)
                    program.terminate()
                    program.communicate(timeout=10)
                    assert program.returncode == 0, program.returncode
                self.active.discard(name)

    def restart(self, *names: str) -> None:
        """Stops and starts units, whose files have been read since they were changed."""
        with self._lock:
            for name in names:
                if self._unit(name) != self._read(name):
                    raise Failed(f"The unit file of {name} changed on disk.\n")
            self.stop(*names)
            self.start(*names)

    def end(self) -> None:
        """Powers the machine off."""
        for program in self._programs.values():
            program.kill()
            program.communicate()
        for listening in self._listening.values():
            listening.close()


class Machine:
    """A machine with a clone of the project, and nothing else."""

    COMMANDS = (
        "adduser", "apt-get", "certbot", "chown", "git", "install", "nginx", "runuser", "swift",
        "systemctl",
    )  # fmt: skip

    def __init__(self, folder: Path, kind: type[Nginx] | type[Caddy]) -> None:
        self._folder = folder
        self._kind = kind
        self.root = folder / "root"
        self.clone = folder / "clone"
        self.plain, self.secure = free_port(), free_port()
        self.systemd = Systemd(self.root)
        self._proxy: subprocess.Popen[bytes] | None = None
        self._postgres: PostgresServer | None = None
        self._users: set[str] = set()
        # All stubbed commands that were called, in order.
        self.calls: list[list[str]] = []
        (self.root / "run").mkdir()
        self._make_clone()
        self._stubs = folder / "bin"
        self._stubs.mkdir()
        for name in self.COMMANDS:
            self._make_stub(self._stubs / name)
        self._make_stub(self.clone / "Scripts/install")
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / "door"))
        self._door.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def placed(self, text: str) -> str:
        """Replaces the paths of the real machine in a text."""
        return PLACES.sub(f"{self.root}/", text)

    def _make_clone(self) -> None:
        for name in (".build/release", "Deploy", "Scripts"):
            (self.clone / name).mkdir(parents=True)
        (self.clone / ".build/release/fieldguide").symlink_to(BINARY)
        for path in filter(Path.is_file, DEPLOY.iterdir()):
            text = path.read_text()
            if path.name == "nginx.conf":
                text = on_ports(text, self.plain, self.secure)
            (self.clone / "Deploy" / path.name).write_text(self.placed(text))

    @staticmethod
    def _make_stub(path: Path) -> None:
        path.write_text(STUB)
        path.chmod(0o755)

    @property
    def environment(self) -> dict[str, str]:
        """Returns the environment of its processes: its stubs come first in the path, and
        the site resolves to it."""
        return os.environ | {
            "PATH": f"{self._stubs}:{os.environ['PATH']}",
            "MACHINE": str(self._folder / "door"),
            "CURL_HOME": str(self._folder),
        }

    def _serve(self) -> None:
        while True:
            try:
                visitor, _ = self._door.accept()
            except OSError:
                return
            with visitor:
                words = json.loads(visitor.makefile().read())
                self.calls.append(words)
                try:
                    answer = 0, self._call(words) or ""
                except Failed as failure:
                    answer = 1, str(failure)
                except Exception as failure:  # noqa: BLE001, the caller has to get every error
                    answer = 2, f"{words}: {failure!r}\n"
                visitor.sendall(json.dumps(answer).encode())

    def _call(self, words: list[str]) -> str | None:
        name, *rest = words
        if name == "install" and rest in (["run"], ["build"]):
            return None  # For Scripts/install.
        handle: Callable[..., str | None] = getattr(self, "_" + name.replace("-", "_"))
        return handle(*rest)

    # The stubbed commands.

    def _git(self, *words: str) -> None:
        assert words == ("pull",)

    def _swift(self, *words: str) -> None:
        assert words[0] == "build"

    def _adduser(self, *words: str) -> None:
        self._users.add(words[-1])

    def _chown(self, *words: str) -> None:
        *flags, who, place = words
        assert flags == ["-R"] and set(who.split(":")) <= self._users and Path(place).exists()

    def _install(self, *words: str) -> None:
        left = list(words)
        for flag in ("-o", "-g"):
            if flag in left:
                at = left.index(flag)
                assert left[at + 1] in self._users
                del left[at : at + 2]
        subprocess.run(["/usr/bin/install", *left], check=True, cwd=self.clone)

    def _apt_get(self, *words: str) -> None:
        """Creates the folders of the tested proxy only."""
        assert words[0] in ("install", "update")
        etc = self.root / "etc"
        places = {
            "nginx-light": [etc / "nginx/sites-available", etc / "nginx/sites-enabled",
                            self.root / "var/www/html", self.root / "var/log/nginx"],
            "caddy": [etc / "caddy"],
        }  # fmt: skip
        for package in words[1:]:
            for place in places.get(package, []):
                place.mkdir(parents=True)
            if package == "postgresql":
                # The path of a socket is short, and another user opens it.
                folder = Path(tempfile.mkdtemp(prefix="fieldguide-", dir="/tmp"))
                folder.chmod(0o755)
                self._postgres = PostgresServer(folder)
                (self.root / "run/postgresql").symlink_to(folder)
                self._users.add("postgres")

    def _runuser(self, option: str, user: str, dashes: str, *words: str) -> str:
        """A role of PostgreSQL has the name of the user."""
        assert (option, dashes) == ("--user", "--") and user in self._users
        environment = {"PGHOST": str(self.root / "run/postgresql"), "PGUSER": user}
        said = finished(words, env=os.environ | environment)
        if said.returncode:
            raise Failed(said.stderr)
        return said.stdout

    def _certbot(self, *words: str) -> None:
        """The certificate authority is openssl."""
        assert words[:2] == ("certonly", "--webroot")
        given = options(list(words[2:]))
        assert Path(given["--webroot-path"]).is_dir()
        assert re.fullmatch(r"[^@\s]+@[\w.-]+", given["--email"])
        self._call(shlex.split(given["--deploy-hook"]))
        folder = self.root / "etc/letsencrypt/live" / given["--domain"]
        folder.mkdir(parents=True)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
             "-subj", f"/CN={given['--domain']}",
             "-addext", f"subjectAltName=DNS:{given['--domain']}",
             "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        self._trust(given["--domain"], folder / "fullchain.pem")

    def _trust(self, site: str, certificate: Path) -> None:
        """Resolves the site to this machine, and trusts its certificate."""
        (self._folder / ".curlrc").write_text(
            f'connect-to = "{site}:443:127.0.0.1:{self.secure}"\ncacert = "{certificate}"\n'
        )

    def _nginx(self, *words: str) -> str:
        said = finished([*self._nginx_command(), *words])
        if said.returncode:
            raise Failed(said.stderr)
        return said.stderr

    def _nginx_command(self) -> list[str | Path]:
        (self._folder / "site.conf").write_text(
            f"include {self.root}/etc/nginx/sites-enabled/*;\n"
        )
        main = self._folder / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        main.write_text(Nginx.MAIN.format(folder=self._folder, tools=TOOLS, user=user))
        return [TOOLS / "nginx/usr/sbin/nginx", "-e", "stderr", "-p", self._folder, "-c", main]

    def _caddy_command(self) -> list[str | Path]:
        text = (self.root / "etc/caddy/Caddyfile").read_text()
        site = re.search(r"^\{\$SITE:(\S+)\} \{$", text, re.M)
        assert site
        # The test has its own authority.
        local = Caddy.OPTIONS.format(plain=self.plain, secure=self.secure) + "\tlocal_certs\n"
        file = self._folder / "Caddyfile"
        file.write_text(replaced(text, [("\n{\n", local)]))
        self._trust(site[1], self._folder / "caddy/pki/authorities/local/root.crt")
        return [TOOLS / "caddy/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", file]

    def _systemctl(self, verb: str, *names: str) -> None:
        if verb == "reload":
            self._reload(*names)
        else:
            getattr(self.systemd, verb.replace("-", "_"))(*names)
        if verb == "stop":
            # A person types the next command, and visitors come before.
            time.sleep(1)

    def _reload(self, name: str) -> None:
        """Restarts the proxy with its current files."""
        assert name == self._kind.name
        self._stop_proxy()
        command = self._nginx_command() if name == "nginx" else self._caddy_command()
        with (self._folder / "proxy.log").open("ab") as log:
            self._proxy = subprocess.Popen(
                command, stdout=log, stderr=log,
                env=os.environ | {"HOME": str(self._folder), "XDG_DATA_HOME": str(self._folder),
                                  "XDG_CONFIG_HOME": str(self._folder)},
            )  # fmt: skip

    def _stop_proxy(self) -> None:
        if self._proxy is not None:
            self._proxy.terminate()
            self._proxy.wait(timeout=10)

    # The actions of an operator.

    def run(self, block: str, *, said: str = "") -> str:
        """Runs commands in the clone; input goes to the first one that reads it. Shell
        variables are kept."""
        state = self._folder / "state.sh"
        before = f". {shlex.quote(str(state))}\n" if state.exists() else ""
        # In a shell, "a && b" does not fail unless it is the last command.
        after = f"\ncode=$?\nexport -p > {shlex.quote(str(state))}\nexit $code"
        ran = finished(
            ["bash", "-euo", "pipefail", "-c", f"{before}set -a\n{self.placed(block)}{after}"],
            cwd=self.clone, env=self.environment, input=said, timeout=120,
        )  # fmt: skip
        assert ran.returncode == 0, f"{block}\n{ran.stdout}{ran.stderr}"
        return ran.stdout

    def end(self) -> None:
        """Powers the machine off."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._thread.join(timeout=10)
        self._stop_proxy()
        self.systemd.end()
        if self._postgres is not None:
            self._postgres.remove()

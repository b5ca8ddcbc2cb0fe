"""Configuration: the command line, then the environment, then one file."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from server import BINARY, PACKAGE


@dataclass
class Case:
    """What the program is told, and what it is to make of it."""

    options: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    file: Any = None


def run(folder: Path, case: Case, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs the program with all that, in a folder with the file `c.json`."""
    if case.file is not None:
        text = case.file if isinstance(case.file, str) else json.dumps(case.file)
        (folder / "c.json").write_text(text)
    own = {name: text for name, text in os.environ.items() if not name.startswith("FIELDGUIDE_")}
    config = ["--config", "c.json"] if case.file is not None else []
    return subprocess.run(
        [BINARY, *(command or ("config",)), *config, *case.options],
        cwd=folder, env=own | case.environment, capture_output=True, text=True, timeout=30,
        check=False,
    )  # fmt: skip


def shown(folder: Path, case: Case) -> dict[str, tuple[str, str]]:
    """What `fieldguide config` shows: values and places, by name."""
    said = run(folder, case)
    assert said.returncode == 0, said
    assert said.stderr == ""
    found = {}
    for line in said.stdout.splitlines():
        name, rest = line.split(" ", 1)
        value, place = re.fullmatch(r"\s*(.*?)\s{2,}(.*)", " " + rest).groups()  # type: ignore[union-attr]
        assert name not in found, "shown twice"
        found[name] = (value.strip(), place)
    return found


@pytest.mark.parametrize(
    ("case", "name", "value", "place"),
    [
        (Case(), "port", "8080", "default"),
        (Case(file={"port": 1}), "port", "1", "c.json"),
        (Case(file={"port": "1"}), "port", "1", "c.json"),
        (Case([], {"FIELDGUIDE_PORT": "2"}, {"port": 1}), "port", "2", "FIELDGUIDE_PORT"),
        (
            Case(["--port", "3"], {"FIELDGUIDE_PORT": "2"}, {"port": 1}),
            "port", "3", "--port",
        ),
        (Case(["--port", "3"], {}, {"host": "::1"}), "host", "::1", "c.json"),
        (Case(["--port", "3", "--port", "4"]), "port", "4", "--port"),
        (Case([], {"FIELDGUIDE_LOG_LEVEL": "debug"}), "log-level", "debug", "FIELDGUIDE_LOG_LEVEL"),
        (Case(file={"log-format": "json"}), "log-format", "json", "c.json"),
        (Case(file={"development": True}), "development", "true", "c.json"),
        (Case(["--development"], {}, {"development": False}), "development", "true",
         "--development"),
        (Case([], {"FIELDGUIDE_DEVELOPMENT": "true"}), "development", "true",
         "FIELDGUIDE_DEVELOPMENT"),
        (Case(file={"metrics-port": "off"}), "metrics-port", "off", "c.json"),
        # What may be said several times is one list, from one place.
        (
            Case(file={"public-origin": ["https://a.example", "https://b.example"]}),
            "public-origin", "https://a.example, https://b.example", "c.json",
        ),
        (Case(file={"public-origin": "https://a.example"}), "public-origin", "https://a.example",
         "c.json"),
        (
            Case(["--public-origin", "https://c.example"], {},
                 {"public-origin": ["https://a.example"]}),
            "public-origin", "https://c.example", "--public-origin",
        ),
        (
            Case([], {"FIELDGUIDE_TRUSTED_PROXY": "socket, 10.0.0.0/8"}),
            "trusted-proxy", "socket, 10.0.0.0/8", "FIELDGUIDE_TRUSTED_PROXY",
        ),
        # Who may write follows from the rest, unless it is said.
        (Case(), "writers", "everybody", "default"),
        (Case(file={"public-origin": "https://a.example"}), "writers", "nobody", "default"),
        (Case(file={"editors": "e"}), "writers", "editors", "default"),
        (Case(file={"writers": "nobody"}), "writers", "nobody", "c.json"),
        # A password in an address is nobody's business.
        (Case(["--dogs", "https://me:secret@dogs.example/api"]), "dogs",
         "https://me:…@dogs.example/api", "--dogs"),
    ],
)  # fmt: skip
def test_what_is_in_force(
    tmp_path: Path, case: Case, name: str, value: str, place: str
) -> None:
    """And where it was said."""
    assert shown(tmp_path, case)[name] == (value, place)


WRONG_FILES = [
    ({"prot": 1}, "“prot” in c.json is nothing that can be set; perhaps “port” is meant."),
    ({"log_level": "info"},
     "“log_level” in c.json is nothing that can be set; perhaps “log-level” is meant."),
    ({"Port": 1}, "“Port” in c.json is nothing that can be set; perhaps “port” is meant."),
    ({"config": "d.json"}, "“config” in c.json is nothing that can be set"),
    ({"nothing-like-that-at-all": 1},
     "“nothing-like-that-at-all” in c.json is nothing that can be set; “fieldguide config” shows"),
    ({"port": 70_000}, "“port” in c.json is “70000”; it has to be a number from 0 to 65535."),
    ({"port": True}, "“port” in c.json is “true”; it has to be a number from 0 to 65535."),
    ({"port": 1.5}, "“port” in c.json has to be a text, a whole number, true, false, or a list"),
    ({"port": {}}, "“port” in c.json has to be"),
    ({"port": [1]}, "“port” in c.json has to be"),
    ({"development": "perhaps"}, "“development” in c.json is “perhaps”; it has to be true or false"),
    ("", "the configuration file c.json is no JSON object"),
    ("[]", "the configuration file c.json is no JSON object: it has to begin with { and to end"),
    ('{"port": 1', "the configuration file c.json is no JSON object: Unexpected end of file"),
    ("port = 1", "the configuration file c.json is no JSON object: Invalid value around character 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (Case(["--port", "x"]), "--port is “x”; it has to be a number from 0 to 65535."),
        (Case(["--port", ""]), "--port is “”; it has to be a number from 0 to 65535."),
        (Case([], {"FIELDGUIDE_PORT": "-1"}),
         "FIELDGUIDE_PORT is “-1”; it has to be a number from 0 to 65535."),
        (Case(["--photos-limit", "0"]), "--photos-limit is “0”; it has to be a number from 1 to"),
        (Case(["--metrics-port", "on"]),
         "--metrics-port is “on”; it has to be a number from 0 to 65535, or off."),
        (Case(["--log-level", "loud"]),
         "--log-level is “loud”; it has to be one of trace, debug, info, notice, warning, error, "
         "critical."),
        (Case(["--log-format", "xml"]), "--log-format is “xml”; it has to be one of text, json."),
        (Case([], {"FIELDGUIDE_WRITERS": "all"}),
         "FIELDGUIDE_WRITERS is “all”; it has to be one of everybody, editors, nobody."),
        (Case(["--public-origin", "example.org"]),
         "--public-origin is “example.org”; it has to be as https://example.org, without a path."),
        (Case(["--trusted-proxy", "socket", "--trusted-proxy", "here"]),
         "--trusted-proxy is “here”; it has to be an address as 192.0.2.1, a network as "
         "10.0.0.0/8, or the word socket."),
        (Case(["--dogs", "ftp://dogs"]), "--dogs is “ftp://dogs”; it has to be an address of the"),
        (Case([], {"FIELDGUIDE_DEVELOPMENT": "1"}),
         "FIELDGUIDE_DEVELOPMENT is “1”; it has to be true or false."),
        (Case(["--tls-key", "k"]), "tls-certificate and tls-key have to be given together."),
        (Case(["--writers", "editors"]),
         "--writers editors and --editors FILE have to be given together."),
        (Case(["--config", "none.json"]), "the configuration file none.json cannot be read."),
        (Case([], {"FIELDGUIDE_CONFIG": "none.json"}),
         "the configuration file none.json cannot be read."),
        *((Case(file=file), said) for file, said in WRONG_FILES),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["config", "serve"])
def test_what_is_wrong(tmp_path: Path, case: Case, said: str, command: str) -> None:
    """It is named with its place and with what would be right, in one sentence."""
    found = run(tmp_path, case, command)
    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr.startswith(f"fieldguide: {said}"), found.stderr
    assert re.fullmatch(r"fieldguide: [^\n]+[^.]\.\n", found.stderr), found.stderr


@pytest.mark.parametrize(
    ("case", "ready"),
    [
        (Case(file={"socket": "s", "port": 0}), "s"),
        # What is said on the command line is not for a socket in the file.
        (Case(["--port", "0"], {}, {"socket": "s"}), "http://127.0.0.1:"),
        (Case(["--socket", "s"], {}, {"port": 0}), "s"),
        (Case([], {"FIELDGUIDE_SOCKET": "s"}, {"host": "::1"}), "s"),
    ],
)
def test_a_socket_or_an_address(tmp_path: Path, case: Case, ready: str) -> None:
    """Of the two that was meant which was said in the nearer place."""
    case.options += ["--metrics-port", "off", "--public", str(PACKAGE / "Public"), "--templates",
                     str(PACKAGE / "Templates")]  # fmt: skip
    (tmp_path / "c.json").write_text(json.dumps(case.file))
    with subprocess.Popen(
        [BINARY, "serve", "--config", "c.json", *case.options],
        cwd=tmp_path, env=os.environ | case.environment, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith(f"Fieldguide is ready: {ready}")
        finally:
            process.kill()


def test_help_says_what_config_shows(tmp_path: Path) -> None:
    """All options are settings, under the same names and with the same defaults."""
    said = run(tmp_path, Case(), "serve", "--help").stdout
    options = dict(
        re.findall(r"^  --([a-z-]+)(?: <[a-z-]+>)?\s(.*?)(?=^  -|\Z)", said, re.M | re.S)
    )
    options.pop("version", None)
    found = shown(tmp_path, Case())
    assert options.keys() == found.keys()
    for name, text in options.items():
        usual = re.search(r"\(default:\s+(\S+)\)", text)
        # These are told in words.
        if usual and name not in ("templates", "public", "photos"):
            assert found[name] == (usual[1], "default")


def test_backup_reads_the_same_file(tmp_path: Path) -> None:
    """Where the data are need not be said twice."""
    found = run(tmp_path, Case(["copy"], {}, {"data": "elsewhere"}), "backup")
    assert found.returncode == 1
    assert "elsewhere" in found.stderr


def test_the_file_of_the_example(tmp_path: Path) -> None:
    """It holds what can be set."""
    example = json.loads((PACKAGE / "Deploy/fieldguide.json").read_text())
    found = shown(tmp_path, Case(file=example))
    assert {name for name, (_, place) in found.items() if place == "c.json"} == example.keys()

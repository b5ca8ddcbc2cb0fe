"""Configuration from the command line, the environment and one file."""

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
    """The settings of a program, and the expected result."""

    options: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    file: Any = None


def run(folder: Path, case: Case, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs the program with the settings, in a folder with the file `c.json`."""
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
    """Returns the output of `fieldguide config`: values and sources, by name."""
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
        (Case(file={"port": 1}), "port", "1", "c.json"),
        (Case([], {"FIELDGUIDE_PORT": "2"}, {"port": 1}), "port", "2", "FIELDGUIDE_PORT"),
        (
            Case(["--port", "3"], {"FIELDGUIDE_PORT": "2"}, {"port": 1}),
            "port", "3", "--port",
        ),
    ],
)  # fmt: skip
def test_the_effective_settings_are_shown(
    tmp_path: Path, case: Case, name: str, value: str, place: str
) -> None:
    """The sources follow the order of precedence."""
    assert shown(tmp_path, case)[name] == (value, place)


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (Case([], {"FIELDGUIDE_PORT": "-1"}),
         "FIELDGUIDE_PORT is “-1”; it must be a number from 0 to 65535."),
        (Case(file={"prot": 1}),
         "“prot” in c.json is not a setting; perhaps you mean “port”."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["config", "serve"])
def test_an_invalid_setting_is_reported(tmp_path: Path, case: Case, said: str, command: str) -> None:
    """The error names the setting and its valid values, in one sentence."""
    found = run(tmp_path, case, command)
    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr.startswith(f"fieldguide: {said}"), found.stderr
    assert re.fullmatch(r"fieldguide: [^\n]+[^.]\.\n", found.stderr), found.stderr


@pytest.mark.parametrize(
    ("case", "ready"),
    [
        (Case(file={"socket": "s", "port": 0}), "s"),
    ],
)
def test_a_socket_or_an_address(tmp_path: Path, case: Case, ready: str) -> None:
    """The one with the higher precedence is used."""
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


def test_backup_reads_the_same_file(tmp_path: Path) -> None:
    """The data folder is configured in one place."""
    found = run(tmp_path, Case(["copy"], {}, {"data": "elsewhere"}), "backup")
    assert found.returncode == 1
    assert "elsewhere" in found.stderr

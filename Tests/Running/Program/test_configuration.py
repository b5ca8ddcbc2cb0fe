"""Configuration from the command line, the environment and one file."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import web
from server import BINARY, PACKAGE, finished


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
    return finished(
        [BINARY, *(command or ("config",)), *config, *case.options],
        cwd=folder, env=own | case.environment,
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


def test_a_socket_or_an_address(tmp_path: Path) -> None:
    """The one with the higher precedence is used."""
    (tmp_path / "c.json").write_text(json.dumps({"socket": "s", "port": 0}))
    with subprocess.Popen(
        [BINARY, "serve", "--config", "c.json", "--metrics-port", "off",
         "--public", PACKAGE / "Public", "--templates", PACKAGE / "Templates"],
        cwd=tmp_path, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Fieldguide is ready: s")
        finally:
            process.kill()


def test_backup_reads_the_same_file(tmp_path: Path) -> None:
    """The data folder is configured in one place."""
    found = run(tmp_path, Case(["copy"], {}, {"data": "elsewhere"}), "backup")
    assert found.returncode == 1
    assert "elsewhere" in found.stderr


def installed(folder: Path, *beside: str) -> Path:
    """Copies the program to a folder with some of its folders, and returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in beside:
        shutil.copytree(PACKAGE / name, folder / name)
    return Path(shutil.copy(BINARY, folder / "fieldguide"))


def folders(program: Path, current: Path) -> dict[str, str]:
    """Returns the folders of public files and templates that a program uses."""
    said = subprocess.run(
        [program, "config"], cwd=current, capture_output=True, text=True, timeout=30, check=True
    )
    return {name: re.findall(rf"^{name} +(\S*) ", said.stdout, re.M)[0] for name in ("public", "templates")}


def test_a_program_alone_has_its_files(tmp_path: Path) -> None:
    """Wherever it is. A folder elsewhere above it is none of its own; one that is named overrides
    single files."""
    program = installed(tmp_path / "opt/site/bin")
    (tmp_path / "Public").mkdir()
    (tmp_path / "Public/quakes.js").write_text("wrong()")
    (tmp_path / "own").mkdir()
    (tmp_path / "own/quakes.js").write_text("own()")
    options = ["--data", tmp_path / "data", "--port", "0", "--metrics-port", "off", "--quakes-refresh", "off"]
    scripts = []
    for more in [], ["--public", tmp_path / "own"]:
        with subprocess.Popen(
            [program, "serve", *options, *more], cwd=tmp_path, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                base = process.stdout.readline().split()[-1]
                page = web.send(f"{base}/quakes").text
                assert 'rel="icon" href="/static/icon.' in page and "<svg" in page
                (script,) = re.findall(r'src="(/static/quakes\.[0-9a-f]+\.js)"', page)
                scripts.append(web.send(base + script).text)
            finally:
                process.kill()
    assert 'addEventListener("live:patched"' in scripts[0] and scripts[1].strip() == "own()"


def test_only_folders_of_the_program_are_its_own(tmp_path: Path) -> None:
    """Not those three folders above it."""
    shutil.copytree(PACKAGE / "Templates", tmp_path / "Templates")
    program = installed(tmp_path / "opt/site/bin", "Public")
    expected = {"public": str(program.parent / "Public"), "templates": ""}
    assert folders(program, tmp_path) == expected
    assert folders(program, program.parent) == expected


def test_a_package_has_folders_of_its_own(tmp_path: Path) -> None:
    """Also if it is built elsewhere, or by another package’s build folder."""
    package, other = tmp_path / "package", tmp_path / "other"
    for folder in package, other:
        folder.mkdir()
        (folder / "Package.swift").touch()
        shutil.copytree(PACKAGE / "Public", folder / "Public")
    own = {"public": str(package / "Public"), "templates": ""}
    for build in package / ".build/x/debug", tmp_path / "scratch/x/debug", other / ".build/x/debug":
        assert folders(installed(build), package) == own
    # From anywhere else the package is that of the build.
    assert folders(package / ".build/x/debug/fieldguide", tmp_path) == own
    shutil.rmtree(package / "Public")
    assert folders(other / ".build/x/debug/fieldguide", package)["public"] == ""

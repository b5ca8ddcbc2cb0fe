"""The command `reload`, which waits for the outcome."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from access import editor_line
from operators import METRICS, metric
from proxies import Certificate
from server import BINARY, Server, finished

LAST = "fieldguide_last_reload_successful"
TIME = "fieldguide_last_reload_success_timestamp_seconds"


def reload(folder: Path, data: str = "data") -> subprocess.CompletedProcess[str]:
    return finished([BINARY, "reload", "--data", data], cwd=folder)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with all files that are reloaded."""
    (tmp_path / "editors").write_text(editor_line())
    certificate = Certificate.make(tmp_path)
    settings = {
        "editors": str(tmp_path / "editors"),
        "tls-certificate": str(certificate.chain), "tls-key": str(certificate.key),
    }  # fmt: skip
    (tmp_path / "c.json").write_text(json.dumps(settings))
    return tmp_path


def served(site: Path) -> Server:
    return Server(site / "data", options=("--config", str(site / "c.json"), *METRICS))


def spoil(name: str, text: str) -> Callable[[Path], None]:
    return lambda site: (site / name).write_text(text) and None


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        (lambda _: None, []),
        (spoil("editors", "ada:plain\n"), ["line 1 of the editors file {}/editors has no strong password"]),
        (spoil("key.pem", "nonsense"), ["the certificate {}/chain.pem and the key {}/key.pem cannot be used"]),
        (spoil("c.json", "{"), ["the configuration file {}/c.json is not a JSON object"]),
        (
            spoil("c.json", '{"log-format": "xml", "prot": 1}'),
            ["“prot” in {}/c.json is not a setting", "“log-format” in {}/c.json is “xml”"],
        ),
        (
            lambda site: [(site / name).unlink() for name in ("editors", "chain.pem")],
            ["the file {}/chain.pem cannot be read", "the editors file {}/editors cannot be read"],
        ),
    ],
)  # fmt: skip
def test_a_reload_tells_its_outcome(
    site: Path, change: Callable[[Path], object], sentences: list[str]
) -> None:
    """By its lines and status, and as metrics until the next one."""
    originals = {path: path.read_text() for path in site.iterdir() if path.is_file()}
    program = served(site)
    try:
        start = metric(program, TIME)
        change(site)
        found = reload(site)
        lines = found.stderr.splitlines()
        assert (found.returncode, found.stdout) == ((1, "") if sentences else (0, "Reloaded.\n")), found
        assert len(lines) == len(sentences), lines
        for line, sentence in zip(lines, sentences, strict=True):
            assert line.startswith(f"fieldguide: {sentence.replace('{}', str(site))}"), line
        assert metric(program, LAST) == (0 if sentences else 1)
        assert (metric(program, TIME) == start) == bool(sentences)
        for path, text in originals.items():
            path.write_text(text)
        assert reload(site).returncode == 0
        assert metric(program, LAST) == 1
        assert metric(program, TIME) > start
    finally:
        program.kill()


def test_each_command_waits_for_a_reload_of_its_own(site: Path) -> None:
    """Not for one that had read the files before. Two at the same time are none too many."""
    program = served(site)
    try:
        for _ in range(3):
            (site / "editors").write_text("ada:plain\n")
            program.process.send_signal(signal.SIGHUP)
            (site / "editors").write_text(editor_line())
            both = [
                subprocess.Popen([BINARY, "reload", "--data", "data"], cwd=site, stdout=subprocess.DEVNULL)
                for _ in range(2)
            ]
            assert [process.wait(timeout=40) for process in both] == [0, 0]
    finally:
        program.kill()


def test_nothing_is_signalled_that_does_not_serve(site: Path) -> None:
    """Another process has the number of one that was killed, or the program never ran."""
    missing = "fieldguide: no program serves the data folder {}; name it with --data.\n"
    found = reload(site, "elsewhere")
    assert (found.returncode, found.stderr) == (1, missing.format(site / "elsewhere"))
    program = served(site)
    program.kill()
    assert (site / "data/fieldguide.reload").exists()
    found = reload(site)
    assert (found.returncode, found.stderr) == (1, missing.format(site / "data"))

"""The commands `backup` and `import`."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import tarfile
from pathlib import Path
from typing import Any

from server import BINARY, finished

NAME = re.compile(r"fieldguide-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz")
LIST = "backup.json"


def back_up(
    folder: Path, *options: str | Path, prefix: tuple[str, ...] = (), **others: Any
) -> subprocess.CompletedProcess[str]:
    """Runs the command `backup`."""
    return finished([*prefix, BINARY, "backup", folder, *options], **others)


def backed_up(folder: Path, *options: str | Path, **others: Any) -> Path:
    """Makes a backup, and returns its path."""
    run = back_up(folder, *options, **others)
    assert (run.returncode, run.stderr) == (0, "")
    written = re.match(r"Wrote (\S+): .* rows\)\.\n$", run.stdout)
    assert written, run.stdout
    return Path(written[1])


def restore(
    archive: Path, *options: str | Path, prefix: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Runs the command `import`."""
    return finished([*prefix, BINARY, "import", archive, *options])


def assert_done(run: subprocess.CompletedProcess[str]) -> None:
    """Checks that a command succeeded."""
    assert (run.returncode, run.stderr) == (0, "")


def assert_refuses(run: subprocess.CompletedProcess[str], *parts: str) -> None:
    """Checks that a command fails with one sentence, which has all parts, and no other output."""
    assert (run.returncode, run.stdout) == (1, ""), run
    assert run.stderr.startswith("fieldguide: ") and run.stderr.count("\n") == 1
    for part in parts:
        assert part in run.stderr


def names(folder: Path) -> list[str]:
    """Returns the names of what is in a folder of backups, without its lock."""
    return sorted(path.name for path in folder.iterdir() if path.name != "fieldguide.lock")


def members(archive: Path) -> dict[str, bytes]:
    """Returns the files of an archive."""
    with tarfile.open(archive) as opened:
        return {member.name: opened.extractfile(member).read() for member in opened}  # type: ignore[union-attr]


def packed(path: Path, *files: tuple[str, bytes | None, bytes]) -> Path:
    """Writes an archive: names, contents (`None` for a link) and types."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content, kind in files:
            info = tarfile.TarInfo(name)
            info.type = kind
            info.linkname = "/etc/passwd"
            info.size = len(content or b"")
            archive.addfile(info, io.BytesIO(content or b""))
    return path


def changed(archive: Path, file: str, content: bytes, **listed: Any) -> Path:
    """Writes an archive with another content of a file, beside one. The list tells of it, unless
    it is changed itself."""
    files = members(archive)
    contents = json.loads(files[LIST])
    contents["databases"][file]["digest"] = hashlib.sha256(content).hexdigest()
    files[file] = content
    files[LIST] = json.dumps(contents | listed).encode()
    kept = [(name, data, tarfile.REGTYPE) for name, data in files.items()]
    return packed(archive.with_name(f"changed-{archive.name}"), *kept)

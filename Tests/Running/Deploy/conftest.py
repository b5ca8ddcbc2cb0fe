"""The site behind each proxy, with the example configuration."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deployed import Deployed, configured
from operators import METRICS
from proxies import Caddy, Certificate, Nginx
from server import BINARY, GENEROUS, PACKAGE, serving


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """One certificate for all tests."""
    return Certificate.make(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module", params=[Nginx, Caddy], ids=lambda proxy: proxy.name)
def deployed(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    certificate: Certificate,
) -> Iterator[Deployed]:
    """The site and its proxy."""
    folder = tmp_path_factory.mktemp(request.param.name)
    socket = folder / "fieldguide.sock"
    config = str(configured(folder))
    options = [*GENEROUS, "--config", config, "--socket", str(socket), *METRICS]
    with serving(folder / "data", options=options) as program:
        proxy = request.param(folder, [socket], certificate)
        try:
            yield Deployed(program, proxy)
            assert program.is_alive
        finally:
            proxy.stop()


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the Debian package in folders of three versions, of the same program."""
    folder = tmp_path_factory.mktemp("packages")
    fast = os.environ | {"DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}
    subprocess.run(
        [PACKAGE / "Scripts/package", BINARY, folder / "1.0", "1.0"], env=fast, check=True, timeout=120
    )
    [package] = (folder / "1.0").glob("*.deb")
    for version in ("1.1", "1.2"):
        (folder / version).mkdir()
        subprocess.run(
            ["sh", "-euc", 'dpkg-deb --raw-extract "$1" unpacked\n'
             'sed -i "s/^Version: .*/Version: $2/" unpacked/DEBIAN/control\n'
             'dpkg-deb -Zgzip -z1 --build unpacked "$2"; rm -r unpacked', "sh", package, version],
            cwd=folder, check=True, timeout=60,
        )  # fmt: skip
    return folder

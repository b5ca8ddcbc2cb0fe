"""The site behind each proxy, with the example configuration."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deployed import Deployed, configured
from operators import METRICS
from proxies import Caddy, Certificate, Nginx
from server import GENEROUS, serving


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

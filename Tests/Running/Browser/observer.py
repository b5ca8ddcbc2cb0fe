"""Observes a page for forbidden behaviour."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Page

# Runs before the page's own script, in every document.
VIOLATIONS = """
addEventListener("securitypolicyviolation", event =>
  reportViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
"""


class Observer:
    """Collects console errors, uncaught errors, violations of the content security policy,
    and requests to other origins."""

    def __init__(self, page: Page, origin: str) -> None:
        self.problems: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", lambda request: self._request(request.url, origin))
        page.expose_function("reportViolation", self._violation)
        page.add_init_script(VIOLATIONS)

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium reports documents with status 4xx or 5xx here. The tests
        # check those statuses themselves. A failed resource has another address
        # than the page.
        is_document = message.location.get("url") == message.page.url if message.page else False
        # Chromium also reports a stream that ends with its server, and a question
        # whether that is back. The tests of live pages check that the page reconnects.
        is_retry = any(path in message.location.get("url", "") for path in ("/live?", "/healthz"))
        if message.text.startswith("Failed to load resource") and (is_document or is_retry):
            return
        if "Service Worker registration blocked by Playwright" in message.text:
            return
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text} at {message.location.get('url')}")

    def _violation(self, text: str) -> None:
        self.problems.append(f"policy: {text}")

    def _request(self, url: str, origin: str) -> None:
        if not url.startswith(origin + "/"):
            self.problems.append(f"request to another origin: {url}")

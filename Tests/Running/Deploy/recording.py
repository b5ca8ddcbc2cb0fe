"""Recorded metrics of running programs, and the alerts that they raise."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import yaml

from operators import PROMTOOL, Samples, samples
from proxies import DEPLOY
from server import printed
from web import send

ALERTS = DEPLOY / "alerts.yml"
NAMES = set(re.findall(r"\b(?:fieldguide|process)_\w+", ALERTS.read_text()))
RULES: dict[str, dict[str, Any]] = {
    rule["alert"]: rule
    for group in yaml.safe_load(ALERTS.read_text())["groups"]
    for rule in group["rules"]
}
# The instances.
FIRST, SECOND = "127.0.0.1:9464", "127.0.0.1:9465"


def own(instance: str) -> dict[str, str]:
    """Returns the labels that Prometheus adds to the series of an instance."""
    return {"job": "fieldguide", "instance": instance}


@dataclass(frozen=True)
class Alert:
    """An alert that is raised, with its labels."""

    name: str
    labels: dict[str, str]

    @property
    def expected(self) -> dict[str, dict[str, str]]:
        """The alert as promtool expects it."""
        text = RULES[self.name]["annotations"]["summary"]
        for label, value in self.labels.items():
            text = re.sub(rf"{{{{ *\$labels\.{label} *}}}}", value, text)
        return {"exp_labels": self.labels, "exp_annotations": {"summary": text}}


def alert(name: str, instance: str = FIRST, **labels: str) -> Alert:
    """Returns an alert with the labels of an instance."""
    return Alert(f"Fieldguide{name}", own(instance) | labels)


def common(name: str, **labels: str) -> Alert:
    """Returns an alert with these labels only."""
    return Alert(f"Fieldguide{name}", labels)


@dataclass(frozen=True)
class _Scrape:
    """The series at a time, each for a number of minutes."""

    time: float
    series: Samples
    minutes: int


class Recording:
    """Scrapes of running programs, by the addresses of their metrics. Prometheus scrapes once a
    minute: the minutes between two real scrapes are filled with the values of the first. Thus an
    hour is recorded within a moment."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses
        self._scrapes: list[_Scrape] = []
        # The alerts that are raised, by minute.
        self._raised: dict[int, tuple[Alert, ...]] = {}

    @property
    def _minutes(self) -> int:
        return sum(scrape.minutes for scrape in self._scrapes)

    def scrape(self, minutes: int = 1) -> None:
        """Records the metrics, which last for a number of minutes."""
        found: Samples = {}
        for instance, address in zip((FIRST, SECOND), self._addresses):
            try:
                metrics = samples(send(f"{address}/metrics").text)
            except OSError:
                metrics = {}
            found["up", frozenset(own(instance).items())] = 1 if metrics else 0
            for (name, labels), value in metrics.items():
                if name in NAMES:
                    # Prometheus renames a label that it adds itself.
                    kept = {("exported_job" if key == "job" else key): label for key, label in labels}
                    found[name, frozenset((kept | own(instance)).items())] = value
        self._scrapes.append(_Scrape(time.time(), found, minutes))

    def hold(self, *alerts: Alert, minutes: int) -> None:
        """Records the metrics, and again after a number of minutes. Then these alerts are raised and
        no others."""
        self.scrape(minutes - 1)
        self.scrape()
        self.expect(*alerts)

    def expect(self, *alerts: Alert) -> None:
        """Notes that these alerts are raised now, and no others."""
        self._raised[self._minutes - 1] = alerts

    def check(self, folder: Path) -> None:
        """Lets promtool find the alerts in the recorded series."""
        tests = [
            {"eval_time": f"{minute}m", "alertname": name,
             "exp_alerts": [alert.expected for alert in alerts if alert.name == name]}
            for minute, alerts in self._raised.items()
            for name in RULES
        ]  # fmt: skip
        names = {name for alerts in self._raised.values() for name in (one.name for one in alerts)}
        assert names <= RULES.keys(), names
        cases = {
            "rule_files": ["alerts.yml"], "evaluation_interval": "1m",
            "tests": [{"interval": "1m", "input_series": self._series(), "alert_rule_test": tests}],
        }  # fmt: skip
        (folder / "alerts.yml").write_text(ALERTS.read_text())
        (folder / "recorded.yml").write_text(yaml.safe_dump(cases, allow_unicode=True))
        printed([PROMTOOL, "test", "rules", "recorded.yml"], cwd=folder)

    def _series(self) -> list[dict[str, str]]:
        """Returns the series of promtool, which begin in 1970."""
        keys = {key for scrape in self._scrapes for key in scrape.series}
        series = []
        for name, labels in sorted(keys, key=str):
            values: list[str] = []
            for scrape in self._scrapes:
                value = scrape.series.get((name, labels))
                if value is None:
                    # As Prometheus marks the end of a series.
                    ended = bool(values) and values[-1] not in ("_", "stale")
                    values += ["stale" if ended else "_"] + ["_"] * (scrape.minutes - 1)
                else:
                    if name.endswith("_timestamp_seconds"):
                        value = self._moved(value)
                    values += [repr(value)] * scrape.minutes
            runs = [(value, len(list(run))) for value, run in groupby(values)]
            pairs = ",".join(f'{key}="{label}"' for key, label in sorted(labels))
            series.append({
                "series": f"{name}{{{pairs}}}",
                # “_x3” are three values, but “1x3” four.
                "values": " ".join(
                    f"{value}x{count if value == '_' else count - 1}" if count > 1 else value
                    for value, count in runs),
            })  # fmt: skip
        return series

    def _moved(self, moment: float) -> float:
        """Returns the time in the series that belongs to a real time."""
        first, last, minute = self._scrapes[0], self._scrapes[-1], 0
        if moment < first.time:
            return moment - first.time
        for scrape, following in pairwise(self._scrapes):
            if moment < following.time:
                share = (moment - scrape.time) / (following.time - scrape.time)
                return (minute + share * scrape.minutes) * 60
            minute += scrape.minutes
        return minute * 60 + moment - last.time


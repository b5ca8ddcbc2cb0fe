"""Fixtures that all folders of tests share."""

pytest_plugins = ["program_fixtures", "development", "refreshes"]

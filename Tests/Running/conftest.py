"""Fixtures shared by all test folders."""

pytest_plugins = ["program_fixtures", "development", "refreshes", "processor_times", "clocks"]

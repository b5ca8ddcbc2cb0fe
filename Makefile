# The verbs of this project. `make run` and `make test` install what they need.

# As many processes as there are processors; each has its own servers.
PYTEST = .venv/bin/pytest --quiet --numprocesses auto --dist worksteal

.PHONY: run dev new-guide build test docs examples check check-swift race address fuzz bench bench-quick lint format hooks install

run: build
	.build/release/fieldguide serve

# Serves while you work: builds and restarts when something changes.
dev:
	Scripts/install build
	Scripts/dev $(ARGUMENTS)

# Adds a guide of records: `make new-guide NAME=Plants FIELDS="name:text height:whole"`.
new-guide:
	Scripts/new-guide $(NAME) $(foreach field,$(FIELDS),'$(field)')

build:
	Scripts/install build
	swift build --configuration release --product fieldguide

# Everything that can be tested, as CI runs it.
test: check-swift docs examples
	# A browser meets what is shipped: the optimised program.
	swift build --configuration release --product fieldguide
	FIELDGUIDE_BINARY=.build/release/fieldguide $(PYTEST) Tests --ignore Tests/Tutorial
	@cat .build/skipped-tests

# Builds the documentation of the libraries in .build/docs. A warning is an error.
docs:
	Scripts/install build
	swift build
	Scripts/docs

# Packages of their own, which share what was built of this one: those of the
# tutorial, step by step, and the examples.
examples:
	Scripts/install test
	.venv/bin/pytest --quiet Tests/Tutorial
	swift build --scratch-path .build --package-path Examples/Counter
	swift build --scratch-path .build --package-path Examples/Plants
	swift test --scratch-path .build --package-path Examples/Plants

# The inner loop: all but the browser, attacks, proxies and what lasts long.
check: check-swift
	$(PYTEST) Tests/Program
	@cat .build/skipped-tests

check-swift:
	Scripts/install test
	$(MAKE) lint
	swift build --build-tests
	Scripts/swift-tests

# Looks for data races with the thread sanitizer.
race:
	Scripts/install build
	Scripts/race

# Looks for memory that is used wrongly or leaks with the address sanitizer.
address:
	Scripts/install build
	Scripts/address

# Looks for bytes that break a parser's rules: `make fuzz SECONDS=600`.
SECONDS = 20
fuzz:
	Scripts/install build
	Scripts/fuzz $(SECONDS) $(PARSER)

# Measures, and writes Benchmarks/README.md.
bench:
	Scripts/install bench
	swift build --configuration release
	python3 Benchmarks/bench.py

# The same in under three minutes, once all is built. Writes nothing.
bench-quick:
	Scripts/install bench
	swift build --configuration release
	python3 Benchmarks/bench.py --quick

# Keeps the layout of the code as .swift-format has it.
lint:
	swift format lint --strict --recursive Package.swift Sources Tests

format:
	swift format --in-place --recursive Package.swift Sources Tests

# Has git check the messages of your commits.
hooks:
	git config core.hooksPath Scripts/hooks

install:
	Scripts/install test

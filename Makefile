# The commands of this project. `make run` and `make test` install missing packages.

# Two processes per processor, each with its own servers: half of the time a test waits.
PYTEST = .venv/bin/pytest --quiet --numprocesses $(shell echo $$((2 * $$(nproc)))) --dist worksteal

# All release builds share one folder and so have the same options: others would
# rebuild everything. A static runtime halves the time to start.
# Without type layouts the compiler destroys a value of HTML by its own code, not by
# the tables of the runtime: rendering takes an eighth less time.
# lld packs the relocations, which are all read at the start, and names no symbols for
# libraries, of which there are none: 9 of 52 MB are not resident then.
# Debug information, which packages leave out, is a twentieth of the time of a build.
# The languages of Foundation, which nothing asks for, are 33 MB.
RELEASE = --configuration release --static-swift-stdlib -Xswiftc -gnone \
	-Xswiftc -Xfrontend -Xswiftc -disable-type-layout \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
	$(shell Scripts/trim-icu .build/icu)

.PHONY: run demo dev new-guide build lock package image test test-behind docs examples built check check-swift test-swift test-builds race address fuzz chaos bench bench-cluster bench-quick lint format hooks install

run: build
	.build/release/fieldguide serve

# The site with sample data, for machines without Internet access.
demo: build
	.build/release/fieldguide serve --sample --data .build/demo

# Development server: builds and restarts when a source changes.
dev:
	Scripts/install build
	Scripts/dev $(ARGUMENTS)

# Adds a guide of records: `make new-guide NAME=Plants FIELDS="name:text height:whole"`.
new-guide:
	Scripts/new-guide $(NAME) $(foreach field,$(FIELDS),'$(field)')

# Looks for new public files to embed, too.
# The time of the commit is that in the program and in the package. Packages are those of
# dependencies.lock, or there is no build.
build: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
build:
	Scripts/install build
	Scripts/lock
	swift build $(RELEASE) --force-resolved-versions --disable-build-manifest-caching --product fieldguide

# Writes dependencies.lock anew, as after `swift package update`.
lock:
	Scripts/lock --write

# The Debian package of the program, in .build/package.
package: build
	Scripts/install package
	lintian "$$(Scripts/package)"

# The image of that package, by docker, podman or buildah.
image: package
	Scripts/image

# All tests, as in CI.
test: built
	# The builds have the lowest priority, so that no Swift test waits for them.
	$(MAKE) --jobs 2 --output-sync=line test-swift test-builds
	# The tests of the program use the release build.
	FIELDGUIDE_BINARY=.build/release/fieldguide $(PYTEST) Tests/Running --ignore Tests/Running/Tutorial
	@cat .build/skipped-tests
	$(MAKE) test-behind SUITES="Tests/Running/Browser/test_animals.py -k 1280"

test-swift:
	Scripts/swift-tests
	Scripts/docs

test-builds:
	nice -n 19 $(MAKE) examples
	nice -n 19 swift build $(RELEASE) --product fieldguide

# Tests of the browser and of durability with two instances behind each proxy.
SUITES = $(patsubst %,Tests/Running/Browser/test_%.py,animals breeds conflicts live photos quakes_*) \
	Tests/Running/Endurance/test_durability.py
test-behind:
	Scripts/install test
	swift build $(RELEASE) --product fieldguide
	for proxy in nginx caddy; do \
	  FIELDGUIDE_BINARY=$(CURDIR)/.build/release/fieldguide Scripts/behind $$proxy \
	    $(PYTEST) $(SUITES) || exit 1; \
	done

# Builds the documentation of the libraries in .build/docs. A warning is an error.
docs:
	Scripts/install build
	swift build
	Scripts/docs

# The example packages, which reuse the build of this package.
examples:
	Scripts/install test
	.venv/bin/pytest --quiet Tests/Running/Tutorial
	rm -f .build/debug.yaml
	swift build --scratch-path .build --package-path Examples/Counter
	# Without the plan of another package, which counts as that of this one.
	for example in Loans Plants Tides; do \
	  rm -f .build/debug.yaml; \
	  swift build --build-tests --scratch-path .build --package-path Examples/$$example && \
	  .build/debug/$$(echo $$example | tr A-Z a-z)PackageTests.xctest --testing-library swift-testing || exit 1; \
	done

# The fast tests: without browser, attacks, proxies and endurance.
check: check-swift
	$(PYTEST) Tests/Running/Program
	@cat .build/skipped-tests

check-swift: built
	Scripts/swift-tests

built:
	Scripts/install test
	Scripts/lock
	$(MAKE) lint
	swift build --build-tests

# Tests with the thread sanitizer, which detects data races.
race:
	Scripts/install build
	Scripts/race

# Tests with the address sanitizer, which detects memory errors and leaks.
address:
	Scripts/install build
	Scripts/address

# Fuzzes the parsers: `make fuzz SECONDS=600 PARSER=query`.
SECONDS = 20
fuzz:
	Scripts/install build
	Scripts/fuzz $(SECONDS) $(PARSER)

# Three instances on one PostgreSQL amid faults: `make chaos SEED=1 MINUTES=20`.
SEED = 1
MINUTES = 20
chaos:
	Scripts/install test
	swift build $(RELEASE) --product fieldguide
	FIELDGUIDE_BINARY=.build/release/fieldguide .venv/bin/python Tests/Running/Cluster/chaos.py --seed $(SEED) --minutes $(MINUTES)

# Runs the benchmarks and writes Benchmarks/README.md.
bench:
	Scripts/install test
	Scripts/install bench
	$(MAKE) .venv-bench
	swift build $(RELEASE) --product fieldguide
	swift build $(RELEASE) --product fieldguide-benchmark
	python3 Benchmarks/bench.py
	python3 Benchmarks/start.py
	.venv-bench/bin/python Benchmarks/refresh.py
	.venv-bench/bin/python Benchmarks/scale.py
	swift build $(RELEASE) --scratch-path .build --package-path Examples/Loans --product Loans
	python3 Benchmarks/records.py
	python3 Benchmarks/animals.py
	FIELDGUIDE_BINARY=.build/release/fieldguide .venv/bin/python Benchmarks/attacks.py

# The peers that are written in Python.
.venv-bench: Benchmarks/requirements.txt
	python3 -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

# Several instances on PostgreSQL beside SQLite; writes a section of Benchmarks/README.md.
bench-cluster:
	Scripts/install bench
	swift build $(RELEASE) --product fieldguide
	python3 Benchmarks/cluster.py

# Shorter benchmarks, under three minutes after the build. Writes nothing.
bench-quick:
	Scripts/install bench
	swift build $(RELEASE) --product fieldguide
	swift build $(RELEASE) --product fieldguide-benchmark
	python3 Benchmarks/bench.py --quick

# Checks the code with .swift-format.
lint:
	swift format lint --strict --recursive Package.swift Sources Tests
	Scripts/lint-words
	Scripts/lint-floors

format:
	swift format --in-place --recursive Package.swift Sources Tests

# Installs the git hook that checks commit messages.
hooks:
	git config core.hooksPath Scripts/hooks

install:
	Scripts/install test

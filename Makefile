PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

# What is compiled once is kept, whatever this shell asks for: tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test walk slow soak fuzz fuzz-coverage check lint scripts bench docs house pictures movements playthroughs snapshots wheel lock clean

# make run HOME_NETWORK=yes lets phones of the home network in.
run: $(READY)
	$(BIN)/igroteka serve $(if $(filter yes,$(HOME_NETWORK)),--home)

# Tests start many processes: none of them should compile the sources or the kernels again. A file's
# tests stay together, so that each browser is made ready once. Many wait for a browser or a clock, so
# there is one worker more than cores.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 1) + 1)
test: $(READY)
	$(BIN)/python -m compileall -q src tests
	$(BIN)/python -m tests.prepared
	$(BIN)/pytest -m "not slow" -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# What a visitor can reach, walked as in every run, and told: paths, time, and what no step touches.
WALKED ?= build/walk
walk: $(READY)
	rm -rf $(WALKED)
	$(BIN)/python -m tests.prepared
	IGROTEKA_WALK=$(abspath $(WALKED)) $(BIN)/pytest tests/walk -m "not slow" -n $(WORKERS) --dist loadfile --no-loadscope-reorder; \
	status=$$?; $(BIN)/python -m tests.walk.report $(WALKED) && exit $$status

# All that takes long: two files at a time, then what measures seconds or memory with nothing beside it.
# Other tables are walked on each day; IGROTEKA_DEALS=20261119 walks those of that day again.
slow: export IGROTEKA_DEALS ?= $(shell date +%Y%m%d)
slow: $(READY)
	$(BIN)/python -m compileall -q src tests
	$(BIN)/python -m tests.prepared
	$(BIN)/pytest -m "slow and not alone" -n 2 --dist loadfile --no-loadscope-reorder; status=$$?; \
	$(BIN)/pytest -m "slow and alone" && exit $$status

# An hour of everything at once, after which nothing has grown.
SOAK ?= 3600
soak: $(READY)
	IGROTEKA_SOAK=$(SOAK) $(BIN)/pytest -s -m slow tests/web/test_soak.py

EFFORT ?= 20
fuzz: $(READY)
	IGROTEKA_EFFORT=$(EFFORT) $(BIN)/pytest -m "hypothesis and not slow" -n auto

# Atheris on every reader, SECONDS each; ONLY=files.pbn is one, ONLY=files a group: fuzz/README.md.
SECONDS ?= 60
fuzz-coverage: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r fuzz/requirements.lock
	$(BIN)/python -m fuzz --seconds $(SECONDS) --only=$(ONLY) $(if $(filter yes,$(KEEP)),--keep)

check: lint scripts

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.catalogues

# The scripts of the pages are checked where node is at hand; what checks them is not needed to run the house.
scripts:
	@if command -v npm >/dev/null; then \
		[ -d node_modules ] || npm ci --silent --no-audit --no-fund; \
		npx --no-install tsc --project tsconfig.json && npx --no-install eslint src; \
	elif [ "$$IGROTEKA_TEST_ALL" = 1 ]; then echo "node and npm are needed to check the scripts" >&2; exit 1; \
	else echo "The scripts of the pages are not checked: there is no npm on the PATH."; fi

bench: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r benchmarks/requirements.lock
	$(BIN)/python -m benchmarks

docs: $(READY)
	$(BIN)/python -m igroteka.cli.reference > docs/commands.md

house: $(READY)
	$(BIN)/python -m tools.house

# Every page on a laptop and a phone, light and dark, in Russian and English: build/pictures.
pictures: $(READY)
	$(BIN)/python -m tools.pictures $(ONLY)

TRIES ?= 200
movements: $(READY)
	$(BIN)/python -m tools.movements --tries $(TRIES)

playthroughs: $(READY)
	$(BIN)/python -m tests.contract.write_playthroughs

snapshots: $(READY)
	$(BIN)/python -m tests.snapshots.write

# One file that pip or pipx installs on a machine without make: docs/install.md.
wheel: $(READY)
	$(BIN)/hatchling build --target wheel

# The locks name versions and hashes and hold no addresses; this needs uv on the PATH.
COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --no-header
lock:
	$(COMPILE) --extra dev --extra dask --output-file requirements.lock
	$(COMPILE) --extra bench --constraint requirements.lock --output-file benchmarks/requirements.lock
	$(COMPILE) --extra fuzz --constraint requirements.lock --output-file fuzz/requirements.lock

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

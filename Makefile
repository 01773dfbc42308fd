PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: run test slow check bench docs playthroughs lock clean

run: $(READY)
	$(BIN)/igroteka demo

test: $(READY)
	$(BIN)/pytest -m "not slow" -n auto

slow: $(READY)
	$(BIN)/pytest -m slow

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m benchmarks

docs: $(READY)
	$(BIN)/python -m igroteka.cli.reference > docs/commands.md

playthroughs: $(READY)
	$(BIN)/python -m tests.contract.write_playthroughs

# The lock names versions and hashes and holds no addresses; it needs uv on the PATH.
lock:
	uv pip compile pyproject.toml --extra dev --extra dask --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-annotate --no-header --output-file requirements.lock

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache

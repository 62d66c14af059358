# Every target makes the virtual environment it needs; nothing has to be installed but Python (>= 3.11) and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

# Two workers; the tests of the compiled engine share one of them (see tests/conftest.py).
PYTEST_ARGS ?= -n 2 --dist loadgroup

.DEFAULT_GOAL := help
.PHONY: help test report picture lint format bench soak mutate record clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# Made again when the dependencies change. The mark is written last, so that a broken installation is not kept.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "error: breachlab needs Python 3.11 or newer: make PYTHON=/path/to/python3" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

test: $(READY) ## run the whole test suite
	$(BIN)/python -m pytest -q $(PYTEST_ARGS)

report: $(READY) ## play every nemesis in every mode, print a table and write report/index.html
	run=$$($(BIN)/breachlab run report) && $(BIN)/breachlab report "$$run" --out report

picture: $(READY) ## take the picture of a report that the README shows (needs chromium, and `make report` before)
	$(BIN)/python -m tests.picture report/index.html docs/images/report.png

# mypy does not follow the mapping of folders to import names in an editable installation, so it reads a plain one.
# build/lib goes too: setuptools would install modules from there that no longer exist.
lint: $(READY) ## check style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@rm -rf build/lib build/typecheck
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target build/typecheck .
	MYPYPATH=build/typecheck $(BIN)/mypy -p breachlab

format: $(READY) ## put the sources into the form that lint asks for
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## measure how many games a second the engine plays
	$(BIN)/breachlab bench --history benchmarks/history.md

soak: $(READY) ## play 20,000 random setups with each simple policy, compiled and interpreted
	$(BIN)/python -m benchmarks.soak

mutate: $(READY) ## change every card in small ways and see that its tests notice
	$(BIN)/python -m tests.mutate

record: $(READY) ## record the games in tests/ again, after a rule has changed
	$(BIN)/python -m tests.record

clean: ## remove everything that was made
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

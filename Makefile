# Needs Python 3.11 or newer, a C++ compiler and GNU make; everything else goes into .venv.
# `make help` lists the targets.

PYTHON ?= python3
BUDGET ?= 10m
DEVICES ?=
JOBS ?=
STORE ?=
# Not what the environment has by that name.
ifneq ($(origin VERSION),command line)
VERSION :=
endif

PAPERS := benchmarks/results/papers
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/sh
.DEFAULT_GOAL := help

# The budget of `make explore` includes its set-up.
STARTED := $(shell date +%s)
LEAST_S := 30

AESCULUS := $(BIN)/aesculus
# A lock file names all there is to install. Most of its modules no run ever imports, so none are
# compiled beforehand: what a process imports is compiled then.
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile
# Tests start many processes: what each imports is compiled once, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
# Tests come in the order of their time, but for those that share what takes long to make.
PYTEST := $(BIN)/python -m pytest -n $(or $(JOBS),2) --dist loadgroup --no-loadscope-reorder
OPTIONS = $(if $(JOBS),--jobs $(JOBS)) $(if $(STORE),--store $(STORE))
# A list may have commas or blanks.
comma := ,
DEVICE_OPTIONS = $(foreach name,$(subst $(comma), ,$(DEVICES)),--device $(name))

# Prints the seconds of BUDGET less those since make started; fails if BUDGET is no duration. There
# is no package yet that could read it: what is legal is what units.seconds in src/aesculus reads.
define REMAINING
echo '$(BUDGET)' | awk -v spent=$$(( $$(date +%s) - $(STARTED) )) -v least=$(LEAST_S) ' \
  { $$0 = tolower($$0); gsub(/[ \t]/, "") } \
  !/^([0-9]+(\.[0-9]+)?(s|sec|m|min|h|d)?)+$$/ { exit 1 } \
  { while (match($$0, /^[0-9]+(\.[0-9]+)?/)) { \
      number = substr($$0, 1, RLENGTH); \
      $$0 = substr($$0, RLENGTH + 1); \
      match($$0, /^[a-z]*/); \
      unit = substr($$0, 1, 1); \
      $$0 = substr($$0, RLENGTH + 1); \
      left += number * (unit == "m" ? 60 : unit == "h" ? 3600 : unit == "d" ? 86400 : 1) } \
    if (left <= 0) exit 1; \
    left -= spent; print (left > least ? left : least) }'
endef

# True of a program: `command -v` of some shells also prints a path where nothing, or a folder, is.
is_program = { found=$$(command -v "$(1)"); [ -f "$$found" ] && [ -x "$$found" ]; }

define NEED_PYTHON
$(call is_program,$(PYTHON)) || { \
  echo 'make: $(PYTHON) is missing: install Python 3.11 or newer, or name one with PYTHON=' >&2; exit 1; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
  echo "make: $(PYTHON) is $$($(PYTHON) -V 2>&1): Python 3.11 or newer is needed; name one with PYTHON=" >&2; exit 1; }
endef

.PHONY: help setup setup-dev explore test test-fast test-long lint format lock steps verify-space \
        verify-products bench bench-search bench-records papers docs changelog sbom clean check-compiler \
        check-budget boards

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  Variables: PYTHON=$(PYTHON)  BUDGET=$(BUDGET), DEVICES= (names; both of explore)'
	@echo '             JOBS= (processes)  STORE= (database file)'

setup: $(VENV)/.runtime ## make .venv with all that exploring needs

setup-dev: $(VENV)/.dev

explore: check-budget check-compiler $(VENV)/.runtime ## walk the design space for BUDGET, then show what is known
	@left=$$($(REMAINING)); $(AESCULUS) explore --live --budget $${left}s $(DEVICE_OPTIONS) $(OPTIONS)

test: check-compiler $(VENV)/.dev ## run every check: lint, types, unit tests, simulation, some synthesis and routing
	$(PYTEST) --durations=25

test-fast: check-compiler $(VENV)/.dev ## run the checks that take seconds
	$(PYTEST) -m 'not sim and not synth and not route and not browser and not docs and not long'

test-long: check-compiler $(VENV)/.dev ## run what `make test` leaves out: larger proofs, points and samples
	$(PYTEST) -m long

lint: $(VENV)/.dev ## ruff, mypy, the rooms, and the lint of the RTL
	$(PYTEST) tests/project/test_static.py tests/project/test_rooms.py tests/project/test_rtl_lint.py

format: $(VENV)/.dev ## format the Python sources
	$(BIN)/ruff check --fix src tests docs
	$(BIN)/ruff format src tests docs

steps: $(VENV)/.dev ## note the present code of the steps between tools, after its versions were looked at
	@$(BIN)/python -c 'from aesculus.stages import provenance; provenance.refresh_all()'

lock: $(VENV)/.dev ## resolve the dependencies of pyproject.toml again
	$(BIN)/uv pip compile $(LOCK) --extra build -o requirements.lock pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --extra build --extra dev --extra docs --extra litex -c requirements.lock -o requirements-dev.lock pyproject.toml

LOCK := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --custom-compile-command 'make lock'

verify-space: check-compiler $(VENV)/.runtime ## long: simulate points that have all pairs of axis values
	$(AESCULUS) bench verify-space $(OPTIONS)

verify-products: check-compiler $(VENV)/.runtime ## long: simulate modes and buses around cores, netlists of each mode too
	$(AESCULUS) bench verify-products $(OPTIONS)

bench: check-compiler $(VENV)/.runtime ## long: the headline under benchmarks/results
	$(AESCULUS) bench headline $(OPTIONS)

bench-search: check-compiler $(VENV)/.runtime ## long: the scoreboard of the search strategies
	$(AESCULUS) bench search $(if $(JOBS),--jobs $(JOBS))

bench-records: check-compiler $(VENV)/.runtime ## very long: the records and README's table; goes on
	@$(AESCULUS) bench records $(OPTIONS); ended=$$?; \
	(cd tests && $(abspath $(BIN))/python -m project.sentences) && exit $$ended

papers: check-compiler $(VENV)/.runtime ## long: the published tables beside our figures
	@for paper in zambreno2004 zambreno-short jarvinen2003 farooq2016 asu; do \
	  $(AESCULUS) reproduce $$paper --out $(PAPERS) $(OPTIONS) || exit 1; \
	done
	@$(BIN)/python -m aesculus.studies.reproduce.files $(PAPERS)
	@$(BIN)/python -m aesculus.papers.page docs/papers.md $(PAPERS)

docs: $(VENV)/.dev ## build the site of documents in build/site; it opens from disk
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo 'build/site/index.html'

boards: check-compiler $(VENV)/.runtime ## long: the bitstream of a small core for every board, in build/boards
	@mkdir -p build/boards
	@for board in ulx3s icebreaker tangnano20k; do \
	  $(AESCULUS) build UF1-PP1T-W8 --board $$board --out build/boards/$$board $(OPTIONS) || exit 1; \
	done

changelog: $(VENV)/.dev ## show the next entry of the changelog; with VERSION=1.2.0 write it
	@$(BIN)/towncrier build $(if $(VERSION),--yes --version '$(VERSION)',--draft --version next)

sbom: $(VENV)/.runtime ## write build/sbom.json, a CycloneDX list of what .venv holds
	@$(BIN)/python -m aesculus.tools.sbom build/sbom.json

clean: ## remove .venv and caches; the store stays
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.runtime: requirements.lock pyproject.toml
	@$(NEED_PYTHON)
	@echo 'Setting up $(VENV)'
	@$(PYTHON) -m venv $(VENV) || { \
	  rm -rf $(VENV); \
	  echo 'make: $(PYTHON) cannot make a virtual environment: install its venv module (on Debian the package python3-venv)' >&2; \
	  exit 1; }
	@$(PIP_INSTALL) --only-binary :all: --require-hashes -r requirements.lock
	@$(PIP_INSTALL) --no-index --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	@echo 'Adding the tools of development'
	@$(PIP_INSTALL) --only-binary :all: --require-hashes -r requirements-dev.lock
	@touch $@

check-compiler:
	@if [ -n "$$CXX" ]; then $(call is_program,$$CXX) && exit 0; \
	  echo "make: CXX=$$CXX is no program: name a C++ compiler, or leave CXX out" >&2; exit 1; fi; \
	for name in c++ g++ clang++; do $(call is_program,$$name) && exit 0; done; \
	  echo 'make: a C++ compiler is missing: simulations need c++, g++ or clang++ on PATH, or CXX= naming one' >&2; exit 1

check-budget:
	@$(REMAINING) >/dev/null || { \
	  echo 'make: BUDGET=$(BUDGET) is no duration above 0; legal: numbers with s, m, h or d, such as 90s, 10m, 1.5h or 1h30m' >&2; exit 1; }

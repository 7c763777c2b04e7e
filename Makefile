# Everything lives in this folder: the virtual environment, the builds, the logs.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
# What sets up the clone is Python: see there.
SETUP = $(if $(wildcard $(BIN)/python),$(BIN)/python,$(PYTHON)) packaging/clone.py
# Half of the time a worker waits for a server or a browser.
WORKERS := $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$((n > 4 ? n : 4)))
# The tests start hundreds of programs, which would all be compiled again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: python ready-to-test compiled install-figures play site test test-long test-slow servers bench load soak lint docs screenshots clean strength gallery page-figures
.DEFAULT_GOAL := play
.NOTPARALLEL:

play: python ## play in the browser; in the terminal where there is no page
	@$(SETUP) play && $(BIN)/qwirkle

site: python ## a folder for any host of static files: the game with no server, and the docs
	@$(SETUP) play && $(SETUP) docs && $(SETUP) browser
	@rm -rf build/site && $(BIN)/qwirkle site build/site

test: ready-to-test servers ## everything that must hold
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-long: ready-to-test servers ## what takes long: types, installation, whole games in browsers
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "long and not slow"

test-slow: ready-to-test servers ## what takes minutes
	@$(BIN)/python -m pytest -m slow

servers: ## install PostgreSQL, Redis, nginx, Caddy and Chromium for the tests, where they are missing
	@.ci/servers

bench: compiled ## the core's speed against C++ and against itself interpreted; the environments
	@$(BIN)/python bench/compare.py
	@$(BIN)/python bench/environments.py

load: ready-to-test ## a swarm of clients against a real server: turns per second, latency, memory
	@$(BIN)/python bench/load.py
	@$(BIN)/python bench/load.py --people --tables 600 --rate 100

soak: ready-to-test servers ## kill servers, stop databases, fill disks and turn clocks while people play, for MINUTES
	@$(BIN)/python bench/soak.py --minutes $(or $(MINUTES),60)

strength: compiled ## play the matches of docs/measurements/bots.md: hours; it can be stopped and goes on
	@$(BIN)/python bench/strength.py --jobs 2
	@$(BIN)/python bench/levels.py --jobs 2

gallery: ready-to-test servers ## pictures of every view, face, theme and language, to look at
	@$(BIN)/python -m pytest -m slow tests/page/test_gallery.py
	@echo "$(CURDIR)/build/gallery/index.html"

page-figures: ready-to-test servers ## how quick the page is, into docs/measurements/speed.md
	@$(BIN)/python bench/page_figures.py --write

lint: ready-to-test ## format, style, types, imports
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet . && $(BIN)/mypy && $(BIN)/lint-imports

docs: ready-to-test ## update the guide, the pages of the games, the pictures and tables
	@$(BIN)/python docs/make.py

screenshots: ready-to-test servers ## photograph the page for README and the guide
	@$(BIN)/python docs/screenshots.py

install-figures: python ## how long a first `make play` takes, and what it brings
	@$(PYTHON) bench/install.py

clean: ## forget the virtual environment and all builds
	@rm -rf $(VENV) build dist src/*.egg-info src/qwirkle/engine/*/*.so src/qwirkle/engine/*/*.stamp src/qwirkle/server/page src/qwirkle/site/core.zip

python:
	@if [ -z "$(PYTHON)" ]; then echo "qwirkle needs Python 3.11 or newer; none was found." >&2; exit 1; fi

ready-to-test: python ## set up everything for the tests, without running them
	@$(SETUP) test

compiled: python
	@$(SETUP) play >/dev/null && $(SETUP) core

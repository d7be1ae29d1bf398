"""What a reader is told about the packages the lessons need."""

import pytest

from ttt import environment


@pytest.fixture
def installed(monkeypatch):
    """Return a function that makes these the packages needed, and the versions installed."""

    def pretend(needed, versions):
        def version(name):
            if name not in versions:
                raise environment.PackageNotFoundError(name)
            return versions[name]

        monkeypatch.setattr(environment, "requires", lambda name: needed)
        monkeypatch.setattr(environment, "version", version)

    return pretend


def test_all_is_well(installed, capsys):
    installed(["numpy>=2.0", "tqdm>=4", 'ruff; extra == "test"'], {"numpy": "2.4.6", "tqdm": "4.7"})
    assert environment.check()
    said = capsys.readouterr().out
    assert said == "OK: Python and the 2 packages of the course are as they should be.\n"


def test_what_is_missing_or_too_old_is_named_with_what_to_do(installed, capsys):
    installed(["numpy>=2.0", "anywidget>=0.9"], {"numpy": "1.26.4"})
    assert not environment.check()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "numpy is version 1.26.4; the course needs >=2.0."
    assert lines[1] == "anywidget is not installed."
    assert lines[2].startswith("To mend this, close JupyterLab and start it with `make lab`")

"""The package has types, and its examples are true."""

import doctest
import importlib
import os
import pathlib
import pkgutil
import subprocess
import sys

import pytest
from conftest import root

import cerrado as cd

MODULES = sorted(m.name for m in pkgutil.iter_modules(cd.__path__) if m.name != "_core")


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    found = doctest.testmod(importlib.import_module(f"cerrado.{name}"))
    assert found.failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    every = [t for name in MODULES for t in finder.find(importlib.import_module(f"cerrado.{name}")) if t.examples]
    assert len(every) >= 6
    assert doctest.testmod(cd).failed == 0 and doctest.testmod(cd).attempted > 0


def test_mypy(tmp_path):
    pytest.importorskip("mypy")
    arguments = ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(tmp_path), "-p", "cerrado"]
    done = subprocess.run([sys.executable, "-m", "mypy", *arguments], cwd=root / "python", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_that_of_the_module(tmp_path):
    """Whoever changes the binding writes the stub again: python/make_stubs.py."""
    copy = tmp_path / "make_stubs.py"
    copy.write_text((root / "python" / "make_stubs.py").read_text())
    (tmp_path / "cerrado").mkdir()
    folder = pathlib.Path(cd.__file__).parents[1]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    done = subprocess.run([sys.executable, str(copy), str(folder)], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "cerrado" / "_core.pyi").read_text() == (root / "python" / "cerrado" / "_core.pyi").read_text()


def test_documented():
    for name in cd.__all__:
        assert getattr(cd, name).__doc__, name
    for name in dir(cd.Graph):
        if not name.startswith("_"):
            assert getattr(cd.Graph, name).__doc__, name

"""The package has types, and its examples are true."""

import ast
import doctest
import importlib
import pathlib
import pkgutil
import subprocess
import sys

import pytest
from conftest import root

import cerrado as cd

PACKAGE = pathlib.Path(cd.__file__).parent
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
    done = subprocess.run([sys.executable, "-m", "mypy", *arguments], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_has_the_types_of_its_module():
    assert (PACKAGE / "py.typed").is_file()
    stub = ast.parse((PACKAGE / "_core.pyi").read_text())
    classes = {item.name: {part.name for part in item.body if isinstance(part, ast.FunctionDef)}
               for item in stub.body if isinstance(item, ast.ClassDef)}  # fmt: skip
    functions = {item.name for item in stub.body if isinstance(item, ast.FunctionDef)}
    public = {name for name in dir(cd._core) if not name.startswith("_")}
    assert public == classes.keys() | functions
    assert {"Graph", "Options", "Pattern", "Error", "InputError"} <= classes.keys()
    assert {"read", "generate", "count_motifs", "estimate_cliques", "devices"} <= functions
    assert {"indptr", "names", "save"} <= classes["Graph"]


def test_documented():
    for name in cd.__all__:
        assert getattr(cd, name).__doc__, name
    for name in dir(cd.Graph):
        if not name.startswith("_"):
            assert getattr(cd.Graph, name).__doc__, name

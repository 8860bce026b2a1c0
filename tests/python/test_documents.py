"""The documents are true: every cell of a page runs, in its order; licenses/ has that of each library."""

import doctest
import os
import re
import subprocess

import pytest
from cerrado import _core as core
from conftest import root

PAGES = ["docs/python.md", "docs/coming-from.md", "docs/tutorial/10-in-a-notebook.md", "README.md"]


def cells(page):
    return re.findall(r"(?ms)^```pycon\n(.*?)^```$", (root / page).read_text())


@pytest.mark.parametrize("page", PAGES)
def test_cells(page):
    found = cells(page)
    assert found
    test = doctest.DocTestParser().get_doctest("\n".join(found), {}, page, page, 0)
    before = os.getcwd()
    os.chdir(root)
    try:
        failed, attempted = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    finally:
        os.chdir(before)
    assert attempted >= 3 and failed == 0


def test_every_library_has_its_licence():
    """What the module is linked with is in a repaired wheel, but what every machine has, and cliquer: see docs/python.md."""
    everywhere = {"c", "m", "gcc_s", "stdc++", "pthread", "dl", "cudart", "cliquer"}
    needed = set(re.findall(r"^\s*lib([\w+]+)\.so", subprocess.check_output(["ldd", core.__file__], text=True), re.M)) - everywhere
    assert {"nauty", "fmt"} <= needed
    texts = {path.stem: path.read_text() for path in (root / "licenses").glob("*.txt")}
    assert needed | {"nanobind", "boost", "nlohmann-json"} <= set(texts)
    assert not any("General Public License as published" in text for text in texts.values())

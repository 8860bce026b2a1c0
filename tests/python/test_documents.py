"""The documents are true: every cell of a page runs, in its order; licenses/ has that of each library."""

import doctest
import os
import pathlib
import re
import subprocess
import sys

import pytest
from cerrado import _core as core
from conftest import root

import cerrado as cd

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


def test_cerrado_cuda_brings_its_own_module(tmp_path):
    package = tmp_path / "_cerrado_cuda"
    package.mkdir()
    (package / pathlib.Path(core.__file__).name).symlink_to(core.__file__)
    where = os.pathsep.join([str(tmp_path), str(pathlib.Path(cd.__file__).parents[1]), *sys.path])
    for version, is_taken in ((cd.__version__, True), ("0.0.1", False)):
        (package / "__init__.py").write_text(f'__version__ = "{version}"\n')
        done = subprocess.run([sys.executable, "-Bc", "import cerrado; print(cerrado._core.__file__, cerrado.generate('complete:n=4').cliques(3).count)"],
                              capture_output=True, text=True, env=os.environ | {"PYTHONPATH": where})
        assert done.stdout.endswith(" 4\n"), done.stderr
        assert done.stdout.startswith(str(package)) == is_taken
        assert (f"cerrado-cuda 0.0.1 does not serve cerrado {cd.__version__}" in done.stderr) != is_taken

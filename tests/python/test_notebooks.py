"""The notebooks run from the first cell to the last, and show what they are kept with."""

import json
import subprocess
import sys

import pytest
from conftest import root

NOTEBOOKS = sorted((root / "docs" / "notebooks").glob("*.ipynb"))


def code_cells(path):
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def shown(cell, kind):
    return "".join("".join(output["data"].get(kind, "")) for output in cell["outputs"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs(path, tmp_path):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", str(path), "--output-dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    cells, kept = code_cells(tmp_path / path.name), code_cells(path)
    assert len(cells) == len(kept)
    for cell, before in zip(cells, kept):
        text = shown(cell, "text/plain")
        assert text
        assert " s on " in text or text == shown(before, "text/plain")  # but for times
    assert any("<svg" in shown(cell, "text/html") for cell in cells)


def test_there_is_one():
    assert NOTEBOOKS

"""The examples of the documents are true: every cell runs, in the order of its page."""

import doctest
import os
import re

import pytest
from conftest import root

PAGES = ["docs/python.md", "docs/tutorial/10-in-a-notebook.md", "README.md"]


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

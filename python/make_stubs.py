"""Writes cerrado/_core.pyi from the built module: python make_stubs.py FOLDER, where FOLDER/cerrado/_core.*.so is."""

import pathlib
import re
import sys

sys.path.insert(0, sys.argv[1])
import nanobind.stubgen  # noqa: E402

import cerrado  # noqa: E402

HEAD = "from typing import Any\n"
ERRORS = '''
class Error(RuntimeError):
    """The machine cannot do the run: there is no GPU, the disk is full, or a file cannot be read."""
    result: Any

class InputError(ValueError):
    """The caller can mend the error: a wrong argument, options that do not fit each other, or the content of a file."""
    result: Any
'''

stub = nanobind.stubgen.StubGen(cerrado._core)
stub.put(cerrado._core)
text = stub.get()
text = re.sub(r"from cerrado import \(?[^\n]*(\n    [^\n]*)*\n\)?", "", text)
text = re.sub(r"\bdict\b(?!\[)", "dict[Any, Any]", text)
text = re.sub(r"\btuple\b(?!\[)", "tuple[Any, ...]", text)
text = re.sub(r"(?<!def )\blist\b(?![\[(])", "list[Any]", text)
text = re.sub(r"\bNDArray\b(?!\[)(?=[,)\]:])", "NDArray[Any]", text)
text = re.sub(r"\bobject\b", "Any", text)
text = re.sub(r"graph: cerrado._core.Graph", "graph: Graph", text)
text = re.sub(r"def (__iter__|__next__)\(self, /\):\n.*", r"def \1(self) -> Any: ...", text)
before, after = text.split("\nclass ", 1)
pathlib.Path(__file__).with_name("cerrado").joinpath("_core.pyi").write_text(
    HEAD + before.lstrip() + ERRORS + "\nclass " + after.replace("(Any):\n", "():\n")
)

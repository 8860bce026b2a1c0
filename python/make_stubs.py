"""Writes the types of a built module beside it: python make_stubs.py STUBGEN.PY FOLDER, where FOLDER has _core.*.so."""

import pathlib
import re
import runpy
import sys

ERRORS = '''
class Error(RuntimeError):
    """The machine cannot do the run: there is no GPU, the disk is full, or a file cannot be read."""
    result: Any

class InputError(ValueError):
    """The caller can mend the error: a wrong argument, options that do not fit each other, or the content of a file."""
    result: Any
'''

sys.path.insert(0, sys.argv[2])
import _core  # noqa: E402

stub = runpy.run_path(sys.argv[1])["StubGen"](_core)
stub.put(_core)
text = re.sub(r"from cerrado import .*", "", stub.get())
text = re.sub(r"\bobject\b", "Any", text)  # what the binding calls an object can be used as what it is
text = re.sub(r"def (__iter__|__next__)\(self, /\):\n.*", r"def \1(self) -> Any: ...", text)
path = pathlib.Path(sys.argv[2], "_core.pyi")
path.unlink(missing_ok=True)  # a build folder of earlier versions has a link to a source
path.write_text("from typing import Any\n" + text + ERRORS)

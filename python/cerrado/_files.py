"""Graphs from files and generators, and the devices of this machine."""

from __future__ import annotations

import os
import re
from typing import Any

from . import _core
from ._core import InputError
from ._graph import Graph
from ._options import flag, path, refuse_unknown, tell, text, whole

_FORMATS = ("adjlist", "csv", "edges", "matrix", "metis", "sif")  # that messages name


def _as_arguments(message: str) -> str:
    """A message of the library, in which options of the command line become arguments of read(). Commands in backquotes stay."""
    parts = message.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"--(columns|graph) (\d+(?:,\d+)*)", lambda m: f"{m[1]}={m[2] if m[1] == 'graph' else repr(m[2])}", parts[i])
        parts[i] = re.sub(rf"--format ({'|'.join(_FORMATS)})\b", lambda m: f"format={m[1]!r}", parts[i])
        parts[i] = re.sub(r"--(names|directed|bipartite|edge-labels)\b", lambda m: f"{m[1].replace('-', '_')}=True", parts[i])
        parts[i] = re.sub(r"--(columns|format|delimiter|graph|labels)\b", r"\1=", parts[i])
    return "`".join(parts)


def read(
    file: str | os.PathLike[str], *, directed: bool = False, names: bool = False, edge_labels: bool = False,
    labels: str | os.PathLike[str] | None = None, format: str = "", columns: str = "", delimiter: str = "",
    bipartite: bool = False, graph: int = 0, threads: int = 0, **unknown: Any,
) -> Graph:  # fmt: skip
    """A graph from a file of any format, packed or not. The content tells the format; see docs/formats.md.

    Parameters
    ----------
    file : path
    directed : bool
        Keep the directions: arcs go from the first id of a line to the second.
    names : bool
        Ids are texts.
    edge_labels : bool
        Keep the labels of edges: what stands on a line after the two ids.
    labels : path, optional
        A file of lines ``id label``: labels of vertices.
    bipartite : bool
        The two columns have vertices of two kinds, users and items for example, though their ids may be alike.
    format, columns, delimiter, graph : optional
        How the file is to be read, as the options of these names of the command line say.
    threads : int
        Threads that read; 0: one per hardware thread.
    """
    known = ("directed", "names", "edge_labels", "labels", "format", "columns", "delimiter", "bipartite", "graph", "threads")
    refuse_unknown(unknown, known, "read()")
    if isinstance(file, str) and file.startswith("gen:"):
        raise InputError(f"file={file!r}: this is a generator; cerrado.generate({file[4:]!r}) makes its graph")
    arguments = (
        path("file", file), flag("directed", directed), flag("edge_labels", edge_labels), flag("names", names),
        text("format", format), text("columns", columns), text("delimiter", delimiter), flag("bipartite", bipartite), whole("graph", graph, 0),
        "" if labels is None else path("labels", labels), whole("threads", threads, 0, 4096),
    )  # fmt: skip
    try:
        core, notes = _core.read(*arguments)
    except InputError as error:
        raise InputError(_as_arguments(str(error))) from None
    tell([_as_arguments(note) for note in notes])
    return Graph._of_core(core)


def generate(spec: str, *, threads: int = 0) -> Graph:
    """A graph from a generator, ``KIND:key=value,...``, as ``cerrado generate --help`` lists them.

    >>> import cerrado as cd
    >>> cd.generate("er:n=1000,m=5000,seed=1")
    <graph gen:er:n=1000,m=5000,seed=1: 1,000 vertices, 5,000 edges>
    """
    word = text("spec", spec)
    return Graph._of_core(_core.generate(word if word.startswith("gen:") else f"gen:{word}", whole("threads", threads, 0, 4096)))


def devices() -> list[dict[str, Any]]:
    """The devices of this machine. If it has no GPU, an entry says why in ``note``."""
    return list(_core.devices())

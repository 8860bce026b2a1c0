"""Graphs from files and generators, and the devices of this machine."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from ._core import InputError
from ._graph import Graph
from ._options import flag, path, refuse_unknown, tell, text, whole


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
    core, notes = _core.read(
        path("file", file), flag("directed", directed), flag("edge_labels", edge_labels), flag("names", names),
        text("format", format), text("columns", columns), text("delimiter", delimiter), flag("bipartite", bipartite), whole("graph", graph, 0),
        "" if labels is None else path("labels", labels), whole("threads", threads, 0, 4096),
    )  # fmt: skip
    tell(notes)
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

"""Graphs from files and generators, and the devices of this machine."""

from __future__ import annotations

import os
import re
from typing import Any

from . import _core
from ._core import Error, InputError
from ._graph import Graph
from ._options import flag, path, refuse_unknown, tell, text, whole

_FORMATS = ("adjlist", "csv", "edges", "matrix", "metis", "sif")  # formats that messages name


def _as_arguments(message: str) -> str:
    """A message of the library with arguments of read() in place of options of the command line. Text in backquotes stays."""
    parts = message.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"--(columns|graph) (\d+(?:,\d+)*)", lambda m: f"{m[1]}={m[2] if m[1] == 'graph' else repr(m[2])}", parts[i])
        parts[i] = re.sub(rf"--format ({'|'.join(_FORMATS)})\b", lambda m: f"format={m[1]!r}", parts[i])
        parts[i] = re.sub(r"--(names|directed|bipartite|edge-labels)\b", lambda m: f"{m[1].replace('-', '_')}=True", parts[i])
        parts[i] = re.sub(r"--(columns|format|delimiter|graph|labels|vertices|types|id)\b", r"\1=", parts[i])
    return "`".join(parts)


_ENDS = (("source", "target"), ("pre", "post"), ("from", "to"), ("src", "dst"))


def _is_parquet(file: str) -> bool:
    if not os.path.isfile(file):  # a pipe can be read only once
        return False
    try:
        with open(file, "rb") as stream:
            return stream.read(4) == b"PAR1"
    except OSError:
        return False


def _parquet_table(file: str) -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise Error(f"{file}: a Parquet table needs pyarrow: pip install pyarrow, or write the table as CSV") from None
    try:
        return pyarrow.parquet.read_table(file)
    except (pyarrow.ArrowInvalid, OSError) as error:
        raise InputError(f"{file}: this is not a Parquet table: {error}") from None


def _read_parquet(file: str, directed: bool, attributes: bool, vertices: str | None, id: str | None) -> Graph:
    """A graph from a table of edges. Their ends are columns with usual names, or else the first two."""
    table = _parquet_table(file)
    names = table.column_names
    if len(names) < 2:
        raise InputError(f"{file}: the table has {len(names)} columns: expected two with the ends of edges, such as source and target")
    source, target = next((pair for pair in _ENDS if set(pair) <= set(names)), names[:2])
    if vertices is not None and not _is_parquet(vertices):
        raise InputError(f"vertices={vertices!r}: the edges are a Parquet table: give a Parquet table of vertices, too")
    cells = None if vertices is None else _parquet_table(vertices)
    return Graph(table, source=source, target=target, directed=directed, attributes=None if attributes else False, vertices=cells, id=id)


def read(
    file: str | os.PathLike[str], *, directed: bool = False, names: bool = False, edge_labels: bool = False,
    labels: str | os.PathLike[str] | None = None, format: str = "", columns: str = "", delimiter: str = "",
    bipartite: bool = False, graph: int = 0, attributes: bool | None = None, vertices: str | os.PathLike[str] | None = None,
    id: str | None = None, types: str | dict[str, str] | None = None, threads: int = 0, **unknown: Any,
) -> Graph:  # fmt: skip
    """A graph from a file of any format, packed or not. The content tells the format; see docs/formats.md.

    A Parquet table is read by pyarrow. It takes ``directed``, ``attributes``, ``vertices`` (Parquet, too) and ``id``.

    Parameters
    ----------
    file : path
    directed : bool
        Keeps the directions: arcs go from the first id of a line to the second.
    names : bool
        Reads ids as texts.
    edge_labels : bool
        Keeps the labels of edges, which stand on a line after the two ids.
    labels : path, optional
        A file with labels of vertices, in lines ``id label``.
    bipartite : bool
        The two columns have vertices of two kinds, such as users and items. Equal ids in both columns are different vertices.
    format, columns, delimiter, graph : optional
        The way to read the file. They mean the same as the options of the command line with these names.
    attributes : bool, optional
        Keeps the columns of the file's edges and vertices, for :meth:`Graph.query`. By default it keeps them if
        ``vertices``, ``id`` or ``types`` is given.
    vertices : path, optional
        A table of vertices: CSV or TSV with a header. They are vertices of the graph even if they have no edge.
    id : str, optional
        The column of ids in ``vertices``. By default it is the first one.
    types : str or dict, optional
        Types of columns, which are otherwise found from all of their values: ``"weight:double,kind:text"``, or a dict. There
        are int64, double, bool, text and time.
    threads : int
        Number of threads that read; 0: one per hardware thread.
    """
    known = (
        "directed", "names", "edge_labels", "labels", "format", "columns", "delimiter", "bipartite", "graph", "attributes", "vertices",
        "id", "types", "threads",
    )  # fmt: skip
    refuse_unknown(unknown, known, "read()")
    if isinstance(file, str) and file.startswith("gen:"):
        raise InputError(f"file={file!r}: this is a generator: call cerrado.generate({file[4:]!r})")
    if attributes is None:
        attributes = any(given is not None for given in (vertices, id, types))
    if id is not None and vertices is None:
        raise InputError("id names the column of ids of a table of vertices: give vertices, or leave it out")
    if isinstance(types, dict):
        types = ",".join(f"{text('types', name)}:{text('types', kind)}" for name, kind in types.items())
    if _is_parquet(path("file", file)):
        others = {"names": names, "edge_labels": edge_labels, "labels": labels, "format": format, "columns": columns,
                  "delimiter": delimiter, "bipartite": bipartite, "graph": graph, "types": types}  # fmt: skip
        unfit = next((name for name, value in others.items() if value), None)
        if unfit is not None:
            raise InputError(f"{unfit} has no meaning for a Parquet table: leave it out")
        table = None if vertices is None else path("vertices", vertices)
        return _read_parquet(path("file", file), flag("directed", directed), flag("attributes", attributes), table, id)
    arguments = (
        path("file", file), flag("directed", directed), flag("edge_labels", edge_labels), flag("names", names),
        text("format", format), text("columns", columns), text("delimiter", delimiter), flag("bipartite", bipartite), whole("graph", graph, 0),
        "" if labels is None else path("labels", labels), flag("attributes", attributes),
        "" if vertices is None else path("vertices", vertices), "" if id is None else text("id", id),
        "" if types is None else text("types", types), whole("threads", threads, 0, 4096),
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
    """The devices of this machine. If it has no GPU, an entry has the reason in ``note``."""
    return list(_core.devices())

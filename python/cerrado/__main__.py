"""Converts what only Python reads: ``python3 -m cerrado convert edges.parquet graph.cbin --directed --vertices cells.parquet``."""

from __future__ import annotations

import argparse
import sys

from . import Error, InputError, read


def main(words: list[str]) -> int:
    """Runs the command. Returns its exit code: 0 done, 1 could not be done, 2 bad input."""
    parser = argparse.ArgumentParser("python3 -m cerrado", description="Converts a graph that Python reads, such as a Parquet table.")
    convert = parser.add_subparsers(required=True, metavar="convert").add_parser("convert", help="write a graph to another file")
    convert.add_argument("input", metavar="IN", help="a table of edges, or any file that the command line reads")
    convert.add_argument("output", metavar="OUT", help="the ending decides the format; .cbin keeps attributes, .csv those of edges")
    convert.add_argument("--directed", action="store_true", help="edges are arcs")
    convert.add_argument("--vertices", metavar="FILE", help="a table of vertices")
    convert.add_argument("--id", metavar="COLUMN", help="its column of ids [the first]")
    given = parser.parse_args(words)
    try:
        graph = read(given.input, directed=given.directed, attributes=True, vertices=given.vertices, id=given.id)
        graph.save(given.output)
    except (InputError, Error) as error:
        print(f"cerrado: {error}", file=sys.stderr)
        return 2 if isinstance(error, InputError) else 1
    print(f"{given.output}: {graph.vertex_count} vertices, {graph.edge_count} edges", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

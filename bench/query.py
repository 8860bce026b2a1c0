#!/usr/bin/env python3
"""Queries beside the bare pattern in the same graph, and beside their targets: results/query.csv.

    bench/query.py                            on CUDA
    bench/query.py --device host --threads 2
    bench/query.py --rows wiki

Each edge of a graph gets the weight 1 + mix(u << 32 | v) % 60 by its ids (u < v if it is undirected), and each vertex the kind
mix(v) % 10; mix is a step of splitmix64. A figure is the least `seconds.run` of some runs. All runs must find the known number
of rows. Exit code: 0, or 1 if one does not.
"""
import csv
import datetime
import gzip
import json
import pathlib
import re
import sys
import tempfile

import measure

LOOP = "A -> B; A -> C; B -> C"
TRIANGLE = "MATCH DIFFERENT NODES (A)-[ab]-(B), (A)-[ac]-(C), (B)-[bc]-(C)"
ABOVE = "A -> B [weight > {0}]; A -> C [weight > {0}]; B -> C [weight > {0}]"
EDGES_ABOVE = TRIANGLE + " WHERE ab.weight > {0} AND ac.weight > {0} AND bc.weight > {0}"
# Graph, what is asked, query, rows, targets in ms on an H200 and on two threads of a host.
ROWS = [
    ("wiki-vote-dir", "bare", LOOP, 746557, .46, None),
    ("wiki-vote-dir", "all weights > 0", ABOVE.format(0), 746557, .51, None),
    ("wiki-vote-dir", "all weights > 30", ABOVE.format(30), 94541, .25, None),
    ("wiki-vote-dir", "all weights > 54", ABOVE.format(54), 777, .1, None),
    ("wiki-vote-dir", "one weight > 54", "A -> B [weight > 54]; A -> C; B -> C", 75310, None, None),
    ("wiki-vote-dir", "weights rise", LOOP + "; A_B.weight < A_C.weight; A_C.weight < B_C.weight", 117612, None, None),
    ("wiki-vote-dir", "a comparison that drops nothing", "MATCH DIFFERENT NODES (A)-[ab]->(B), (A)-[ac]->(C), (B)-->(C) WHERE ab.weight + ac.weight > 0", 746557, .51, None),
    ("wiki-vote-dir", "A.kind = 0", LOOP + "; A.kind = 0", 53925, None, None),
    ("wiki-vote-dir", "A.kind = C.kind", LOOP + "; A.kind = C.kind", 76811, None, None),
    ("com-dblp", "bare", TRIANGLE, 13346310, None, None),
    ("com-dblp", "all weights > 0", EDGES_ABOVE.format(0), 13346310, None, None),
    ("com-dblp", "all weights > 30", EDGES_ABOVE.format(30), 1671222, None, None),
    ("com-dblp", "all weights > 54", EDGES_ABOVE.format(54), 12942, None, None),
    ("com-dblp", "one weight > 54", TRIANGLE + " WHERE ab.weight > 54", 1332416, None, None),
    ("com-dblp", "weights rise", TRIANGLE + " WHERE ab.weight < ac.weight AND ac.weight < bc.weight", 2113868, None, None),
    ("com-dblp", "A.kind = C.kind", TRIANGLE + " WHERE A.kind = C.kind", 1343226, None, None),
    ("speed", "bare loop", LOOP, 16032, None, None),
    ("speed", "loop, weights", "A -> B [weight > 5]; A -> C; B -> C [weight > 5]", 3505, 5, 5),
    ("speed", "3-cycle", "A -> B; B -> C; C -> A", 6891, 5, 5),
    ("speed", "3-cycle, times rise", "A -> B as ab; B -> C as bc; C -> A as ca; ab.time < bc.time; bc.time < ca.time", 1166, None, None),
    ("speed", "loop, types", LOOP + "; A.type = \"KC\"; B.type != C.type", 3898, 5, 5),
    ("speed", "two arcs, weights", "A -> B as ab; B -> A as ba; ab.weight > ba.weight", 10082, None, None),
    ("speed", "bi-fan, kinds and radii", "A -> C as ac; A -> D; B -> C; B -> D as bd; ac.kind = bd.kind; A.radius < B.radius", 7748, None, None),
    ("email-enron", "bare", TRIANGLE, 4362264, None, None),
    ("email-enron", "4-cycle", "MATCH DIFFERENT NODES (A)--(B), (B)--(C), (C)--(D), (D)--(A)", 290097832, None, None),
]


def mix(x):
    every = (1 << 64) - 1
    z = (x + 0x9e3779b97f4a7c15) & every
    z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & every
    z = ((z ^ z >> 27) * 0x94d049bb133111eb) & every
    return z ^ z >> 31


def made_tables(data, graph, folder):
    """The tables of the edges and the vertices of a graph, made once."""
    edges, vertices = folder / f"{graph}.edges.csv", folder / f"{graph}.vertices.csv"
    if edges.is_file():
        return edges, vertices
    ids = set()
    with gzip.open(measure.graph_file(data, graph), "rt") as lines, open(edges, "w", encoding="utf-8") as file:
        file.write("source,target,weight\n")
        for line in lines:
            if line[0] in "#%":
                continue
            u, v = map(int, line.split()[:2])
            low, high = (u, v) if graph.endswith("-dir") else sorted((u, v))
            ids |= {u, v}
            file.write(f"{u},{v},{1 + mix(low << 32 | high) % 60}\n")
    with open(vertices, "w", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([["id", "kind"], *([v, mix(v) % 10] for v in sorted(ids))])
    return edges, vertices


def record_of(arguments, row, folder):
    graph, _, query, *_ = row
    tables = made_tables(arguments.data, graph, folder) if graph != "speed" else (folder / "speed.edges.csv", folder / "speed.vertices.csv")
    words = [arguments.command, "query", tables[0], "--vertices", tables[1], query, "--device", arguments.device, "--threads",
             str(arguments.threads), "--json", "-"]
    if graph.endswith("-dir") or graph == "speed":
        words.append("--directed")
    return json.loads(measure.output_of(words, arguments.seconds))


def best(arguments, row, folder):
    """The least seconds of a run and of its preparation, and whether the rows are right."""
    try:
        records = [record_of(arguments, row, folder) for _ in range(arguments.repeats)]
    except measure.RunFailed as error:
        return str(error), "", False
    least = {stage: min(record["seconds"][stage] for record in records) for stage in ("run", "prepare")}
    is_right = all(int(record["count"]) == row[3] for record in records)
    return f"{1000 * least['run']:.3g}", f"{1000 * least['prepare']:.3g}", is_right


def main():
    arguments = measure.arguments_of_rows(__doc__)
    lines, failed = [], False
    with tempfile.TemporaryDirectory() as made:
        for row in ROWS:
            graph, asked, _, rows, on_gpu, on_host = row
            folder = pathlib.Path(arguments.data) / "query" if graph == "speed" else pathlib.Path(made)
            is_there = graph != "speed" or (folder / "speed.edges.csv").is_file() # made by make_graphs.py
            if not re.search(arguments.rows, f"{graph} {asked}") or not is_there:
                continue
            time, prepare, is_right = best(arguments, row, folder)
            failed |= not is_right
            target = (on_gpu if arguments.device == "cuda" else on_host) or ""
            print(f"{graph:14} {asked:32} {rows:>11,} rows {time:>8} ms, prepared in {prepare:>6} ms, target {target or 'none'}"
                  f"{'' if is_right else '  WRONG'}", flush=True)
            lines.append([graph, asked, rows, time, prepare, target, arguments.card, datetime.date.today(), "bench/query.py"])
    if arguments.csv:
        measure.write_csv(arguments.csv, ["graph", "work", "rows", "ms", "prepare_ms", "target", "card", "date", "command"], lines)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

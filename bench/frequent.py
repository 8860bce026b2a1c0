#!/usr/bin/env python3
"""Frequent subgraphs and maximal cliques, beside their targets: results/frequent.csv.

    bench/frequent.py                            on CUDA
    bench/frequent.py --device host --threads 2
    bench/frequent.py --rows mico

A figure is the least `seconds.run` of some runs, or that of one run of a second or more. All runs must give the same number of
patterns, or of cliques, which is known. Exit code: 0, or 1 if they differ or a run failed.
"""
import datetime
import json
import re
import sys

import measure

# Work: graph, support and most edges (0: any), or "maximal"; the number of patterns or cliques; targets in ms on an H200 and on
# two threads of a host; others on the same kind of host.
ROWS = [
    ("mico", 300, 2, 5890, 20, 1500, "G2Miner's OpenMP 20.7 s, Peregrine > 70 s"),
    ("mico", 1000, 2, 1361, 15, 800, "G2Miner's OpenMP 20.9 s, Peregrine 42.3 s"),
    ("mico", 1000, 3, 13567, 150, 10000, "one thread of a plain program 24 s"),
    ("mico", 15000, 0, 3, 10, 100, "GraMi 47 s"),
    ("citeseer", 160, 7, 111, 50, 1000, "GraMi > 120 s"),
    ("wiki-vote", "maximal", 0, 459002, 5, 100, "quick-cliques .40, igraph .56, networkx 2.9 s"),
    ("com-dblp", "maximal", 0, 257551, 4, 700, "igraph 7.5 s"),
    ("mico", "maximal", 0, 895495, 15, 1000, "igraph 4.0, quick-cliques 4.1 s"),
    ("facebook_combined", "maximal", 0, 869325383, 4000, 50000, "a plain program 92 s"),
]


def words_of(data, row):
    graph, support, edges = row[:3]
    file = measure.graph_file(data, graph)
    if support == "maximal":
        return ["clique", file, "--maximal"]
    labels = str(file).replace(".txt", ".labels.txt")
    return ["frequent", file, "--labels", labels, "--support", str(support), *(["--max-edges", str(edges)] if edges else [])]


def best(arguments, row):
    """The number and the least seconds; None and a text if a run failed."""
    words = [arguments.command, *words_of(arguments.data, row), "--device", arguments.device, "--threads", str(arguments.threads)]
    records = []
    try:
        while len(records) < arguments.repeats and (not records or records[0]["seconds"]["run"] < 1):
            records.append(json.loads(measure.output_of([*words, "--json", "-"], arguments.seconds)))
    except measure.OutOfTime:
        return None, f"> {arguments.seconds:g} s"
    except measure.RunFailed as error:
        return None, str(error)
    if {int(record["count"]) for record in records} != {row[3]}:
        return None, f"another number: {[record['count'] for record in records]}"
    return row[3], f"{1000 * min(record['seconds']['run'] for record in records):.4g}"


def main():
    arguments = measure.arguments_of_rows(__doc__)
    lines, failed = [], False
    for row in ROWS:
        graph, support, edges, number, on_gpu, on_host, others = row
        work = f"{graph} maximal cliques" if support == "maximal" else f"{graph} {support} {edges or 'any'}"
        if not re.search(arguments.rows, work):
            continue
        found, time = best(arguments, row)
        failed |= found is None and not time.startswith(">")
        target = on_gpu if arguments.device == "cuda" else on_host
        print(f"{work:34}{number:>12}{time:>12} ms, target {target:>6}; {others}", flush=True)
        lines.append([graph, support, edges or "any", number, time, target, others, arguments.card, datetime.date.today(),
                      "bench/frequent.py"])
    if arguments.csv:
        measure.write_csv(arguments.csv,
                          ["graph", "support", "edges", "number", "ms", "target", "others", "card", "date", "command"], lines)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

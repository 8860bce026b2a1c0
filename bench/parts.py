#!/usr/bin/env python3
"""Counts of patterns of six and seven vertices by parts, and by the walk if it ends in time: results/parts.csv. `all of 6`:
all induced patterns, by `motif`, whose form `fast` is beside it. `C6 at vertices`: at each vertex. `directed C6`: with an arc
to the next vertex. `labelled C6`: one vertex with a label.

    bench/parts.py                            on CUDA
    bench/parts.py --device host --rows 6-cycle
    bench/parts.py --walk-seconds 0           parts alone

A figure is the least `seconds.run` of some runs, or that of one run of a second or more. Both ways must give the same count.
Exit code: 0, or 1 if they differ or a run failed.
"""
import argparse
import datetime
import json
import pathlib
import re
import sys
import tempfile

import measure

PATTERNS = {"6-cycle": "6-cycle", "7-cycle": "7-cycle", "6-path": "6-path", "7-path": "7-path", "prism": "prism",
            "K3,3": "0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5", "domino": "0-1,1-2,2-3,3-4,4-5,5-0,0-3", "induced C6": "6-cycle",
            "C6 at vertices": "6-cycle", "domino at vertices": "0-1,1-2,2-3,3-4,4-5,5-0,0-3", "directed C6": "0>1,1>2,2>3,3>4,4>5,5>0",
            "labelled C6": "0:3,0-1,1-2,2-3,3-4,4-5,5-0", "all of 6": "6"}
GRAPHS = ["wiki-vote", "ca-astroph", "com-dblp", "mico", "wiki-vote-dir"]
ONLY = {"directed C6": ["wiki-vote-dir"], "labelled C6": ["mico"]}
TARGETS = {"6-cycle": (3, 3, 4, 20), "7-cycle": (8, 12, 20), "6-path": (4, 4, 5), "prism": (120, 40, 20), "K3,3": (10, 6, 4),
           "domino": (4, 4, 5), "all of 6": ("", 500)}  # ms on an H200


def record(command, graph, name, algorithm, device, limit):
    words = ["match", graph, "--pattern", PATTERNS[name], "--algorithm", algorithm]
    if name.startswith("induced"):
        words.append("--induced")
    if name.endswith("at vertices"):
        words += ["--per-orbit", str(pathlib.Path(tempfile.gettempdir()) / "parts.bin")]
    if name.startswith("directed"):
        words.append("--directed")
    if name.startswith("labelled"):
        words += ["--labels", str(graph).replace(".txt", ".labels.txt")]
    if name.startswith("all"):
        words = ["motif", graph, "-k", PATTERNS[name], "--algorithm", {"parts": "formula", "walk": "fast"}[algorithm]]
    return json.loads(measure.output_of([command, *words, "--device", device, "--json", "-"], limit))


def best(arguments, graph, name, algorithm, limit):
    """The count and the least seconds; None and a text if a run failed."""
    try:
        records = [record(arguments.command, graph, name, algorithm, arguments.device, limit)]
        while algorithm == "parts" and len(records) < arguments.repeats and records[0]["seconds"]["run"] < 1:
            records.append(record(arguments.command, graph, name, algorithm, arguments.device, limit))
    except measure.OutOfTime:
        return None, f"> {limit:g} s"
    except measure.RunFailed as error:
        return None, "over 64 bits" if "64 bits" in str(error) else str(error)
    seconds = min(one["seconds"]["run"] for one in records)
    counts = {str(one["count"]) for one in records}
    if len(counts) > 1:
        return None, "the counts differ"
    if seconds >= 10:
        return counts.pop(), f"{seconds:.0f} s"
    return counts.pop(), f"{1000 * seconds:.2g} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--rows", default="", help="a regular expression for pattern and graph")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60, help="for a run by parts")
    parser.add_argument("--walk-seconds", type=float, default=20, help="for a run by the walk; 0: none")
    parser.add_argument("--card", default="", help="what gave the figures")
    parser.add_argument("--csv", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.command = measure.find_command(arguments.command)
    rows, failed = [], False
    print(f"{'pattern':19}{'graph':14}{'parts':>12}{'walk':>12}  count", flush=True)
    for name in PATTERNS:
        for graph in ONLY.get(name, GRAPHS[:4]):
            if not re.search(arguments.rows, f"{name} {graph}"):
                continue
            file = measure.graph_file(arguments.data, graph)
            count, parts = best(arguments, file, name, "parts", arguments.seconds)
            other, walk = best(arguments, file, name, "walk", arguments.walk_seconds) if arguments.walk_seconds else (None, "")
            differs = other is not None and count is not None and other != count
            failed |= differs or (count is None and not parts.startswith((">", "over")))
            targets = TARGETS.get(name, ()) if arguments.device == "cuda" else ()
            target = str(targets[GRAPHS.index(graph)]) if GRAPHS.index(graph) < len(targets) else ""
            print(f"{name:19}{graph:14}{parts:>12}{walk:>12}  {count or ''}{'  the walk differs' if differs else ''}", flush=True)
            rows.append([name, graph, parts, target, walk, count or "", "", arguments.card, str(datetime.date.today()), "bench/parts.py"])
    if arguments.csv:
        measure.write_csv(arguments.csv,
                          ["pattern", "graph", "parts", "target, ms", "walk", "count", "unit", "card", "date", "command"], rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

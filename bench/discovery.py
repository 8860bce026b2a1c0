#!/usr/bin/env python3
"""Times `cerrado discover`: the given graph and all its random graphs.

    bench/discovery.py                               every row on CUDA
    bench/discovery.py --device host --rows 'k=[34]' some rows on two host threads
    bench/discovery.py --random 20                   fewer random graphs: seconds and target are of as many as the row has

A figure is the median of `seconds.run` of the record, which has the making of random graphs. `subgraphs` are those of
the graph and of its random graphs together, `G/s` of these a second. `z` is that of the pattern with the largest. `peer`
is gtrieScanner (Ribeiro and Silva) with one thread of another machine. Exit code: 0, or 1 when a run failed. A missed
target is printed and is no failure.
"""
import argparse
import json
import re
import statistics
import sys
from typing import NamedTuple, Optional

import measure
from measure import RunFailed


class Row(NamedTuple):
    graph: str
    k: int
    random: int = 1000
    target: Optional[float] = None  # seconds on one GPU
    host: Optional[float] = None    # the same for two host threads
    peer: Optional[float] = None    # seconds
    directed: bool = True


ROWS = [
    Row("yeast-transcription", 3),
    Row("yeast-transcription", 4, target=0.05, host=1, peer=8.6),
    Row("yeast-transcription", 5, target=0.2, host=5, peer=122),
    Row("yeast-transcription", 6, target=2),
    Row("yeast-transcription", 7, target=30),
    Row("celegansneural", 4, target=0.1),
    Row("celegansneural", 5, target=2),
    Row("yeast-ppi", 5, target=1, directed=False),
    Row("wiki-vote-dir", 3, target=2),
    Row("wiki-vote-dir", 4, random=100, target=10),
    Row("com-dblp", 3, target=15, host=600, directed=False),
]
HEADER = ["graph", "k", "random", "subgraphs", "G/s", "z", "median", "min", "max", "target", "met", "peer", "/ peer"]


def record_of(command, row, arguments):
    words = [command, "discover", measure.graph_file(arguments.data, row.graph), "-k", row.k, "--random",
             arguments.random or row.random, "--device", arguments.device, "--counts", "/dev/null", "--json", "-",
             "--progress", "off"]
    if row.directed:
        words.append("--directed")
    if arguments.device == "host":
        words += ["--threads", arguments.threads]
    record = json.loads(measure.output_of(words, arguments.timeout))
    if record["status"] != "complete":
        raise RunFailed("a run is not complete")
    return record


def line_of(row, records, is_host):
    patterns = records[0]["patterns"]
    random = records[0]["random_graphs"]
    subgraphs = sum(int(one["count"]) + one["mean"] * random for one in patterns)
    scale = row.random / random
    seconds = [record["seconds"]["run"] for record in records]
    median = statistics.median(seconds)
    target = row.host if is_host else row.target
    met = "-" if target is None else "yes" if median * scale <= target else f"{median * scale / target:.1f} x"
    known = [one["z"] for one in patterns if one["z"] is not None]
    peer = ["-", "-"] if row.peer is None else [measure.seconds_text(row.peer), f"{row.peer / (median * scale):.3g}"]
    times = [measure.seconds_text(one * scale) for one in (median, min(seconds), max(seconds))]
    return [row.graph, str(row.k), str(random), f"{subgraphs:.2g}", f"{subgraphs / median / 1e9:.3g}",
            f"{max(known):.1f}" if known else "-", *times, measure.seconds_text(target), met, *peer]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--device", default="cuda", choices=["cuda", "host"])
    parser.add_argument("--rows", default="", help="a regular expression over 'GRAPH k=K'")
    parser.add_argument("--random", type=int, help="random graphs, instead of the row's")
    parser.add_argument("--threads", type=int, default=2, help="of the host")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=600, help="seconds of one run")
    arguments = parser.parse_args()
    command = measure.find_command(arguments.command)
    lines, failed = [], False
    for row in ROWS:
        if not re.search(arguments.rows, f"{row.graph} k={row.k}"):
            continue
        try:
            records = [record_of(command, row, arguments) for _ in range(arguments.repeats)]
            if len({json.dumps(record["patterns"]) for record in records}) != 1:
                raise RunFailed("statistics differ from run to run")
            lines.append(line_of(row, records, arguments.device == "host"))
        except RunFailed as error:
            failed = True
            lines.append([row.graph, str(row.k), "", f"FAILED: {error}", *[""] * (len(HEADER) - 4)])
    print(measure.aligned(HEADER, lines, left=("graph",)), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Times `cerrado graphlets`: all patterns of up to 4 and 5 vertices, and the roles of vertices and edges.

    bench/graphlets.py                               every row on CUDA, and the paper's Table 2 where its graphs are there
    bench/graphlets.py --device host --rows k=       the counts alone, on two host threads
    bench/graphlets.py --rows 'mico|paper' --repeats 9

A figure is the median of `seconds.run` of the record. The counts of k = 5 are compared with EXPECTED.csv where that has
them. `peer` is the fastest other way that is known, and `/ peer` how many times as fast this is. Rows of the paper
(Suganami et al., one V100, all patterns of 5 vertices) need their graph as NAME.txt.gz in the data folder; those that
datasets/fetch.py does not get can be put there. Exit code: 0, or 1 when a run failed or a count was wrong. A missed
target is printed and is no failure.
"""
import argparse
import json
import pathlib
import re
import statistics
import sys
from typing import NamedTuple, Optional

import measure
from measure import RunFailed


class Row(NamedTuple):
    graph: str
    work: str                       # k=4, k=5, vertex or edge
    target: Optional[float] = None  # seconds on one GPU
    host: Optional[float] = None    # the same for two host threads
    peer: Optional[float] = None    # seconds
    peer_is: str = ""


ROWS = [
    Row("ca-astroph", "k=4", 0.6e-3, 0.1, 3.4e-3, "enumeration here"),
    Row("ca-astroph", "k=5", 2e-3, 0.4, 0.277, "enumeration here"),
    Row("wiki-vote", "k=4", 0.6e-3, 0.1),
    Row("wiki-vote", "k=5", 2e-3, 0.3, 8.2, "ESCAPE, 1 thread"),
    Row("com-dblp", "k=4", 1e-3),
    Row("com-dblp", "k=5", 3e-3, 1, 0.159, "enumeration here"),
    Row("mico", "k=4", 2.5e-3, None, 73e-3, "G2Miner, formula"),
    Row("mico", "k=5", 15e-3, 3.5),
    Row("ca-astroph", "vertex", 12e-3, 3, 717, "ORCA, 1 thread"),
    Row("ca-astroph", "edge", 20e-3, 3),
    Row("wiki-vote", "vertex", 12e-3, 3, 347, "ORCA, 1 thread"),
    Row("wiki-vote", "edge", 20e-3, 3),
    Row("com-dblp", "vertex", 18e-3),
    Row("com-dblp", "edge", 30e-3),
    Row("mico", "vertex", 90e-3),
    Row("mico", "edge", 150e-3),
]
# Table 2 of the paper: seconds of the whole on a V100. The aim is a thirtieth.
PAPER = {"com-amazon": 0.35, "com-youtube": 6.59, "soc-lastfm": 7.2, "wiki-Talk": 33.7, "web-wiki-ch-internal": 49.3,
         "soc-pokec": 50.1, "socfb-A-anon": 82.8, "tech-as-skitter": 112.9, "com-orkut": 2880}
HEADER = ["graph", "work", "count", "check", "median", "min", "max", "target", "met", "peer", "/ peer", "peer is"]


def rows_of(data):
    there = [name for name in PAPER if (pathlib.Path(data) / f"{name}.txt.gz").is_file()]
    return ROWS + [Row(name, "k=5", PAPER[name] / 30, None, PAPER[name], "paper, V100") for name in there]


def expected_counts(data):
    """Subgraphs of k vertices in all, by graph and k."""
    sums = {}
    for row in measure.read_csv(pathlib.Path(data) / "EXPECTED.csv"):
        if row["task"] == "motif":
            place = row["graph"], int(row["k"])
            sums[place] = sums.get(place, 0) + int(row["count"])
    return sums


def words_of(command, row, arguments):
    words = [command, "graphlets", measure.graph_file(arguments.data, row.graph), "--device", arguments.device, "--json",
             "-", "--progress", "off"]
    if arguments.device == "host":
        words += ["--threads", arguments.threads]
    if row.work.startswith("k="):
        return [*words, "-k", row.work[2:]]
    return [*words, "--orbits", row.work, "/dev/null"]


def figures(command, row, arguments):
    """The count, and seconds of each run. Those of roles are the whole run's less that of the counts, which it has too."""
    def records(of):
        return [json.loads(measure.output_of(words_of(command, of, arguments), arguments.timeout))
                for _ in range(arguments.repeats)]
    found = records(row)
    if any(record["status"] != "complete" for record in found):
        raise RunFailed("a run is not complete")
    counts = {record["count"] for record in found}
    if len(counts) != 1:
        raise RunFailed(f"counts differ: {', '.join(sorted(counts))}")
    seconds = [record["seconds"]["run"] for record in found]
    if not row.work.startswith("k="):
        alone = statistics.median(record["seconds"]["run"] for record in records(row._replace(work="k=5")))
        seconds = [one - alone for one in seconds]
    return int(counts.pop()), seconds


def check_of(row, count, expected):
    """The command's count is of all sizes up to k, so those of EXPECTED.csv are added up."""
    k = 5 if not row.work.startswith("k=") else int(row.work[2:])
    known = [expected.get((row.graph, size)) for size in range(3, k + 1)]
    if None in known:
        return "-"
    return "ok" if sum(known) == count else "WRONG"


def line_of(row, count, seconds, check, is_host):
    median = statistics.median(seconds)
    target = row.host if is_host else row.target
    met = "-" if target is None else "yes" if median <= target else f"{median / target:.1f} x"
    peer = ["-", "-", ""] if row.peer is None else [measure.seconds_text(row.peer), f"{row.peer / median:.3g}", row.peer_is]
    times = map(measure.seconds_text, (median, min(seconds), max(seconds), target))
    return [row.graph, row.work, str(count), check, *times, met, *peer]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--device", default="cuda", choices=["cuda", "host"])
    parser.add_argument("--rows", default="", help="a regular expression over 'GRAPH WORK PEER'")
    parser.add_argument("--threads", type=int, default=2, help="of the host")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--timeout", type=float, default=120, help="seconds of one run")
    arguments = parser.parse_args()
    command = measure.find_command(arguments.command)
    expected = expected_counts(arguments.data)
    lines, failed = [], False
    for row in rows_of(arguments.data):
        if not re.search(arguments.rows, f"{row.graph} {row.work} {row.peer_is}"):
            continue
        try:
            count, seconds = figures(command, row, arguments)
            check = check_of(row, count, expected)
            failed = failed or check == "WRONG"
            lines.append(line_of(row, count, seconds, check, arguments.device == "host"))
        except RunFailed as error:
            failed = True
            lines.append([row.graph, row.work, f"FAILED: {error}", *[""] * (len(HEADER) - 3)])
    print(measure.aligned(HEADER, lines, left=("graph", "work", "check", "peer is")), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

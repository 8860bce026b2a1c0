#!/usr/bin/env python3
"""Times every algorithm of `cerrado clique` on the rows of clique_rows.csv, and checks the counts.

    bench/clique.py --device cuda --repeats 5
    bench/clique.py --device host --threads 2 --rows 'all' --json cliques.json
    bench/clique.py --device cuda --algorithms auto --options '--balance share'
    bench/clique.py --device host --table choice_rows.csv --repeats 3     auto beside the best, on graphs of all kinds

The best peer is printed beside. Seconds are the medians of `seconds.prepare` (order, orientation, jobs, upload) and of
`seconds.run` of the record. Targets are for their sum, peers' figures for their search alone. `auto` is to be within
10 % of the best algorithm of its row. The exit code is 0, or 1 when a run failed or a count was wrong. A run ended by
--timeout and a missed target are results, no failures.
"""
import argparse
import json
import re
import shlex
import statistics
import sys

import measure
from measure import RunFailed, seconds_text
from skeleton import positive, read_expected

ALGORITHMS = ["auto", "oriented", "bitmap", "pivot"]
HEADER = ["graph", "k", "algorithm", "count", "check", "prepare", "run", "both", "/ best", "target", "met", "peer", "peer's"]


class Cell:
    """One algorithm on one row."""

    def __init__(self, row, algorithm):
        self.row, self.algorithm = row, algorithm
        self.prepare, self.run, self.count, self.check, self.said, self.best = [], [], None, "-", None, None

    def both(self):
        return statistics.median(self.prepare) + statistics.median(self.run) if self.run else None

    def failed(self):
        return self.check == "WRONG" or (self.said or "").startswith("FAILED")

    def line(self):
        target, peer = self.row["target"], self.row["peer_seconds"]
        met = "-" if not (target and self.run) else "yes" if self.both() <= float(target) else "no"
        figures = [seconds_text(statistics.median(self.prepare)), seconds_text(statistics.median(self.run)),
                   seconds_text(self.both()), f"{self.both() / self.best:.2f}"] if self.run \
            else [self.said or "not run", "", "", ""]
        return [self.row["graph"], self.row["k"], self.algorithm, self.count or "-", self.check, *figures,
                seconds_text(float(target)) if target else "-", met, self.row["peer"] or "-",
                seconds_text(float(peer)) if peer else "-"]

    def record(self):
        return {"graph": self.row["graph"], "k": self.row["k"], "algorithm": self.algorithm, "count": self.count,
                "check": self.check, "prepare_seconds": self.prepare, "run_seconds": self.run, "said": self.said}


def sizes_expected(expected, graph):
    """k -> cliques of k vertices, as far as EXPECTED.csv knows."""
    return {k: sum(counts.values()) for (work, name, k), counts in expected.items() if work == "clique" and name == graph}


def check(cell, record, expected):
    known = sizes_expected(expected, cell.row["graph"])
    if cell.row["k"] == "all":
        found = {size["k"]: int(size["count"]) for size in record["sizes"]}
        wrong = [k for k, count in known.items() if found.get(k, 0) != count]
        cell.check = "WRONG" if wrong else f"ok, {len(known)} sizes" if known else "-"
        cell.count = f"{record['clique_number']} sizes"
        return
    k, count = int(cell.row["k"]), int(record["count"])
    cell.count = f"{count:,}"
    cell.check = "-" if k not in known else "ok" if known[k] == count else "WRONG"


def words_of(cell, arguments):
    size = ["--all"] if cell.row["k"] == "all" else ["-k", cell.row["k"]]
    threads = ["--threads", arguments.threads] if arguments.device == "host" else []
    return [arguments.command, "clique", measure.graph_file(arguments.data, cell.row["graph"]), *size, "--device",
            arguments.device, *threads, "--algorithm", cell.algorithm, *arguments.options, "--json", "-", "--progress", "off"]


def time_cell(cell, arguments, expected):
    for _ in range(arguments.repeats):
        try:
            record = json.loads(measure.output_of(words_of(cell, arguments), arguments.timeout))
            check(cell, record, expected)
        except measure.OutOfTime:
            cell.said = f"> {arguments.timeout:g} s"
            return
        except (RunFailed, OSError, ValueError) as error:
            cell.said = f"FAILED: {error}"
            return
        cell.prepare.append(record["seconds"]["prepare"])
        cell.run.append(record["seconds"]["run"])
        if cell.run[-1] > arguments.timeout / 4:
            return


def read_cells(arguments):
    kind = "host" if arguments.device == "host" else "H200"
    rows = [row for row in measure.read_csv(measure.FOLDER / arguments.table)
            if row["device"] in (kind, "any") and re.search(arguments.rows, f"{row['graph']} {row['k']}")]
    return [Cell(row, algorithm) for row in rows for algorithm in arguments.algorithms.split(",")
            if row["k"] != "all" or algorithm in ("auto", "pivot")]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--device", default="cuda", choices=["cuda", "host"])
    parser.add_argument("--table", default="clique_rows.csv", help="of rows, beside this script (default %(default)s)")
    parser.add_argument("--threads", type=positive(int), default=2, help="on the host (default 2)")
    parser.add_argument("--algorithms", default=",".join(ALGORITHMS), help=f"some of {','.join(ALGORITHMS)},paper")
    parser.add_argument("--rows", default="", help="only rows whose 'graph k' matches this regular expression")
    parser.add_argument("--options", type=shlex.split, default=[], help="more words for every run")
    parser.add_argument("--repeats", type=positive(int), default=5, help="runs per cell (default 5)")
    parser.add_argument("--timeout", type=positive(float), default=60, help="seconds per run (default 60)")
    parser.add_argument("--json", help="write every figure as JSON")
    arguments = parser.parse_args()
    arguments.command = measure.find_command(arguments.command)
    return arguments


def main():
    arguments = parse_arguments()
    expected = read_expected(arguments.data)
    cells = read_cells(arguments)
    for position, cell in enumerate(cells):
        print(f"[{position + 1}/{len(cells)}] {cell.row['graph']} {cell.row['k']} {cell.algorithm}", file=sys.stderr)
        time_cell(cell, arguments, expected)
    for cell in cells:
        cell.best = min((other.both() for other in cells if other.row is cell.row and other.run), default=None)
    print(measure.aligned(HEADER, [cell.line() for cell in cells], left=("graph", "algorithm", "check", "met", "peer")), end="")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump([cell.record() for cell in cells], file, indent=1)
    return 1 if any(cell.failed() for cell in cells) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Times `cerrado motif|clique` on the rows of skeleton_rows.csv, checks the counts, prints the peers' figures beside.

    bench/skeleton.py --device cuda --data ../shared/data --repeats 5
    bench/skeleton.py --device host --rows 'citeseer k=6' --json rows.json

Seconds are `seconds.run` of the record: the enumeration alone, launches included. A row that fails says why and the
others go on; Ctrl-C and SIGTERM end the runs, not the table. Exit code: 0, or 1 when a row failed or a count was wrong.
A missed target is printed and is no failure.
"""
import argparse
import json
import pathlib
import re
import signal
import statistics
import sys
import tempfile
import time

import measure
import skeleton_report as report
from measure import RunFailed


class Row:
    """One line of the table: the work asked for, and what came of it."""

    def __init__(self, fields, peers):
        self.work, self.graph, self.algorithm = fields["work"], fields["graph"], fields["algorithm"]
        self.k = int(fields["k"])
        self.peers = peers
        self.target, self.target_name = self.resolve(fields["target"])
        self.count, self.check, self.error = None, "-", None
        self.run_seconds, self.prepare_seconds = [], []
        self.traversal_bytes, self.memory_share, self.device = None, None, None
        self.reference, self.limit = None, None

    def resolve(self, target):
        """Seconds from a number of them or from the name of a peer."""
        if not target:
            return None, ""
        if target in self.peers:
            return float(self.peers[target]), target
        try:
            return float(target), ""
        except ValueError as error:
            raise SystemExit(f"{self.title()}: target {target} is neither seconds nor a tool of peers.csv") from error

    def key(self):
        return self.work, self.graph, self.k

    def title(self):
        return f"{self.work} {self.graph} k={self.k}"

    def failed(self):
        return (self.error is not None and self.limit is None) or self.check == "WRONG"

    def median(self):
        return statistics.median(self.run_seconds) if self.run_seconds else None

    def ratio(self):
        return self.target / self.median() if self.target and self.run_seconds else None


def peers_by_work(device):
    """Recorded seconds of each tool on the kind of device that is measured, by (work, graph, k)."""
    kind = "host" if device in ("host", "lockstep") else "H200"
    peers = {}
    for line in measure.read_csv(measure.FOLDER / "peers.csv"):
        if line["source"].startswith(kind):
            peers.setdefault((line["work"], line["graph"], int(line["k"])), {})[line["tool"]] = line["seconds"]
    return peers


def read_rows(arguments):
    # Targets are for the H200; on the host a row has the host's peers and no target.
    peers = peers_by_work(arguments.device)
    on_host = arguments.device in ("host", "lockstep")
    rows = []
    for fields in measure.read_csv(measure.FOLDER / "skeleton_rows.csv"):
        if on_host:
            fields["target"] = ""
        row = Row(fields, peers.get((fields["work"], fields["graph"], int(fields["k"])), {}))
        if not arguments.rows or arguments.rows.search(f"{row.title()} {row.algorithm}"):
            rows.append(row)
    return rows


def read_expected(data):
    """Counts by pattern ("" for cliques) of each (work, graph, k) of EXPECTED.csv; empty where the folder has none."""
    path = pathlib.Path(data) / "EXPECTED.csv"
    expected = {}
    if path.is_file():
        for line in measure.read_csv(path):
            counts = expected.setdefault((line["task"], line["graph"], int(line["k"])), {})
            counts["" if line["task"] == "clique" else line["graph6"]] = int(line["count"])
    return {key: occurring(counts) for key, counts in expected.items()}


def occurring(counts):
    return {pattern: count for pattern, count in counts.items() if count > 0}


def counts_in(record):
    if not record["patterns"]:
        return occurring({"": int(record["count"])})
    return occurring({pattern["graph6"]: int(pattern["count"]) for pattern in record["patterns"]})


def device_memory(command, kind):
    """Bytes of the device that runs were made on, as `cerrado info` tells; None when it does not."""
    try:
        devices = json.loads(measure.output_of([command, "info", "--device", "--json"], 60))
    except (RunFailed, ValueError):
        return None
    return next((device["memory_bytes"] for device in devices if device["kind"] == kind), None) or None


def run_row(row, arguments, expected):
    options = ["--device", arguments.device, "--algorithm", row.algorithm, "--threads", arguments.threads]
    known = expected.get(row.key())
    begin = time.monotonic()
    while len(row.run_seconds) < arguments.repeats:
        if row.run_seconds and time.monotonic() - begin > arguments.row_seconds:
            break
        graph = measure.graph_file(arguments.data, row.graph)
        record = measure.record_of(arguments.command, row.work, graph, row.k, options, arguments.timeout)
        if record["device"]["kind"] != arguments.device:
            raise RunFailed(f"ran on {record['device']['kind']}, not on {arguments.device}")
        counts = counts_in(record)
        if row.count is not None and row.count != int(record["count"]):
            row.check = "WRONG"
            raise RunFailed(f"counted {record['count']}, and {row.count} in the run before")
        row.count = int(record["count"])
        row.run_seconds.append(record["seconds"]["run"])
        row.prepare_seconds.append(record["seconds"]["prepare"])
        row.traversal_bytes = record["memory"]["traversal_bytes"]
        row.device = record["device"]
        row.check = "-" if known is None else "ok" if counts == known else "WRONG"
        if row.check == "WRONG":
            raise RunFailed(f"expected {sum(known.values())} in all by EXPECTED.csv, counted {row.count}")


def run_guarded(row, arguments, expected):
    try:
        run_row(row, arguments, expected)
    except KeyboardInterrupt:
        row.error = "interrupted"
        raise
    except RunFailed as error:
        row.error = str(error)
        # Work that no one is known to finish may take longer than the limit.
        if isinstance(error, measure.OutOfTime) and row.target is None:
            row.limit = arguments.timeout
    if row.run_seconds:
        memory = device_memory(arguments.command, row.device["kind"])
        row.memory_share = row.traversal_bytes / memory if memory else None


def run_reference(row, arguments, folder, known):
    """Seconds of the reference on this row's graph; its count must agree. `known` keeps them for other rows."""
    if row.key() not in known:
        try:
            graph = measure.unpacked(arguments.data, row.graph, folder)
            text = measure.output_of([arguments.reference, graph, row.k], arguments.timeout)
            known[row.key()] = (float(measure.value_after("milliseconds", text)) / 1e3,
                                int(measure.value_after("subgraphs", text)))
        except RunFailed as error:
            known[row.key()] = str(error)
    if isinstance(known[row.key()], str):
        row.error = row.error or f"reference: {known[row.key()]}"
        return
    row.reference, count = known[row.key()]
    if row.count is not None and count != row.count:
        row.check = "WRONG"
        row.error = row.error or f"the reference counted {count}"


def positive(kind):
    def parse(text):
        value = kind(text)
        if value <= 0:
            raise argparse.ArgumentTypeError(f"{text}: expected a number above 0")
        return value
    return parse


def regular_expression(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text}: not a regular expression: {error}") from error


def run_rows(rows, arguments, expected):
    references = {}
    with tempfile.TemporaryDirectory() as folder:
        for position, row in enumerate(rows):
            print(f"[{position + 1}/{len(rows)}] {row.title()} {row.algorithm}", file=sys.stderr)
            run_guarded(row, arguments, expected)
            if arguments.reference and row.work == "motif":
                run_reference(row, arguments, folder, references)


def end_runs(_signal, _frame):
    raise KeyboardInterrupt


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--device", default="cuda", choices=["cuda", "host", "lockstep"])
    parser.add_argument("--threads", type=int, default=0, help="host threads; 0: one per hardware thread")
    parser.add_argument("--repeats", type=positive(int), default=5, help="runs per row (default 5)")
    parser.add_argument("--timeout", type=positive(float), default=120, help="seconds per run (default 120)")
    parser.add_argument("--row-seconds", type=positive(float), default=30,
                        help="no further repeat begins after so many seconds on a row (default 30)")
    parser.add_argument("--rows", type=regular_expression, default="",
                        help="only rows whose 'motif mico k=4 fast' matches this regular expression")
    parser.add_argument("--reference", help="for motif rows: a program `PATH GRAPH K` that reads a plain edge list and "
                                            "prints 'milliseconds X' and 'subgraphs N'; run once per row")
    parser.add_argument("--json", help="write every run's figures as JSON; - is standard output")
    parser.add_argument("--csv", help="the same as CSV; - is standard output")
    arguments = parser.parse_args()
    if arguments.json == "-" and arguments.csv == "-":
        parser.error("--json - and --csv -: only one of them can be standard output")
    arguments.command = measure.find_command(arguments.command)
    return parser, arguments


def main():
    parser, arguments = parse_arguments()
    rows = read_rows(arguments)
    if not rows:
        parser.error(f"--rows {arguments.rows.pattern}: no row matches; the rows are in skeleton_rows.csv")
    expected = read_expected(arguments.data)
    if not expected:
        print(f"{arguments.data}: no EXPECTED.csv, counts are not checked", file=sys.stderr)
    signal.signal(signal.SIGTERM, end_runs)
    try:
        run_rows(rows, arguments, expected)
    except KeyboardInterrupt:
        for row in rows:
            row.error = row.error or (None if row.run_seconds else "not begun")
    report.print_table(rows, sys.stderr if "-" in (arguments.json, arguments.csv) else sys.stdout)
    if arguments.json:
        report.write_json(arguments.json, rows)
    if arguments.csv:
        report.write_csv(arguments.csv, rows)
    return 1 if any(row.failed() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

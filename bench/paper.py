#!/usr/bin/env python3
"""Makes Tables 6.3 to 6.7 of the DuMato thesis for the device at hand, beside its TITAN V figures (paper.csv).

    bench/paper.py --budget 600                           every table, rows with the least work first, for ten minutes
    bench/paper.py --tables 6.3,6.5 --timeout 60 --json tables.json
    bench/paper.py --device host --tables 6.7 --longest 1  to try it without a GPU, where warps have no width

All runs are of `--algorithm paper`. Times are the median of `seconds.run` of the record: the enumeration alone,
launches included. The exit code is 0, or 1 when a run failed or a count was wrong. A run ended by --timeout is a result.
"""
import argparse
import csv
import json
import os
import pathlib
import shutil
import signal
import statistics
import sys
import tempfile
import time

import measure
import paper_report as report
from measure import RunFailed
from skeleton import counts_in, end_runs, positive, read_expected

WIDTH = {"DM_DFS": ["--warp-width", "1"], "DM_WC": ["--warp-width", "32"]}
STOP = ["--balance", "stop", "--threshold", "0.3"]  # the thesis' settings, Section 6.3: 16 donations too
STOP_16 = [*STOP, "--donations", "16"]

# Of each table: what it shows, the options of its variants, and the pairs (slower, faster) whose quotient is printed.
TABLES = {
    "6.3": ("a lane (DM_DFS) against a warp (DM_WC) per traversal, no balancing", WIDTH, [("DM_DFS", "DM_WC")]),
    "6.4": ("instructions and memory of the same two, by ncu", WIDTH, [("DM_DFS", "DM_WC")]),
    "6.5": ("lanes per traversal; with `stop`, as in the thesis, whose 32 are the DM_WCLB of Table 6.7",
            {width: [*STOP_16, "--warp-width", width] for width in ("32", "16", "8")}, [("16", "32"), ("8", "32")]),
    "6.6": ("donations per idle warp, with `stop`",
            {count: [*STOP, "--donations", count] for count in ("1", "8", "16", "32", "64")}, [("1", "16")]),
    "6.7": ("no balancing (DM_WC) against `stop` (DM_WCLB) and `share`, which the thesis does not have",
            {"DM_WC": [], "DM_WCLB": STOP_16, "share": ["--balance", "share"]}, [("DM_WC", "DM_WCLB"), ("DM_WC", "share")]),
}

# ncu's names. The thesis counted gld_transactions, whose successor is the first, by NVIDIA's table of nvprof's
# metrics.
LOADS, INSTRUCTIONS, WARPS = ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "smsp__inst_executed.sum",
                              "smsp__warps_launched.sum")
METRICS = LOADS, INSTRUCTIONS, WARPS
QUANTITIES = {"load transactions": lambda of: of[LOADS], "instructions per warp": lambda of: of[INSTRUCTIONS] / of[WARPS],
              "instructions": lambda of: of[INSTRUCTIONS]}


class Cell:
    """One variant on one row: the thesis' figure, and ours or the reason why there is none."""

    def __init__(self, variant, published):
        self.variant, self.published = variant, published
        self.values, self.said = [], "not run"

    def value(self):
        return statistics.median(self.values) if self.values else None


class Row:
    """A line of a table: one graph and k, in 6.4 one quantity of it."""

    def __init__(self, table, work, graph, k, quantity, published, seconds):
        self.table, self.work, self.graph, self.k, self.quantity = table, work, graph, k, quantity
        self.seconds = seconds  # of the variants in the thesis, known or not
        suffix = f" {quantity}" if quantity else ""
        self.cells = [Cell(variant, published.get(variant + suffix)) for variant in TABLES[table][1]]
        self.count, self.check = None, "-"

    def title(self):
        return f"{self.work} {self.graph} k={self.k}"

    def shortest(self):
        return min((value for value in self.seconds if value is not None), default=float("inf"))

    def expected_work(self):
        """Something to order rows by: the thesis' seconds, the most where one is missing."""
        longest = max((value for value in self.seconds if value is not None), default=float("inf"))
        return sum(longest if value is None else value for value in self.seconds)

    def failed(self):
        return self.check == "WRONG" or any(cell.said.startswith("FAILED") for cell in self.cells)


def read_published():
    """(table, work, graph, k) -> variant -> value or None."""
    with open(measure.FOLDER / "paper.csv", newline="", encoding="utf-8") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        published = {}
        for line in lines:
            key = line["table"], line["work"], line["graph"], int(line["k"])
            published.setdefault(key, {})[line["variant"]] = None if line["value"] == "-" else float(line["value"])
    return published


def read_rows(arguments):
    rows = []
    published = read_published()
    for (table, work, graph, k), values in published.items():
        # 6.4 counts what 6.3 times.
        seconds = list(published["6.3", work, graph, k].values() if table == "6.4" else values.values())
        quantities = QUANTITIES if table == "6.4" else [None]
        rows += [Row(table, work, graph, k, quantity, values, seconds) for quantity in quantities]
    chosen = [row for row in rows if row.table in arguments.tables and row.shortest() <= arguments.longest]
    return sorted(chosen, key=Row.expected_work)


def check_count(row, record, expected):
    known = expected.get((row.work, row.graph, row.k))
    count = int(record["count"])
    if row.count not in (None, count):
        row.check = "WRONG"
        raise RunFailed(f"counted {count}, another variant {row.count}")
    row.count = count
    if known is not None:
        row.check = "ok" if counts_in(record) == known else "WRONG"
        if row.check == "WRONG":
            raise RunFailed(f"expected {sum(known.values())} by EXPECTED.csv, counted {count}")


def options_of(row, cell, arguments):
    options = TABLES[row.table][1][cell.variant]
    if arguments.device != "cuda" and "--warp-width" in options:
        if row.table != "6.3" or cell.variant == "DM_DFS":
            raise Unavailable("needs CUDA")
        options = []
    return ["--algorithm", "paper", "--device", arguments.device, *options]


class Unavailable(Exception):
    """This cell cannot be measured here; no failure."""


def time_cell(row, cell, arguments, expected):
    graph = measure.graph_file(arguments.data, row.graph)
    for _ in range(arguments.repeats):
        if time.monotonic() >= arguments.end:
            break
        record = measure.record_of(arguments.command, row.work, graph, row.k, options_of(row, cell, arguments),
                                   arguments.timeout)
        check_count(row, record, expected)
        cell.values.append(record["seconds"]["run"])


def find_profiler():
    places = [shutil.which("ncu"), *map(str, sorted(pathlib.Path("/usr/local").glob("cuda*/bin/ncu")))]
    return next((place for place in places if place and os.access(place, os.X_OK)), None)


def read_metrics(text):
    """ncu's CSV: a header line that begins with "ID", then a line per metric."""
    lines = text.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), len(lines))
    values = {line["Metric Name"]: float(line["Metric Value"].replace(",", "")) for line in csv.DictReader(lines[begin:])}
    missing = set(METRICS) - set(values)
    if missing:
        said = next((line for line in lines if "==ERROR==" in line), lines[-1] if lines else "it wrote nothing")
        raise RunFailed(f"ncu gave no {min(missing)}: {said}")
    return values


def profile(row, options, arguments):
    """The metrics of a run and its record. The first launch, which has no jobs, is left out."""
    profiler = find_profiler()
    if not profiler:
        raise Unavailable("no ncu")
    with tempfile.TemporaryDirectory() as folder:
        log, record = pathlib.Path(folder) / "ncu.csv", pathlib.Path(folder) / "record.json"
        measure.output_of([profiler, "--clock-control", "none", "-k", "regex:enumerate", "-s", 1, "-c", 1, "--csv",
                           "--print-units", "base", "--log-file", log, "--metrics", ",".join(METRICS),
                           arguments.command, row.work, measure.graph_file(arguments.data, row.graph), "-k", row.k,
                           *options, "--progress", "off", "--json", record], 4 * arguments.timeout)
        return read_metrics(log.read_text()), json.loads(record.read_text())


def profile_cell(row, cell, arguments, expected, known):
    """All quantities of a variant come from one profiled run, or from its failure."""
    key = row.title(), cell.variant
    if key not in known:
        try:
            known[key] = profile(row, options_of(row, cell, arguments), arguments)
        except (RunFailed, Unavailable, OSError, ValueError) as error:
            known[key] = error
    if isinstance(known[key], Exception):
        raise known[key]
    metrics, record = known[key]
    check_count(row, record, expected)
    cell.values.append(QUANTITIES[row.quantity](metrics))


def run_cell(row, cell, arguments, expected, known):
    """Fills a cell. A variant that took too long is not tried with a larger k."""
    too_long = known.setdefault("too long", {})
    key = row.table, row.work, row.graph, cell.variant
    if row.k > too_long.get(key, row.k):
        cell.said = f"k={too_long[key]} too long"
        return
    try:
        if row.quantity:
            profile_cell(row, cell, arguments, expected, known)
        else:
            time_cell(row, cell, arguments, expected)
    except measure.OutOfTime:
        cell.said = f"> {arguments.timeout * (4 if row.quantity else 1):g} s"
        too_long[key] = row.k
    except Unavailable as error:
        cell.said = str(error)
    except (RunFailed, OSError, ValueError) as error:
        cell.said = f"FAILED: {error}"


def run_rows(rows, arguments, expected):
    known = {}
    for position, row in enumerate(rows):
        if time.monotonic() >= arguments.end:
            return
        print(f"[{position + 1}/{len(rows)}] {row.table} {row.title()} {row.quantity or ''}", file=sys.stderr)
        for cell in row.cells:
            if time.monotonic() < arguments.end:
                run_cell(row, cell, arguments, expected, known)


def tables_of(text):
    names = text.split(",")
    for name in names:
        if name not in TABLES:
            raise argparse.ArgumentTypeError(f"{name}: the tables are {', '.join(TABLES)}")
    return [name for name in TABLES if name in names]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--device", default="cuda", choices=["cuda", "host"])
    parser.add_argument("--tables", type=tables_of, default=list(TABLES), help="some of 6.3,6.4,6.5,6.6,6.7 (default: all)")
    parser.add_argument("--repeats", type=positive(int), default=3, help="runs per cell (default 3)")
    parser.add_argument("--timeout", type=positive(float), default=30, help="seconds per run, four times as many under ncu (30)")
    parser.add_argument("--longest", type=positive(float), default=400,
                        help="no rows of which the thesis' fastest variant took more seconds than this (default 400)")
    parser.add_argument("--budget", type=positive(float), default=float("inf"),
                        help="seconds after which no run begins: the rest is printed as not run (default: no limit)")
    parser.add_argument("--json", help="write every figure as JSON; - is standard output, and the tables go to standard error")
    parser.add_argument("--csv", help="the same as CSV; - is standard output")
    arguments = parser.parse_args()
    if arguments.json == "-" and arguments.csv == "-":
        parser.error("--json - and --csv -: only one of them can be standard output")
    arguments.command = measure.find_command(arguments.command)
    arguments.end = time.monotonic() + arguments.budget
    return arguments


def main():
    arguments = parse_arguments()
    expected = read_expected(arguments.data)
    rows = read_rows(arguments)
    if not rows:
        raise SystemExit(f"--longest {arguments.longest:g} leaves no row of {', '.join(arguments.tables)}: raise it")
    if not expected:
        print(f"{arguments.data}: no EXPECTED.csv, counts are not checked", file=sys.stderr)
    signal.signal(signal.SIGTERM, end_runs)
    try:
        run_rows(rows, arguments, expected)
    except KeyboardInterrupt:
        print("interrupted: the rest was not run", file=sys.stderr)
    report.print_tables(rows, {name: TABLES[name] for name in arguments.tables},
                        sys.stderr if "-" in (arguments.json, arguments.csv) else sys.stdout)
    if arguments.json:
        report.write_json(arguments.json, rows)
    if arguments.csv:
        report.write_csv(arguments.csv, rows)
    return 1 if any(row.failed() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

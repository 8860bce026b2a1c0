#!/usr/bin/env python3
"""Times the mechanisms of load balancing on the same work, checks the counts, and shows how busy the workers were.

    bench/balance.py                                        none, stop and share on CUDA, 5 runs each
    bench/balance.py --rows citeseer --repeats 9 --json balance.json
    bench/balance.py --device host --threads 2              the host's rows; one thread beside

Seconds are `seconds.run` of the record: the enumeration alone. The runs of the mechanisms alternate, so that a machine
that grows warm does so for all. Traces come from one more run of each mechanism, whose time is not used. A row that
fails says why and the others go on. Exit code: 0, or 1 when a row failed or a count was wrong.
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
import skeleton
from measure import RunFailed, seconds_text
from skeleton_report import write_text

MECHANISMS = ("none", "stop", "share")
EVEN_LOAD = "gen:regular:n=200000,d=20"
STAR_LIKE = "gen:star:n=900"
CUDA_ROWS = [("motif", EVEN_LOAD, 4, "fast"), ("motif", "citeseer", 6, "fast"), ("motif", "citeseer", 7, "fast"),
             ("motif", "ca-astroph", 5, "fast"), ("clique", "mico", 6, "fast"), ("clique", "mico", 6, "paper"),
             ("motif", "com-dblp", 5, "paper")]
HOST_ROWS = [("motif", STAR_LIKE, 5, "fast"), ("motif", "gen:regular:n=200000,d=10", 4, "fast"),
             ("motif", "citeseer", 6, "fast")]
PEER = "DuMato WCLB"
ACTIVE_SHARE = 0.95
WARM_UP = 0.02  # of the time, in which workers take their first traversal
HEADER = ["work", "algorithm", "check", "none", "stop", "share", "DuMato", "stop/none", "share/none", "best/share",
          "95 % active until", "mean active", "stops", "per stop", "1 thread", "note"]
NOTES = """
none, stop, share: median of `seconds.run`. best/share: the faster of none and stop over share; 0.98 meets the target.
95 % active until: the part of the time after which for the first time fewer than 95 % of the workers are active (the
first 2 % aside); mean active: from the first look on. Both with none, stop and share, from a trace of each.
stops, per stop: rounds of `stop` in its trace, and the median time for which a round stopped all workers.
1 thread: on the host, without balancing, and how many times faster share is. DuMato: recorded in bench/peers.csv.
"""


class Row:
    """The work of one line, its runs by mechanism, and what their traces show."""

    def __init__(self, work, graph, k, algorithm, peers):
        self.work, self.graph, self.k, self.algorithm = work, graph, k, algorithm
        self.peer = peers.get((work, graph, k), {}).get(PEER)
        self.counts, self.check, self.error = None, "-", None
        self.seconds = {}  # by mechanism, and "1 thread"
        self.traces = {}   # by mechanism
        self.device = None

    def title(self):
        return f"{self.work} {self.graph} k={self.k}"

    def failed(self):
        return self.error is not None or self.check == "WRONG"

    def median(self, name):
        return statistics.median(self.seconds[name]) if self.seconds.get(name) else None

    def ratio(self, name, other):
        return self.median(name) / self.median(other) if self.median(name) and self.median(other) else None


class Activity:
    """How busy the workers of a traced run were."""

    def __init__(self, path):
        try:
            header, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            looks = [line for line in lines if "time" in line]
            end = lines[-1]["end"]
            workers = header["workers"]
            moments = [look["time"] for look in looks] + [end]
            shares = [look["active"] / workers for look in looks]
            self.bytes = path.stat().st_size
            self.stops = [look["stop_seconds"] for look in looks if look["stop_seconds"] > 0]
            self.donated = looks[-1]["donated"] if looks else 0
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise RunFailed(f"the trace cannot be read: {error}") from error
        self.looks = len(looks)
        self.until, self.mean = None, None
        if looks and end > moments[0]:
            self.until = next((moment for moment, share in zip(moments, shares)
                               if moment > WARM_UP * end and share < ACTIVE_SHARE), end) / end
            spans = [max(0, after - moment) for moment, after in zip(moments, moments[1:])]
            self.mean = sum(span * share for span, share in zip(spans, shares)) / sum(spans)

    def as_fields(self):
        return {"looks": self.looks, "until": self.until, "mean": self.mean, "stops": len(self.stops),
                "donated": self.donated, "stop_seconds": self.stops, "bytes": self.bytes}


def take_record(row, arguments, expected, mechanism, extra=(), threads=None):
    """One checked run; its record."""
    graph = row.graph if row.graph.startswith("gen:") else measure.graph_file(arguments.data, row.graph)
    options = ["--device", arguments.device, "--algorithm", row.algorithm, "--threads", threads or arguments.threads,
               *extra]
    if mechanism != "none":
        options += ["--balance", mechanism, *arguments.option]
    record = measure.record_of(arguments.command, row.work, graph, row.k, options, arguments.timeout)
    if record["device"]["kind"] != arguments.device:
        raise RunFailed(f"ran on {record['device']['kind']}, not on {arguments.device}")
    counts = skeleton.counts_in(record)
    key = row.work, row.graph, row.k
    known = expected.get(key, row.counts)
    if known is not None and counts != known:
        row.check = "WRONG"
        raise RunFailed(f"{mechanism}: counted {record['count']}, expected {sum(known.values())}")
    row.check = "ok" if key in expected else "agree"
    row.counts, row.device = counts, record["device"]
    return record


def time_mechanisms(row, arguments, expected):
    begin = time.monotonic()
    for repeat in range(arguments.repeats):
        if repeat > 0 and time.monotonic() - begin > arguments.row_seconds:
            break
        for mechanism in arguments.mechanisms:
            record = take_record(row, arguments, expected, mechanism)
            row.seconds.setdefault(mechanism, []).append(record["seconds"]["run"])
        if arguments.device == "host":
            record = take_record(row, arguments, expected, "none", threads=1)
            row.seconds.setdefault("1 thread", []).append(record["seconds"]["run"])


def trace_mechanisms(row, arguments, expected, folder):
    for mechanism in arguments.mechanisms:
        path = pathlib.Path(folder) / "run.trace"
        take_record(row, arguments, expected, mechanism, ["--trace", path])
        row.traces[mechanism] = Activity(path)
        if arguments.keep_traces:
            name = f"{row.title()} {row.algorithm} {mechanism}".replace(" ", "-").replace(":", "-")
            (pathlib.Path(arguments.keep_traces) / f"{name}.trace").write_bytes(path.read_bytes())


def run_row(row, arguments, expected, folder):
    try:
        time_mechanisms(row, arguments, expected)
        trace_mechanisms(row, arguments, expected, folder)
    except KeyboardInterrupt:
        row.error = "interrupted"
        raise
    except RunFailed as error:
        row.error = str(error)


def percent(value):
    return "-" if value is None else f"{100 * value:.0f} %"


def of_traces(row, value):
    return ", ".join(percent(value(row.traces[name])) if name in row.traces else "-" for name in MECHANISMS)


def cells(row):
    stops = row.traces["stop"].stops if "stop" in row.traces else []
    share = row.median("share")
    best = min((row.median(name) for name in ("none", "stop") if row.median(name)), default=None)
    peer = f"{'>' if row.peer.startswith('>') else ''}{seconds_text(float(row.peer.lstrip('>')))}" if row.peer else "-"
    one = row.median("1 thread")
    ratios = [row.ratio("stop", "none"), row.ratio("share", "none"), best / share if best and share else None]
    return [row.title(), row.algorithm, row.check, *(seconds_text(row.median(name)) for name in MECHANISMS), peer,
            *("-" if ratio is None else f"{ratio:.3f}" for ratio in ratios), of_traces(row, lambda trace: trace.until),
            of_traces(row, lambda trace: trace.mean), str(len(stops)) if "stop" in row.traces else "-",
            seconds_text(statistics.median(stops)) if stops else "-",
            f"{seconds_text(one)}, {one / share:.2f} x" if one and share else "-",
            f"FAILED: {row.error}" if row.error else ""]


def as_fields(row):
    return {"work": row.work, "graph": row.graph, "k": row.k, "algorithm": row.algorithm, "check": row.check,
            "seconds": row.seconds, "median": {name: row.median(name) for name in row.seconds}, "dumato": row.peer,
            "device": row.device, "error": row.error,
            "count": None if row.counts is None else str(sum(row.counts.values())),
            "traces": {name: trace.as_fields() for name, trace in row.traces.items()}}


def mechanism_list(text):
    names = text.split(",")
    for name in names:
        if name not in MECHANISMS:
            raise argparse.ArgumentTypeError(f"{name}: expected some of {','.join(MECHANISMS)}")
    return names


def row_of(text):
    """A row of the user's own: 'motif gen:star:n=100 5 fast'."""
    fields = text.split()
    if not re.fullmatch(r"\s*(motif|clique)\s+\S+\s+\d+\s+(fast|paper)\s*", text):
        raise argparse.ArgumentTypeError(f"'{text}': expected 'motif|clique GRAPH K fast|paper'")
    return fields[0], fields[1], int(fields[2]), fields[3]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--device", default="cuda", choices=["cuda", "host"])
    parser.add_argument("--threads", type=int, default=2, help="host threads (default 2)")
    parser.add_argument("--repeats", type=skeleton.positive(int), default=5, help="runs of each mechanism (default 5)")
    parser.add_argument("--timeout", type=skeleton.positive(float), default=120, help="seconds per run (default 120)")
    parser.add_argument("--row-seconds", type=skeleton.positive(float), default=60,
                        help="no further repeat begins after so many seconds on a row (default 60)")
    parser.add_argument("--rows", type=skeleton.regular_expression, default="",
                        help="only rows whose 'motif mico k=4 fast' matches this regular expression")
    parser.add_argument("--row", type=row_of, action="append",
                        help="a row instead of these: 'motif gen:star:n=100 5 fast'; may be repeated")
    parser.add_argument("--mechanisms", type=mechanism_list, default=list(MECHANISMS),
                        help="of none,stop,share (default all)")
    parser.add_argument("--option", action="append", default=[],
                        help="a word passed on where something is balanced: --option=--threshold --option=0.1")
    parser.add_argument("--keep-traces", metavar="FOLDER", help="keep the traces there")
    parser.add_argument("--json", help="write every run's figures as JSON; - is standard output")
    arguments = parser.parse_args()
    arguments.command = measure.find_command(arguments.command)
    return parser, arguments


def chosen_rows(arguments):
    peers = skeleton.peers_by_work(arguments.device)
    usual = HOST_ROWS if arguments.device == "host" else CUDA_ROWS
    rows = [Row(*fields, peers) for fields in arguments.row or usual]
    return [row for row in rows if not arguments.rows or arguments.rows.search(f"{row.title()} {row.algorithm}")]


def main():
    parser, arguments = parse_arguments()
    rows = chosen_rows(arguments)
    if not rows:
        parser.error(f"--rows {arguments.rows.pattern}: no row matches")
    expected = skeleton.read_expected(arguments.data)
    if not expected:
        print(f"{arguments.data}: no EXPECTED.csv, counts are compared with each other only", file=sys.stderr)
    if arguments.keep_traces:
        pathlib.Path(arguments.keep_traces).mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, skeleton.end_runs)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for position, row in enumerate(rows):
                print(f"[{position + 1}/{len(rows)}] {row.title()} {row.algorithm}", file=sys.stderr)
                run_row(row, arguments, expected, folder)
    except KeyboardInterrupt:
        for row in rows:
            row.error = row.error or (None if row.traces else "not begun")
    table = measure.aligned(HEADER, [cells(row) for row in rows], ("work", "algorithm", "check", "note"))
    print(table + NOTES, file=sys.stderr if arguments.json == "-" else sys.stdout)
    if arguments.json:
        write_text(arguments.json, json.dumps([as_fields(row) for row in rows], indent=2) + "\n")
    return 1 if any(row.failed() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Times `cerrado motif --device host` against a reference program, in alternation: noise weighs on both alike.

    bench/host.py --reference path/to/esu_motifs.cpp --alternations 5

The reference is a program `PATH GRAPH K THREADS` on a plain edge list that prints 'seconds X subgraphs N' and then a
line 'CODE COUNT' per pattern; a .cpp is compiled first. Both programs time their enumeration alone, without reading.
Exit code: 0, or 1 when a run failed or the counts differ. A missed target is printed and is no failure.
"""
import argparse
import pathlib
import statistics
import sys
import tempfile

import measure
from measure import RunFailed, seconds_text

WORK = ["ca-astroph:4", "citeseer:6", "com-dblp:4"]
TARGET = 1.5
COMPILE = ["g++", "-O3", "-march=native", "-fopenmp", "-std=c++20"]
HEADER = ["work", "subgraphs", "counts", "cerrado", "reference", "ratio", "min", "max", "target", "met", "pairs"]
NOTES = """
cerrado, reference: median seconds of the enumeration. ratio, min, max: reference/cerrado of each pair of neighbouring
runs. counts: agree when the total and the counts by pattern (as a sorted list) are the same in every run.
"""


class Comparison:
    """The runs of one graph and k, in pairs."""

    def __init__(self, graph, k):
        self.graph, self.k = graph, k
        self.ours, self.theirs = [], []
        self.counts = set()
        self.error = None

    def title(self):
        return f"motif {self.graph} k={self.k}"

    def failed(self):
        return self.error is not None or len(self.counts) != 1

    def row(self):
        if not self.theirs:
            return [self.title(), "-", f"FAILED: {self.error}", *["-"] * (len(HEADER) - 3)]
        ratios = [theirs / ours for ours, theirs in zip(self.ours, self.theirs)]
        ratio = statistics.median(ratios)
        verdict = "DIFFER" if len(self.counts) != 1 else "agree"
        if self.error:
            verdict += f", FAILED: {self.error}"
        totals = "/".join(sorted({f"{sum(counts):,}" for counts in self.counts}))
        medians = [seconds_text(statistics.median(seconds)) for seconds in (self.ours, self.theirs)]
        spread = [f"{value:.2f}" for value in (ratio, min(ratios), max(ratios))]
        met = "yes" if ratio >= TARGET else "no"
        return [self.title(), totals, verdict, *medians, *spread, f"{TARGET}", met, str(len(ratios))]


def compiled(reference, folder):
    """The program at `reference`, made from it when it is C++."""
    path = pathlib.Path(reference)
    if not path.is_file():
        raise SystemExit(f"--reference {path}: no such file; give a program or a .cpp")
    if path.suffix not in (".cpp", ".cc"):
        return path.resolve()
    program = pathlib.Path(folder) / path.stem
    try:
        measure.output_of([*COMPILE, path, "-o", program], 300)
    except RunFailed as error:
        raise SystemExit(f"{' '.join(COMPILE)} {path}: {error}") from error
    return program


def run_ours(comparison, arguments):
    options = ["--device", "host", "--threads", arguments.threads, "--algorithm", "fast"]
    graph = measure.graph_file(arguments.data, comparison.graph)
    record = measure.record_of(arguments.command, "motif", graph, comparison.k, options, arguments.timeout)
    counts = sorted(int(pattern["count"]) for pattern in record["patterns"])
    if sum(counts) != int(record["count"]):
        raise RunFailed(f"the patterns' counts add up to {sum(counts)}, the record's count is {record['count']}")
    return record["seconds"]["run"], tuple(count for count in counts if count > 0)


def run_reference(comparison, program, plain, arguments):
    text = measure.output_of([program, plain, comparison.k, arguments.threads], arguments.timeout)
    counts = sorted(int(line.split()[1]) for line in text.splitlines()[1:])
    total = int(measure.value_after("subgraphs", text))
    return float(measure.value_after("seconds", text)), tuple(counts) if sum(counts) == total else (total,)


def compare(comparison, program, arguments, folder):
    plain = measure.unpacked(arguments.data, comparison.graph, folder)
    for i in range(arguments.alternations):
        ours, counts = run_ours(comparison, arguments)
        theirs, reference_counts = run_reference(comparison, program, plain, arguments)
        comparison.ours.append(ours)
        comparison.theirs.append(theirs)
        comparison.counts |= {counts, reference_counts}
        print(f"{comparison.title()} {i + 1}/{arguments.alternations}: {ours:.3f} s, reference {theirs:.3f} s",
              file=sys.stderr)


def parse_work(text):
    graph, colon, k = text.partition(":")
    if not graph or not colon or not k.isdigit():
        raise argparse.ArgumentTypeError(f"{text}: expected GRAPH:K, as in {WORK[0]}")
    return Comparison(graph, int(k))


def at_least_one(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: expected a whole number above 0")
    return int(text)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", required=True, help=f"the program, or its source for {' '.join(COMPILE)}")
    measure.add_places(parser)
    parser.add_argument("--work", nargs="+", type=parse_work, default=list(map(parse_work, WORK)), metavar="GRAPH:K",
                        help=f"what to count (default: {' '.join(WORK)})")
    parser.add_argument("--alternations", type=at_least_one, default=5, help="pairs of runs (default 5)")
    parser.add_argument("--threads", type=at_least_one, default=2, help="of both programs (default 2)")
    parser.add_argument("--timeout", type=float, default=300, help="seconds per run (default 300)")
    arguments = parser.parse_args()
    arguments.command = measure.find_command(arguments.command)
    return arguments


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(arguments.reference, folder)
        for comparison in arguments.work:
            try:
                compare(comparison, program, arguments, folder)
            except RunFailed as error:
                comparison.error = str(error)
    rows = [comparison.row() for comparison in arguments.work]
    print(measure.aligned(HEADER, rows, ("work", "counts", "met")) + NOTES, end="")
    return 1 if any(comparison.failed() for comparison in arguments.work) else 0


if __name__ == "__main__":
    sys.exit(main())

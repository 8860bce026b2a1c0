#!/usr/bin/env python3
"""What a run takes by default, beside the best that any choice of options gives: results/auto.csv.

    bench/auto.py                                   on CUDA
    bench/auto.py --device host --threads 2
    bench/auto.py --rows clique

A figure is the median of `seconds.run` and `seconds.prepare` together, since a choice can cost time before the run. A choice that is
not faster than the default in its first run is not run again. A choice has one option that is not the default, or two of
`--algorithm` and `--balance`. All runs of a row must give the same count. Exit code: 0, or 1 if they do not.
"""
import datetime
import math
import re
import statistics
import sys

import measure

CLIQUE = [["--algorithm", form] for form in ("oriented", "bitmap", "pivot")]
MOTIF = [["--algorithm", form] for form in ("fast", "formula")]
MATCH = [["--algorithm", form] for form in ("walk", "formula", "parts")]
COMMON = [["--order", "degeneracy"], ["--order", "degree"], ["--balance", "share"], ["--balance", "none"]]

# Graph, words, the options that are tried.
ROWS = [
    *[(graph, f"clique -k {k}", CLIQUE) for graph in ("com-dblp", "mico", "ca-astroph") for k in (3, 4, 5, 8)],
    ("facebook_combined", "clique -k 8", CLIQUE),
    ("gen:rmat:scale=18,degree=16,seed=1", "clique -k 6", CLIQUE),
    ("gen:rmat:scale=22,degree=16,seed=1", "clique -k 3", CLIQUE),
    *[(graph, f"motif -k {k}", MOTIF) for graph in ("com-dblp", "ca-astroph", "citeseer") for k in (4, 5)],
    ("citeseer", "motif -k 6", MOTIF),
    ("citeseer", "motif -k 7", MOTIF),
    *[(graph, f"match --pattern {pattern}", MATCH)
      for graph in ("com-dblp", "ca-astroph", "wiki-vote") for pattern in ("house", "5-cycle", "diamond", "bull", "prism")],
    ("com-dblp", "match --pattern house --per-orbit /dev/null", MATCH),
    ("yeast-ppi", "match --pattern 6-cycle", MATCH),
]


def choices(forms):
    """The lists of options, the default first."""
    balanced = [[*form, "--balance", balance] for form in forms for balance in ("share", "none")]
    return [[], *forms, *COMMON, *balanced]


def record_of(arguments, graph, words, options):
    command, *rest = words.split()
    work = [arguments.command, command, measure.graph_file(arguments.data, graph), *rest, *options, "--device", arguments.device,
            "--threads", arguments.threads, "--json", "-", "--progress", "off"]
    return measure.complete_record(work, arguments.seconds)


def seconds_of(arguments, graph, words, options, limit, best=math.inf):
    """The median seconds of some runs, and the counts that they gave; None if the options are refused, take too long, or take longer
    than the best in the first run."""
    times, counts = [], set()
    arguments.seconds = limit
    for _ in range(arguments.repeats):
        if times and times[0] > best:
            return None, counts
        try:
            record = record_of(arguments, graph, words, options)
        except measure.RunFailed:
            return None, counts
        times.append(record["seconds"]["run"] + record["seconds"]["prepare"])
        counts.add(record["count"])
    return statistics.median(times), counts


def main():
    arguments = measure.arguments_of_rows(__doc__)
    most = arguments.seconds
    lines, failed = [], False
    for graph, words, forms in ROWS:
        if not re.search(arguments.rows, f"{graph} {words}"):
            continue
        usual, counts = seconds_of(arguments, graph, words, [], most)
        if usual is None:
            print(f"{graph:36} {words:44} the default did not end", flush=True)
            failed = True
            continue
        best, by = usual, []
        for options in choices(forms)[1:]:
            seconds, found = seconds_of(arguments, graph, words, options, 5 + 3 * usual, best)
            counts |= found
            if seconds is not None and seconds < best:
                best, by = seconds, options
        is_well = len(counts) == 1
        failed |= not is_well
        print(f"{graph:36} {words:44} auto {1000 * usual:9.3f} ms, best {1000 * best:9.3f} ms, {usual / best:5.2f} "
              f"{' '.join(by)}{'' if is_well else '  WRONG'}", flush=True)
        lines.append([graph, words, f"{1000 * usual:.3g}", f"{1000 * best:.3g}", f"{usual / best:.2f}", " ".join(by), "ms",
                      arguments.card, datetime.date.today(), "bench/auto.py"])
    if arguments.csv:
        measure.write_csv(arguments.csv, ["graph", "work", "auto", "best", "quotient", "best by", "unit", "card", "date", "command"],
                          lines)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

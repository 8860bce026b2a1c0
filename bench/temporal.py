#!/usr/bin/env python3
"""Temporal motifs and patterns, beside their targets: results/temporal.csv.

    bench/temporal.py                            on CUDA
    bench/temporal.py --device host --threads 2
    bench/temporal.py --rows collegemsg

A figure is the least `seconds.run` of some runs, which has the lists of arcs; all runs must find the known count, if there is one.
Exit code: 0, or 1 if one does not.
"""
import datetime
import json
import pathlib
import re
import sys

import measure

BURSTS = "gen:bursts:n=2600000,m=60000000,span=24000000,seed=1"
# The 21 patterns of Everest and Mackey's programs.
MANY = ["0>1,1>2,2>3", "1>2,1>0,2>3", "0>1,1>2,2>3,3>1", "0>1,1>2,2>3,3>0", "0>1,1>2,2>3,3>4", "0>1,2>1,2>3,4>3", "0>1,0>2,3>1,3>2",
        "0>2,1>2,2>3,3>4", "0>1,1>2,2>3,2>0", "0>1,1>2,2>0,0>3,3>2", "0>1,1>2,2>3,3>4,4>0", "0>1,1>2,2>3,3>4,4>1", "0>1,1>2,2>3,3>1,1>4",
        "cycle:2", "cycle:3", "ping-pong:4", "burst:4", "0>1,1>2,2>0,0>1,1>2,2>0", "0>1,1>2,2>1,1>0", "0>1,0>2,1>3,2>3,0>3",
        "0>1,0>2,1>2,0>3,1>3,2>3"]
# Graph, what is counted, arguments, count, targets in ms on an H200 and on two threads of a host.
ROWS = [
    ("collegemsg", "36, three deltas", ["--delta", "10min,1h,1d"], 400380, .3, 40),
    ("email-eu", "36, 1 h", ["--delta", "1h"], 4384014, 1, 150),
    ("collegemsg", "cycle of 4 arcs, 1 h", ["--pattern", MANY[3], "--delta", "1h"], 3769, None, None),
    ("collegemsg", "21 patterns, 1 d", [word for text in MANY for word in ("--pattern", text)] + ["--delta", "1d"], 51394579, 3, 1000),
    ("collegemsg", "1,000 random graphs, 1 h", ["--delta", "1h", "--random", "1000"], 3979317, 100, 25000),
    ("bursts", "36, 1 d", ["--delta", "1d", "--time-unit", "s"], None, 100, 30000),
    ("bursts", "0>1,1>2,2>3", ["--pattern", MANY[0], "--delta", "1d", "--time-unit", "s"], None, 30, None),
    ("bursts", "0>1,1>2,2>3,3>1", ["--pattern", MANY[2], "--delta", "1d", "--time-unit", "s"], None, 60, None),
    ("bursts", "0>1,1>2,2>3,3>0", ["--pattern", MANY[3], "--delta", "1d", "--time-unit", "s"], None, 60, None),
    ("bursts", "0>1,1>2,2>3,3>4", ["--pattern", MANY[4], "--delta", "1d", "--time-unit", "s"], None, 90, None),
]


def record_of(arguments, row):
    graph, _, words, *_ = row
    files = sorted((pathlib.Path(arguments.data) / "temporal").glob(f"{graph}.*"))
    if graph != "bursts" and not files:
        raise measure.RunFailed(f"{graph} is missing in {arguments.data}/temporal")
    file = BURSTS if graph == "bursts" else files[0]
    unit = [] if graph == "bursts" else ["--time-unit", "s"]
    return json.loads(measure.output_of([arguments.command, "temporal", file, *words, *unit, "--device", arguments.device, "--threads",
                                         str(arguments.threads), "--json", "-"], arguments.seconds))


def best(arguments, row):
    """The least seconds of a run, and whether the counts are right."""
    try:
        records = [record_of(arguments, row) for _ in range(1 if row[0] == "bursts" else arguments.repeats)]
    except measure.RunFailed as error:
        return str(error), False
    is_right = all(row[3] is None or int(record["count"]) == row[3] for record in records)
    return f"{1000 * min(record['seconds']['run'] for record in records):.3g}", is_right


def main():
    arguments = measure.arguments_of_rows(__doc__)
    lines, failed = [], False
    for row in ROWS:
        graph, counted, _, _, on_gpu, on_host = row
        if not re.search(arguments.rows, f"{graph} {counted}"):
            continue
        time, is_right = best(arguments, row)
        failed |= not is_right
        target = (on_gpu if arguments.device == "cuda" else on_host) or ""
        print(f"{graph:12} {counted:24} {time:>8} ms, target {target or 'none'}{'' if is_right else '  WRONG'}", flush=True)
        lines.append([graph, counted, time, target, arguments.card, datetime.date.today(), "bench/temporal.py"])
    if arguments.csv:
        measure.write_csv(arguments.csv, ["graph", "work", "ms", "target", "card", "date", "command"], lines)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

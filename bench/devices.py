#!/usr/bin/env python3
"""Runs of `cerrado` on one device and on several, in alternation: seconds, how much faster, and how long devices idle.

    bench/devices.py                          the rows below on CUDA devices 0 and 1, beside device 0
    bench/devices.py --devices 0,1,2,3 --rows 'motif' --repeats 5
    bench/devices.py --one host --devices host,host

Seconds are `seconds.run`, the median of the repeats. *idle* is the part of the run in which the devices have no work,
in the mean; *over* counts jobs and traversals that changed hands. A count that differs between runs is an error. Exit code: 0, or 1
when a run failed or counts differ. A missed target is printed and is no failure.
"""
import argparse
import json
import re
import statistics
import sys

import measure
from measure import RunFailed

# Command, graph, options, and how many times faster two devices should be; for those with a minus, the milliseconds that two
# may be slower.
ROWS = [
    ("clique", "mico", ["-k", "7", "--algorithm", "bitmap"], 1.95),
    ("motif", "ca-astroph", ["-k", "5", "--algorithm", "fast"], 1.85),
    ("motif", "com-dblp", ["-k", "5", "--algorithm", "paper"], 1.95),
    ("motif", "wiki-vote", ["-k", "5", "--algorithm", "fast"], 1.95),
    ("clique", "gen:rmat:scale=20,degree=16,seed=1", ["-k", "6"], 1.9),
    ("clique", "gen:rmat:scale=18,degree=16,seed=1", ["-k", "8"], 1.2),
    ("motif", "citeseer", ["-k", "7", "--balance", "share"], 1.6),
    ("match", "com-dblp", ["--pattern", "5-cycle", "--algorithm", "walk"], 1.9),
    ("match", "ca-astroph", ["--pattern", "house", "--induced", "--algorithm", "walk"], 1.9),
    ("motif", "mico", ["-k", "4", "--algorithm", "fast"], -10),
    ("motif", "ca-astroph", ["-k", "4", "--algorithm", "fast"], -10),
]


def title(row):
    command, graph, options, _ = row
    return " ".join([command, graph.removeprefix("gen:").split(",")[0], *options]).replace(" --algorithm", "").replace("-k ", "k=")


def counts_of(record):
    if "matches" in record:
        return [match.get("count") for match in record["matches"]]
    return record.get("patterns") or record.get("count")


class Row:
    def __init__(self, row, arguments):
        self.row, self.arguments = row, arguments
        self.one, self.several, self.idle, self.over, self.counts = [], [], [], [], None

    def run(self, where):
        command, graph, options, _ = self.row
        words = [self.arguments.command, command, measure.graph_file(self.arguments.data, graph), *options, *where]
        record = json.loads(measure.output_of([*words, "--json", "-", "--progress", "off"], self.arguments.seconds))
        if self.counts not in (None, counts_of(record)):
            raise RunFailed("counts differ between runs")
        self.counts = counts_of(record)
        return record

    def measure(self):
        for _ in range(self.arguments.repeats):
            self.one.append(self.run(["--device", self.arguments.one])["seconds"]["run"])
            record = self.run(["--devices", self.arguments.devices])
            seconds = record["seconds"]["run"]
            self.several.append(seconds)
            busy = [min(device["busy_seconds"], seconds) for device in record["devices"]]
            self.idle.append(1 - sum(busy) / len(busy) / seconds)
            self.over.append(sum(device["handed_over"] for device in record["devices"]))

    def cells(self):
        one, several = statistics.median(self.one), statistics.median(self.several)
        target = self.row[3]
        wanted = f"{target:.2f}x" if target > 0 else f"+{-target} ms"
        return [title(self.row), f"{one:.3f}", f"{several:.3f}", f"{one / several:.2f}x", wanted,
                f"{100 * statistics.median(self.idle):.1f} %", f"{statistics.median(self.over):.0f}"]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--one", default="cuda", help="--device of the runs on one device")
    parser.add_argument("--devices", default="0,1", help="--devices of the others")
    parser.add_argument("--rows", default="", help="a regular expression: only rows whose title has it")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60, help="the most that one run may take")
    arguments = parser.parse_args()
    arguments.command = measure.find_command(arguments.command)
    return arguments


def main():
    arguments = parse()
    failed = False
    lines = []
    for each in ROWS:
        row = Row(each, arguments)
        if not re.search(arguments.rows, title(each)):
            continue
        try:
            row.measure()
            lines.append(row.cells())
        except RunFailed as failure:
            failed = True
            lines.append([title(each), f"failed: {failure}", "", "", "", "", ""])
    print(measure.aligned(["work", arguments.one, arguments.devices, "faster", "target", "idle", "over"], lines))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs of `cerrado` on one device and on several, in alternation: seconds, how much faster, and how long devices idle.

    bench/devices.py                          the rows below on CUDA devices 0 and 1, beside device 0
    bench/devices.py --devices 0,1 0,1,2,3 --rows 'motif' --repeats 5
    bench/devices.py --deals hand-over guided round-robin even
    bench/devices.py --predict                beside them what `cerrado balance simulate` says from the job times of one:
                                              from jobs that are divided at will to jobs that cannot be divided
    bench/devices.py --one host --devices host,host

Seconds are `seconds.run`, the median of the repeats. *idle* is the part of the run in which the devices have no work,
in the mean; *over* counts jobs and traversals that changed hands; sieve, discover and six share rounds, graphs and points, and
have neither. A count that differs between runs is an error. Exit code: 0, or 1
when a run failed or counts differ. A missed target is printed and is no failure.
"""
import argparse
import csv
import json
import pathlib
import re
import statistics
import sys
import tempfile

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
    ("motif", "ca-astroph", ["-k", "6", "--algorithm", "fast"], 1.95),
    ("motif", "wiki-vote", ["-k", "6", "--algorithm", "fast"], 1.95),
    ("match", "yeast-ppi", ["--pattern", "7-cycle", "--algorithm", "walk"], 1.9),
    ("sieve", "gen:regular:n=1024,d=20,seed=1", ["--colours", "mod:1", "--motif", "0^24", "--repeat", "1"], 1.95),
    ("discover", "yeast-transcription", ["-k", "6", "--directed", "--random", "1000", "--counts", "/dev/null"], 1.9),
    ("discover", "com-dblp", ["-k", "3", "--random", "1000", "--counts", "/dev/null"], 1.9),
    ("six evaluate", "gen:regular:n=256,d=16,seed=1", ["--prime", "0", "--count", "60000"], 1.95),
]


def title(row):
    command, graph, options, _ = row
    return " ".join([command, graph.removeprefix("gen:").split(",")[0], *options]).replace(" --algorithm", "").replace("-k ", "k=")


def counts_of(record):
    if "matches" in record:
        return [match.get("count") for match in record["matches"]]
    return next((record[name] for name in ("patterns", "count", "sieved", "points") if name in record), None)


def predicted(arguments, words, devices, deal):
    """Seconds of so many devices, from and to, by simulation from the times of the jobs on one; None for a run without jobs."""
    with tempfile.TemporaryDirectory() as folder:
        times, table = f"{folder}/jobs", f"{folder}/table.csv"
        try:
            measure.output_of([*words, "--device", arguments.one, "--pieces", str(4 * devices), "--job-times", times, "--progress", "off"],
                              arguments.seconds)
            measure.output_of([arguments.command, "balance", "simulate", times, "--devices", str(devices), "--deals", deal, "--csv", table],
                              arguments.seconds)
        except RunFailed:
            return None
        with open(table) as file:
            row = next(csv.DictReader(file))
            return float(row["seconds"]), float(row["undivided_seconds"])


def idle_share(record):
    """The part of the run in which its devices have no work, in the mean; None if it is not known."""
    if not all("busy_seconds" in device for device in record.get("devices", [{}])):
        return None
    return 1 - statistics.mean(min(1, device["busy_seconds"] / record["seconds"]["run"]) for device in record["devices"])


class Row:
    def __init__(self, row, arguments):
        self.row, self.arguments, self.counts = row, arguments, None
        command, graph, options, self.target = row
        self.words = [arguments.command, *command.split(), measure.graph_file(arguments.data, graph), *options]
        if command == "six evaluate":
            self.prepare()
        self.one = []
        self.several = {(devices, deal): [] for devices in arguments.devices for deal in arguments.deals}

    def prepare(self):
        """The instance of a graph, and a shard that each run makes anew."""
        self.folder = tempfile.TemporaryDirectory()
        instance = f"{self.folder.name}/instance.six"
        self.shard = pathlib.Path(self.folder.name, "points.shard")
        measure.output_of([self.arguments.command, "six", "prepare", self.words[3], "--pattern", "6-cycle", "-o", instance], 60)
        self.words[3:4] = [instance, "-o", str(self.shard)]

    def run(self, where):
        if hasattr(self, "shard"):
            self.shard.unlink(missing_ok=True)
        record = json.loads(measure.output_of([*self.words, *where, "--json", "-", "--progress", "off"], self.arguments.seconds))
        if self.counts not in (None, counts_of(record)):
            raise RunFailed("counts differ between runs")
        self.counts = counts_of(record)
        return record

    def measure(self):
        for _ in range(self.arguments.repeats):
            self.one.append(self.run(["--device", self.arguments.one])["seconds"]["run"])
            for (devices, deal), runs in self.several.items():
                runs.append(self.run(["--devices", devices, *(["--deal", deal] if deal != "hand-over" else [])]))

    def wanted(self, count):
        return f"{self.target * count / 2:.2f}x" if self.target > 0 else f"+{-self.target} ms"

    def lines(self):
        one = statistics.median(self.one)
        for (devices, deal), runs in self.several.items():
            count = devices.count(",") + 1
            seconds = statistics.median(run["seconds"]["run"] for run in runs)
            idle, over = "-", "-"
            if all(idle_share(run) is not None for run in runs):
                idle = f"{statistics.median(map(idle_share, runs)):.1%}"
                over = f"{statistics.median(sum(device['handed_over'] for device in run['devices']) for run in runs):.0f}"
            line = [title(self.row), f"{one:.3f}", devices, deal, f"{seconds:.3f}", f"{one / seconds:.2f}x", self.wanted(count),
                    idle, over]
            if self.arguments.predict:
                found = predicted(self.arguments, self.words, count, deal)
                line.append("-" if found is None else "{:.3f} to {:.3f}".format(*found))
            yield line


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--one", default="cuda", help="--device of the runs on one device")
    parser.add_argument("--devices", nargs="+", default=["0,1"], help="--devices of the others, one or several")
    parser.add_argument("--deals", nargs="+", default=["hand-over"], help="--deal of the others, one or several")
    parser.add_argument("--predict", action="store_true", help="also simulate, from the times of jobs on one device")
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
            for line in row.lines():
                lines.append(line)
                print(*line, sep="  ", file=sys.stderr, flush=True)
        except RunFailed as failure:
            failed = True
            lines.append([title(each), f"failed: {failure}", "", "", "", "", "", "", ""])
    heading = ["work", arguments.one, "devices", "deal", "seconds", "faster", "target", "idle", "over"]
    width = len(heading) + arguments.predict
    print(measure.aligned([*heading, "predicted"][:width], [(line + [""])[:width] for line in lines]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

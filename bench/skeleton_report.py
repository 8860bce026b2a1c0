"""What skeleton.py prints of its rows: a table for a person, JSON, CSV."""
import csv
import io
import json
import pathlib
import statistics
import sys

import measure
from measure import seconds_text

HEADER = ["work", "algorithm", "count", "check", "runs", "median", "min", "max", "target", "target/median", "reference",
          "prepare", "memory", "peers"]
NOTES = """
median, min, max: of `seconds.run` over the runs; prepare: median of `seconds.prepare`.
target/median: 1 or more meets the target. memory: planned for traversals, as a share of the device's.
reference: the program given by --reference, run now. peers: recorded figures, the source of each is in bench/peers.csv.
"""


def peers_text(row):
    return ", ".join(f"{tool} {'>' if seconds[0] == '>' else ''}{seconds_text(float(seconds.lstrip('>')))}"
                     for tool, seconds in row.peers.items())


def cells(row):
    times = [row.median(), min(row.run_seconds, default=None), max(row.run_seconds, default=None)]
    prepare = statistics.median(row.prepare_seconds) if row.prepare_seconds else None
    ratio = f"{row.ratio():.2f}" if row.ratio() is not None else "-"
    share = f"{100 * row.memory_share:.2f} %" if row.memory_share is not None else "-"
    said = f"ended after {row.limit:g} s (no target)" if row.limit else f"FAILED: {row.error}" if row.error else ""
    note = "; ".join(text for text in (said, peers_text(row)) if text)
    count = "-" if row.count is None else f"{row.count:,}"
    return [row.title(), row.algorithm, count, row.check, str(len(row.run_seconds)), *map(seconds_text, times),
            seconds_text(row.target), ratio, seconds_text(row.reference), seconds_text(prepare), share, note]


def as_fields(row):
    return {"work": row.work, "graph": row.graph, "k": row.k, "algorithm": row.algorithm,
            "count": None if row.count is None else str(row.count), "check": row.check, "seconds": row.run_seconds,
            "median": row.median(), "prepare": row.prepare_seconds, "target": row.target,
            "target_from": row.target_name, "ratio": row.ratio(), "reference": row.reference,
            "traversal_bytes": row.traversal_bytes, "memory_share": row.memory_share, "peers": row.peers,
            "error": row.error}


def write_text(path, text):
    if path == "-":
        sys.stdout.write(text)
    else:
        pathlib.Path(path).write_text(text, encoding="utf-8")


def write_json(path, rows):
    write_text(path, json.dumps([as_fields(row) for row in rows], indent=2) + "\n")


def write_csv(path, rows):
    flat = [{name: ";".join(map(str, value)) if isinstance(value, list) else
             ";".join(f"{tool}={seconds}" for tool, seconds in value.items()) if isinstance(value, dict) else value
             for name, value in as_fields(row).items()} for row in rows]
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(flat[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    write_text(path, text.getvalue())


def print_table(rows, file):
    left = ("work", "algorithm", "check", "peers")
    print(measure.aligned(HEADER, [cells(row) for row in rows], left) + NOTES, end="", file=file)

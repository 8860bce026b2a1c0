#!/usr/bin/env python3
"""Approximate counts of 1 % at 95 %, beside their targets: results/approximate.csv.

    bench/approximate.py                            on CUDA
    bench/approximate.py --device host --threads 2
    bench/approximate.py --rows motif

A figure is the least `seconds.run` of some runs, or that of one run of a second or more. All runs must give the same estimate,
and the exact count must be within four standard errors of it, where it is known. Exit code: 0, or 1 if that is not so.
"""
import datetime
import json
import re
import sys

import measure

# Graph, words, the exact count where it is known, targets in ms on an H200 and on two threads of a host, others.
ROWS = [
    ("com-dblp", "motif -k 7", None, 2000, 20000, "motivo: k=7 of 1.8 G edges in 40 min"),
    ("mico", "motif -k 5", None, 1000, 20000, ""),
    ("ca-astroph", "motif -k 7", None, 100, None, ""),
    ("mico", "motif -k 7", None, None, None, ""),
    ("com-dblp", "motif -k 8", None, None, None, ""),
    ("com-dblp", "match --pattern 7-cycle", None, 100, None, ""),
    ("mico", "match --pattern 7-cycle", None, None, None, ""),
    ("mico", "match --pattern 6-clique", 631568259280, None, None, ""),
    ("mico", "clique -k 6", 631568259280, None, None, ""),
    ("facebook_combined", "clique -k 12", None, None, None, ""),
]


def record_of(arguments, row):
    command, *rest = row[1].split()
    words = [arguments.command, command, measure.graph_file(arguments.data, row[0]), *rest, "--approximate", "1%", "--device",
             arguments.device, "--threads", str(arguments.threads), "--json", "-"]
    return json.loads(measure.output_of(words, arguments.seconds))


def best(arguments, row):
    """The least seconds with the draws, and whether all is well."""
    records = []
    try:
        while len(records) < arguments.repeats and (not records or records[0]["seconds"]["run"] < 1):
            records.append(record_of(arguments, row))
    except measure.OutOfTime:
        return f"> {arguments.seconds:g} s", 0, True
    except measure.RunFailed as error:
        return str(error), 0, False
    is_same = all(record["estimates"] == records[0]["estimates"] and record["is_reached"] for record in records)
    first = records[0]["estimates"][0]
    is_near = row[2] is None or abs(first["estimate"] - row[2]) <= 4 * first["standard_error"]
    return f"{1000 * min(record['seconds']['run'] for record in records):.3g}", records[0]["draws"], is_same and is_near


def main():
    arguments = measure.arguments_of_rows(__doc__)
    lines, failed = [], False
    for row in ROWS:
        graph, work, _, on_gpu, on_host, others = row
        if not re.search(arguments.rows, f"{graph} {work}"):
            continue
        time, draws, is_well = best(arguments, row)
        failed |= not is_well
        target = (on_gpu if arguments.device == "cuda" else on_host) or ""
        print(f"{graph:18} {work:26} {time:>8} ms, {draws:>12,} draws, target {target or 'none'}{'' if is_well else '  WRONG'}", flush=True)
        lines.append([graph, work, time, draws, target, others, arguments.card, datetime.date.today(), "bench/approximate.py"])
    if arguments.csv:
        measure.write_csv(arguments.csv, ["graph", "work", "ms", "draws", "target", "others", "card", "date", "command"], lines)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Times one run of `cerrado sieve` beside its bound: what the lines take to be read and written, and to be multiplied.

    bench/sieve.py --repeats 3                       every row but the long ones, on CUDA and on two host threads
    bench/sieve.py --devices host --rows 'k=14'
    bench/sieve.py --long --rows 'k=2[47]'           those that take from ten seconds to minutes

All vertices have the colour of the motif, so all are sieved. A figure is the median of `seconds.run`. `of m` is the
time of an edge beside that of the regular graph of the same k and device, which is to be 1.3 at most. Where there are
two GPUs, rows with two of them come as well. Exit code: 0, or 1 when a run failed. A missed target is printed and is no
failure.
"""
import argparse
import json
import re
import statistics
import sys
from typing import NamedTuple, Optional

import measure
from measure import RunFailed

REGULAR = "gen:regular:n=1024,d=20,seed=1"


class Row(NamedTuple):
    graph: str
    k: int
    device: str
    target: Optional[float] = None  # seconds
    peer: Optional[float] = None    # of motif-localized on an H200
    is_long: bool = False


# Graphs of 10 to 11 thousand edges, or of as many million.
ROWS = [
    Row(REGULAR, 20, "cuda", 0.30, 1.77),
    Row("gen:complete:n=144", 20, "cuda"),
    Row("gen:powerlaw:n=1024,exponent=2,degree=39,seed=1", 20, "cuda"),
    Row("gen:rmat:scale=10,degree=15,seed=1", 20, "cuda"),
    Row(REGULAR, 18, "cuda"),
    Row(REGULAR, 18, "two"),
    Row(REGULAR, 20, "two"),
    Row("gen:regular:n=1048576,d=20,seed=1", 10, "cuda", 0.14, 0.577),
    Row("gen:powerlaw:n=1048576,exponent=2,degree=33,seed=1", 10, "cuda"),
    Row(REGULAR, 24, "cuda", is_long=True),
    Row(REGULAR, 27, "cuda", 75, is_long=True),
    Row(REGULAR, 14, "host", 0.5),
    Row("gen:complete:n=144", 14, "host"),
    Row("gen:powerlaw:n=1024,exponent=2,degree=39,seed=1", 14, "host"),
    Row(REGULAR, 16, "host", 2.8),
    Row("gen:regular:n=65536,d=20,seed=1", 10, "host", 4),
]
OPTIONS = {"cuda": ["--device", "cuda"], "two": ["--devices", "0,1"], "host": ["--device", "host"]}
BYTES_A_SECOND = 4.3e12    # of an H200's memory
PRODUCTS_A_SECOND = 128e9  # by a constant, of one host thread with AVX-512 and GFNI
HEADER = ["graph", "edges", "k", "device", "seconds", "bound", "share", "of m", "target", "met", "peer", "Gproducts/s"]


def products(edges, k):
    return edges * k * (k - 1) * 2**k


def bound(vertices, edges, row, threads):
    """On CUDA lines read and written once each; on the host products over the edges."""
    if row.device == "host":
        return products(edges, row.k) / (PRODUCTS_A_SECOND * threads)
    pairs = row.k * (row.k - 1) // 2
    lines = 2 * edges * (row.k - 1) + vertices * (pairs + 2 * pairs + row.k - 1)
    return lines * 2**row.k / (BYTES_A_SECOND * (2 if row.device == "two" else 1))


def timed(command, row, arguments):
    """Vertices and edges of the graph, and seconds."""
    words = [command, "sieve", row.graph, "--colours", "mod:1", "--motif", f"0^{row.k}", "--repeat", "1", "--json", "-",
             *OPTIONS[row.device]]
    if row.device == "host":
        words += ["--threads", str(arguments.threads)]
    records = [json.loads(measure.output_of(words, arguments.timeout)) for _ in range(arguments.repeats)]
    graph = records[0]["graph"]
    return graph["vertices"], graph["edges"], statistics.median(record["seconds"]["run"] for record in records)


class Table:
    def __init__(self):
        self.rows = []
        self.failed = False
        self.seconds_of_edge = {}  # of the regular graph, by k and device

    def add(self, command, row, arguments):
        try:
            vertices, edges, seconds = timed(command, row, arguments)
        except RunFailed as error:
            self.failed = True
            self.rows.append([row.graph, "", str(row.k), row.device, f"FAILED: {error}"] + [""] * (len(HEADER) - 5))
            return
        least = bound(vertices, edges, row, arguments.threads)
        regular = self.seconds_of_edge.setdefault((row.k, row.device), seconds / edges)  # the first of its rows
        met = "-" if row.target is None else "yes" if seconds <= row.target else "no"
        self.rows.append([row.graph, str(edges), str(row.k), row.device, f"{seconds:.3f}", f"{least:.3f}",
                          f"{least / seconds:.0%}", f"{seconds / edges / regular:.2f}", str(row.target or "-"), met,
                          str(row.peer or "-"), f"{products(edges, row.k) / seconds / 1e9:.0f}"])


def gpus(command):
    devices = json.loads(measure.output_of([command, "info", "--device", "--json"], 120))
    return sum(device["kind"] == "cuda" and device["memory_bytes"] > 0 for device in devices)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--devices", default="cuda,two,host", help="some of cuda, two (GPUs) and host")
    parser.add_argument("--rows", default="", help="a regular expression over 'GRAPH k=K'")
    parser.add_argument("--long", action="store_true", help="long rows, too")
    parser.add_argument("--threads", type=int, default=2, help="of the host")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=300, help="seconds of one run")
    arguments = parser.parse_args()
    command = measure.find_command(arguments.command)
    devices = arguments.devices.split(",")
    if "two" in devices and gpus(command) < 2:
        devices.remove("two")
    table = Table()
    for row in ROWS:
        is_wanted = row.device in devices and re.search(arguments.rows, f"{row.graph} k={row.k}")
        if is_wanted and (arguments.long or not row.is_long):
            table.add(command, row, arguments)
    print(measure.aligned(HEADER, table.rows, left=("graph",)))
    return 1 if table.failed else 0


if __name__ == "__main__":
    sys.exit(main())

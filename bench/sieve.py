#!/usr/bin/env python3
"""Times one run of `cerrado sieve` beside its bound: what the lines take to be read and written, and to be multiplied.

    bench/sieve.py --repeats 3                       every row, on CUDA and on two host threads
    bench/sieve.py --devices host --rows 'k=14'

All vertices have the colour of the motif, so all are sieved. A figure is the median of `seconds.run`.
Exit code: 0, or 1 when a run failed. A missed target is printed and is no failure.
"""
import argparse
import json
import re
import statistics
import sys

import measure
from measure import RunFailed

# Graph, vertices, entries of its lists, k, device, seconds wanted, seconds of motif-localized on the same device.
ROWS = [
    ("gen:regular:n=1024,d=20,seed=1", 1 << 10, 20 << 10, 20, "cuda", 0.30, 1.77),
    ("gen:regular:n=1048576,d=20,seed=1", 1 << 20, 20 << 20, 10, "cuda", 0.14, 0.577),
    ("gen:complete:n=144", 144, 144 * 143, 20, "cuda", None, None),
    ("gen:rmat:scale=10,degree=10,seed=1", 1 << 10, 20 << 10, 20, "cuda", None, None),
    ("gen:regular:n=1024,d=20,seed=1", 1 << 10, 20 << 10, 14, "host", 0.5, None),
    ("gen:regular:n=1024,d=20,seed=1", 1 << 10, 20 << 10, 16, "host", 2.8, None),
    ("gen:regular:n=65536,d=20,seed=1", 1 << 16, 20 << 16, 10, "host", 4, None),
]
BYTES_A_SECOND = 4.3e12  # of an H200's memory
PRODUCTS_A_SECOND = 128e9  # by a constant, of one host thread with AVX-512 and GFNI
HEADER = ["graph", "k", "device", "seconds", "bound", "share", "target", "met", "peer", "Gproducts/s"]


def bound(vertices, entries, k, device, threads):
    """On CUDA lines read and written once each; on the host products over the edges."""
    pairs = k * (k - 1) // 2
    if device == "host":
        return entries * pairs * 2**k / (PRODUCTS_A_SECOND * threads)
    of_edges = entries * (k - 1)
    of_vertices = vertices * (pairs + 2 * pairs + k - 1)
    return (of_edges + of_vertices) * 2**k / BYTES_A_SECOND


def timed(command, row, arguments):
    graph, _, _, k, device, _, _ = row
    words = [command, "sieve", graph, "--colours", "mod:1", "--motif", f"0^{k}", "--repeat", "1", "--device", device,
             "--json", "-"]
    if device == "host":
        words += ["--threads", str(arguments.threads)]
    seconds = [json.loads(measure.output_of(words, arguments.timeout))["seconds"]["run"]
               for _ in range(arguments.repeats)]
    return statistics.median(seconds)


def row_text(command, row, arguments):
    graph, vertices, entries, k, device, target, peer = row
    least = bound(vertices, entries, k, device, arguments.threads)
    try:
        seconds = timed(command, row, arguments)
    except RunFailed as error:
        return [graph, str(k), device, f"FAILED: {error}"], True
    products = entries * k * (k - 1) // 2 * 2**k / seconds / 1e9
    met = "-" if target is None else "yes" if seconds <= target else "no"
    texts = [f"{seconds:.3f}", f"{least:.3f}", f"{least / seconds:.0%}"]
    return [graph, str(k), device, *texts, str(target or "-"), met, str(peer or "-"), f"{products:.0f}"], False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--devices", default="cuda,host")
    parser.add_argument("--rows", default="", help="a regular expression over 'GRAPH k=K'")
    parser.add_argument("--threads", type=int, default=2, help="of the host")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=120, help="seconds of one run")
    arguments = parser.parse_args()
    command = measure.find_command(arguments.command)
    rows = [row for row in ROWS if row[4] in arguments.devices.split(",")
            and re.search(arguments.rows, f"{row[0]} k={row[3]}")]
    failed = False
    table = []
    for row in rows:
        texts, has_failed = row_text(command, row, arguments)
        failed |= has_failed
        table.append(texts + [""] * (len(HEADER) - len(texts)))
    print(measure.aligned(HEADER, table, left=("graph",)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

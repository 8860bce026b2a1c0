#!/usr/bin/env python3
"""The three tables of Kaski (ALENEX 2018) for `cerrado six`, beside the paper's figures.

    bench/six.py                      n = 128 on CUDA: evaluate, decode, verify
    bench/six.py --sizes 64 --device host
    bench/six.py --sizes 128,256      256 takes a minute on a GPU
    bench/six.py --sizes 512 --points 2000   a part of the points: the time of all is by rate, nothing is decoded

Table 1 has the sizes of proofs. Tables 2 and 3 are one here: 2.1 % more points than a proof needs are evaluated, decoded as
they are, and decoded once more with 1 % of them wrong. Times are of both primes, in seconds; verify checks 10 points of
each. The graph is random, with at most 8 n edges; the pattern is the 6-cycle. Exit code: 0, or 1 when a run failed. A missed target
is printed and is no failure.
"""
import argparse
import json
import math
import pathlib
import random
import struct
import sys
import tempfile

import measure
from measure import RunFailed

PRIMES = (2013265921, 1811939329)
HEAD, BLOCK = 32, struct.Struct("<4sHHQIIQ")  # of a shard's file, see docs/formats.md
TARGETS = {64: 90, 128: 1.2, 256: 45, 512: 2400}  # seconds to evaluate: of the host for 64, else of one GPU
PAPER = {  # evaluate, decode and verify, of one P100
    128: (3837.6, 388.7, 8.6), 256: (162694.8, 3932.1, 54.0), 512: (14150000.0, 23128.9, 466.7)}


def falling(n):
    return math.prod(n - i for i in range(6))


def sizes_table():
    rows = []
    for k in range(7, 11):
        n, degree, papers = 2**k, 3 * 7**(k - 2) - 3, 3 * 7**k - 3
        rows.append([str(n), f"{falling(n):,}", f"{7**(2 * k):,}", f"{papers:,}", f"{degree:,}",
                     f"{8 * (papers + 1) / 2**30:.2f}", f"{8 * (degree + 1) / 2**30:.4f}"])
    return measure.aligned(["n", "N", "B = 7^2k", "paper's d", "d (q = 2)", "paper's GiB", "GiB"], rows)


def checksum(data):
    mask, p, q = (1 << 64) - 1, 0x9e3779b185ebca87, 0xc2b2ae3d27d4eb4f
    lane = [0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89]
    words = struct.unpack(f"<{-(-len(data) // 8)}Q", data + bytes(-len(data) % 8))
    for i, word in enumerate(words):
        sum_ = (lane[i % 4] + word * q) & mask
        lane[i % 4] = (sum_ << 31 | sum_ >> 33) * p & mask
    total = len(words) * p & mask
    for each in lane:
        total ^= each * q & mask
        total = (total << 27 | total >> 37) * p & mask
    total = (total ^ total >> 33) * q & mask
    return total ^ total >> 29


def corrupt(shard, target, share):
    """Writes the shard with another value at this share of its points, which looks as good as the right one."""
    data, at, source = bytearray(shard.read_bytes()), HEAD, random.Random(1)
    while at < len(data):
        mark, kind, prime, first, count, _, _ = BLOCK.unpack_from(data, at)
        size = 0 if kind == 1 else 4 * count
        if kind == 0:
            values = list(struct.unpack_from(f"<{count}I", data, at + BLOCK.size))
            for i in source.sample(range(count), int(share * count)):
                values[i] ^= 1
            head, body = bytes(data[at:at + BLOCK.size - 8]), struct.pack(f"<{count}I", *values)
            data[at:at + BLOCK.size + size] = head + struct.pack("<Q", checksum(head + body)) + body
        at += BLOCK.size + size
    target.write_bytes(data)


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.command = measure.find_command(arguments.command)

    def six(self, *words):
        text = measure.output_of([self.command, "six", *map(str, words), "--json", "-"], self.arguments.timeout)
        return json.loads(text)

    def row(self, n, folder):
        folder = pathlib.Path(folder)
        instance, shard, lying, proof = (folder / f"{n}.{end}" for end in ("six", "shard", "lying", "proof"))
        where = ["--device", self.arguments.device, *(["--threads", self.arguments.threads] if self.arguments.threads else [])]
        graph = f"gen:er:n={n},m={min(8 * n, n * (n - 1) // 4)},seed=1"
        self.six("prepare", graph, "--pattern", "0-1,1-2,2-3,3-4,4-5,0-5", *where, "-o", instance)
        needed = 3 * 7**round(math.log2(n) - 2) - 2
        asked = self.arguments.points or math.ceil(1.021 * needed)
        evaluated = self.six("evaluate", instance, "--count", asked, *where, "-o", shard)
        seconds = evaluated["seconds"]["run"] * (needed / asked if self.arguments.points else 1)
        paper = PAPER.get(n, ("-",) * 3)
        row = [str(n), f"{needed:,}", f"{asked:,}", f"{seconds:.3g}", str(TARGETS.get(n, "-")), str(paper[0])]
        if self.arguments.points:
            return row + ["by rate", "", str(paper[1]), "", str(paper[2])]
        plain = self.six("decode", instance, shard, "-o", proof)
        corrupt(shard, lying, .01)
        wrong = self.six("decode", instance, lying, "-o", proof)
        bits = 10 * min(math.log2(p / (needed - 1)) for p in PRIMES) - .01
        verified = self.six("verify", instance, proof, "--soundness", bits)
        times = [f"{record['seconds']['run']:.3g}" for record in (plain, wrong, verified)]
        return row + [times[0], times[1], str(paper[1]), times[2], str(paper[2])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--sizes", default="128", help="powers of two, as 64,128,256")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--threads", type=int, default=0, help="of the host")
    parser.add_argument("--points", type=int, default=0, help="of each prime; 0: all")
    parser.add_argument("--timeout", type=float, default=300, help="seconds of one command")
    arguments = parser.parse_args()
    bench, rows, failed = Bench(arguments), [], False
    header = ["n", "needed", "points", "evaluate", "target", "paper", "interpolate", "decode", "paper", "verify", "paper"]
    for n in map(int, arguments.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            try:
                rows.append(bench.row(n, folder))
            except RunFailed as error:
                failed = True
                rows.append([str(n), f"FAILED: {error}"] + [""] * (len(header) - 2))
    print(sizes_table())
    print(measure.aligned(header, rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

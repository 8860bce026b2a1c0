#!/usr/bin/env python3
"""Sizes of `cerrado compress` beside zstd, xz and WebGraph BV, and how soon it encodes and decodes.

    bench/compress.py                            the six graphs of results/compressed.csv
    bench/compress.py --graphs mico --threads 2

Sizes are whole files, in bits an edge, beside their targets; speeds are millions of edges a second: encoding in the order
of the ids and by METIS, decoding to CSR, with --threads threads. Each file is decoded and compared with the .cbin, byte by
byte. Exit code: 0, or 1 when something failed or came back otherwise. A missed target is printed and is no failure.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TARGETS = {  # ids kept, ids dropped
    "ca-astroph": (3.5, 2.9), "com-dblp": (8.8, 4.7), "mico": (10.1, 8.8), "facebook_combined": (3.7, 3.1),
    "email-enron": (7.8, 6.1), "wiki-vote": (6.6, 5.6),
}
# WebGraph BV, ids dropped, in METIS' order (wiki-vote: bisection): as its files are, both directions; and its references on
# each edge once, entropy-coded. Measured once, beside the targets.
BV = {
    "ca-astroph": (10.6, 4.3), "com-dblp": (14.1, 5.2), "mico": (22.4, 8.9), "facebook_combined": (6.6, 3.0),
    "email-enron": (14.9, 6.3), "wiki-vote": (12.4, 5.5),
}
HEADER = ["graph", "zstd -19", "xz -9", "BV", "BV once", "ids kept", "target", "order", "ids dropped", "target", "order",
          "encode ids", "encode METIS", "decode ids", "decode kept"]


def run(*arguments):
    done = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, arguments))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def packed_bytes(*command):
    if not shutil.which(command[0]):
        return None
    return len(subprocess.run([str(word) for word in command], capture_output=True, check=True).stdout)


class Row:
    def __init__(self, command, graph, threads, repeats):
        self.command, self.graph, self.threads, self.repeats = command, graph, threads, repeats

    def measure(self, data, folder):
        self.folder, self.plain = folder, folder / "plain.cbin"
        out = run(self.command, "convert", data, self.plain)
        self.edges = int(re.search(r"([\d,]+) edges?", out)[1].replace(",", ""))
        zstd, xz = packed_bytes("zstd", "-19", "-q", "-c", self.plain), packed_bytes("xz", "-9", "-c", self.plain)
        kept, order, _ = self.compress("auto")
        decode_kept = self.decode()
        dropped, dropped_order, _ = self.compress("auto", "--drop-ids")
        encode_metis = self.compress("metis")[2] if "metis" in run(self.command, "compress", "--help") else None
        encode_ids = self.compress("ids")[2]
        decode_ids = self.decode()
        target, bv = TARGETS.get(self.graph, ("-", "-")), BV.get(self.graph, ("-", "-"))
        return [self.graph, self.bits(zstd), self.bits(xz), *bv, self.bits(kept), target[0], order, self.bits(dropped),
                target[1], dropped_order, *map(self.speed, (encode_ids, encode_metis, decode_ids, decode_kept))]

    def compress(self, order, *options):
        """Bytes, the order taken, and seconds."""
        target = self.folder / "graph.cgz"
        out = run(self.command, "compress", self.plain, "-o", target, "--order", order, "--threads", self.threads, *options)
        found = re.search(r"order (\w+)[^\n]*, ([\d.]+) s", out)
        return target.stat().st_size, found[1], float(found[2])

    def decode(self):
        """The fewest seconds."""
        back, seconds = self.folder / "back.cbin", []
        for _ in range(self.repeats):
            out = run(self.command, "decompress", self.folder / "graph.cgz", "-o", back, "--threads", self.threads)
            seconds.append(float(re.search(r"decoded in ([\d.]+) s", out)[1]))
        if back.read_bytes() != self.plain.read_bytes():
            raise RuntimeError(f"{self.graph}: what was decoded is not the graph")
        return min(seconds)

    def bits(self, size):
        return "-" if size is None else f"{8 * size / self.edges:.2f}"

    def speed(self, seconds):
        return "-" if seconds is None else f"{self.edges / max(seconds, 1e-3) / 1e6:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=HERE.parent / "build" / "host" / "bin" / "cerrado")
    parser.add_argument("--data", type=pathlib.Path,
                        default=os.environ.get("CERRADO_DATA_DIR", HERE.parent.parent / "shared" / "data"))
    parser.add_argument("--graphs", nargs="+", default=list(TARGETS))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=5, help="of decoding; the fewest seconds count")
    options = parser.parse_args()
    failed = False
    print(" | ".join(HEADER), flush=True)
    for graph in options.graphs:
        with tempfile.TemporaryDirectory() as folder:
            try:
                row = Row(options.command, graph, options.threads, options.repeats)
                cells = row.measure(pathlib.Path(options.data) / f"{graph}.txt.gz", pathlib.Path(folder))
                print(" | ".join(map(str, cells)), flush=True)
            except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
                print(f"{graph} | FAILED: {error}", flush=True)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

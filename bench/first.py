#!/usr/bin/env python3
"""The first match: `cerrado match --exists` beside igraph's LAD and networkx, on patterns that are there and that are not.

    bench/first.py                                  results/first_match.csv, about an hour
    bench/first.py --graphs yeast-ppi --of 10       one pattern in ten
    bench/first.py --peers ''                       cerrado alone; with the slowest patterns

Of 3 to 6 vertices all connected patterns are asked for; of 7 to 16 paths, cycles, stars, complete ones, grids, random trees
and random graphs, and what was taken from the graph itself, with all of its edges or some. A pattern is asked for with
other edges allowed, as `--exists` does; what was taken whole also without (`induced`). A figure is the time of one search:
`seconds` of its record; of the others the call alone, with their graph made before. The graphs are those of --data and a
few generated ones. With Debian's python3-igraph and python3-networkx; a peer that is not there is left out. Patterns that
have no match are counted, too, for as long at most as a peer has. Exit code: 0, or 1 when two programs disagree. A missed
target is printed and is no failure.
"""
import argparse
import gzip
import json
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import measure
from first_patterns import patterns_of
from measure import RunFailed, seconds_text

GRAPHS = ["karate", "s420", "yeast-ppi", "citeseer", "celegansneural", "bio-diseasome", "facebook_combined", "wiki-vote",
          "ca-astroph", "email-enron", "mico", "com-dblp", "gen:complete:n=30", "gen:er:n=2000,m=20000,seed=1",
          "gen:ba:n=2314,m=8,seed=1", "gen:grid:rows=60,columns=60"]
TARGET, MEDIAN = 0.05, 0.002  # seconds
HEADER = ["graph", "patterns", "there", "median", "90 %", "most", "over", "LAD median", "LAD most", "LAD late",
          "networkx median", "networkx late", "none", "most", "count most", "unknown"]


class Late(Exception):
    """A peer's time is over."""


def read_edges(command, data, name):
    """Edges of a graph as pairs of numbers from 0."""
    if name.startswith("gen:"):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "graph.txt"
            measure.output_of([command, "generate", name, target], 600)
            lines = target.read_text(encoding="utf-8").splitlines()
    else:
        with gzip.open(measure.graph_file(data, name), "rt", encoding="utf-8") as file:
            lines = file.read().splitlines()
    pairs = {tuple(sorted(map(int, line.split()[:2]))) for line in lines if line and line[0] not in "#%"}
    numbers = {v: i for i, v in enumerate(sorted({v for pair in pairs for v in pair}))}
    return sorted((numbers[u], numbers[v]) for u, v in pairs if u != v)


def text_of(pattern):
    return ",".join(f"{u}-{v}" for u, v in pattern)


def ask(command, graph, patterns, induced, arguments, how):
    """Of each pattern its match of the record, in one run."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("".join(text_of(pattern) + "\n" for pattern in patterns))
        file.flush()
        words = [command, "match", graph, "--patterns", file.name, *how, "--device", "host", "--threads",
                 str(arguments.threads), "--json", "-", "--progress", "off"] + (["--induced"] if induced else [])
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        raise RunFailed(f"exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)["matches"]


def ask_each(command, graph, pattern, induced, arguments, how, limit):
    """One pattern in a run of its own, which ends in time."""
    return ask(command, graph, [pattern], induced, arguments, [*how, "--deadline", str(limit)])[0]


def timed(work, limit):
    """What it gives and its seconds; None and the limit where it is late."""
    def end(*_):
        raise Late
    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, limit)
    start = time.perf_counter()
    try:
        answer = work()
        return answer, time.perf_counter() - start
    except Late:
        return None, limit
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def lad_peer(edges, limit):
    import igraph
    graph = igraph.Graph(edges=edges)

    def search(pattern, induced):
        wanted = igraph.Graph(edges=pattern)
        try:
            return timed(lambda: graph.subisomorphic_lad(wanted, induced=induced, time_limit=limit), limit + 5)
        except igraph.InternalError:  # its own time limit
            return None, limit
    return search


def networkx_peer(edges, limit):
    import networkx
    graph = networkx.Graph(edges)

    def search(pattern, induced):
        matcher = networkx.algorithms.isomorphism.GraphMatcher(graph, networkx.Graph(pattern))
        found = matcher.subgraph_isomorphisms_iter if induced else matcher.subgraph_monomorphisms_iter
        return timed(lambda: next(found(), None) is not None, limit)
    return search


PEERS = {"LAD": lad_peer, "networkx": networkx_peer}


class Measured:
    """What the programs say of the patterns in one graph."""

    def __init__(self, name):
        self.name = name
        self.rows = []  # (kind, pattern, induced, exists, seconds, {peer: (answer, seconds)}, seconds of a count or None)
        self.disagreements = []

    def add(self, row):
        self.rows.append(row)
        kind, pattern, _, exists, _, peers, _ = row
        for peer, (answer, _) in peers.items():
            if answer is not None and exists is not None and answer != exists:
                self.disagreements.append(f"{self.name}, {kind} {text_of(pattern)}: cerrado {exists}, {peer} {answer}")

    def cells(self):
        there = [row for row in self.rows if row[3]]
        none = [row for row in self.rows if row[3] is False]
        seconds = sorted(row[4] for row in there)

        def of_peer(peer, which):
            known = [row[5][peer] for row in self.rows if peer in row[5]]
            done = [value for answer, value in known if answer is not None]
            if not known:
                return "-"
            return {"late": str(len(known) - len(done)), "most": seconds_text(max(done, default=None)),
                    "median": seconds_text(statistics.median(done) if done else None)}[which]
        counts = [row[6] for row in none if row[6] is not None]
        return [self.name, str(len(self.rows)), str(len(there)), seconds_text(statistics.median(seconds)),
                seconds_text(seconds[len(seconds) * 9 // 10]), seconds_text(seconds[-1]),
                str(sum(value > TARGET for value in seconds)), of_peer("LAD", "median"), of_peer("LAD", "most"),
                of_peer("LAD", "late"), of_peer("networkx", "median"), of_peer("networkx", "late"), str(len(none)),
                seconds_text(max((row[4] for row in none), default=None)), seconds_text(max(counts, default=None)),
                str(sum(row[3] is None for row in self.rows))]


def measure_graph(command, name, arguments):
    draw = random.Random(f"{arguments.seed} {name}")
    edges = read_edges(command, arguments.data, name)
    patterns = list(patterns_of(edges, draw))[::arguments.of]
    graph = measure.graph_file(arguments.data, name)
    peers = {}
    for peer in filter(None, arguments.peers.split(",")):
        try:
            peers[peer] = PEERS[peer](edges, arguments.limit)
        except ImportError:
            print(f"{peer} is not there and left out", file=sys.stderr)
    measured = Measured(name)
    for kind, pattern, induced in patterns:
        match = ask_each(command, graph, pattern, induced, arguments, ["--exists"], arguments.limit)
        said = {peer: search(pattern, induced) for peer, search in peers.items()}
        count = None
        if match["exists"] is False:
            counted = ask_each(command, graph, pattern, induced, arguments, [], arguments.limit)
            count = counted["seconds"] if "count" in counted else arguments.limit
        measured.add((kind, pattern, induced, match["exists"], match["seconds"], said, count))
    return measured


def print_slowest(measured, how_many):
    for row in sorted(measured.rows, key=lambda row: -row[4])[:how_many]:
        print(f"  {seconds_text(row[4]):>8}  {row[3]}  {row[0]}{' induced' if row[2] else ''}  {text_of(row[1])}"
              + (f"  count {seconds_text(row[6])}" if row[6] is not None else ""))



def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_places(parser)
    parser.add_argument("--graphs", default=";".join(GRAPHS), help="names apart by ; (default: all)")
    parser.add_argument("--peers", default=",".join(PEERS), help="apart by commas (default: LAD,networkx)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit", type=float, default=5, help="seconds that a search may take")
    parser.add_argument("--of", type=int, default=1, help="take one pattern of so many")
    parser.add_argument("--seed", type=int, default=1, help="of the patterns that are drawn")
    parser.add_argument("--slowest", type=int, default=0, help="print so many of the slowest of each graph")
    arguments = parser.parse_args()
    command = measure.find_command(arguments.command)
    rows, seconds, failed = [], [], False
    for name in arguments.graphs.split(";"):
        measured = measure_graph(command, name, arguments)
        rows.append(measured.cells())
        seconds += [row[4] for row in measured.rows if row[3]]
        print("  ".join(rows[-1]), file=sys.stderr)
        print_slowest(measured, arguments.slowest)
        for line in measured.disagreements:
            failed = True
            print("THEY DISAGREE: " + line)
    print(measure.aligned(HEADER, rows, left=("graph",)))
    late = sum(value > TARGET for value in seconds)
    print(f"{len(seconds)} patterns that are there: median {seconds_text(statistics.median(seconds))} "
          f"(target {seconds_text(MEDIAN)}), {late} over {seconds_text(TARGET)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

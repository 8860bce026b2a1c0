"""networkx beside its backend: python bench/networkx.py [--graphs FOLDER] [--most SECONDS]

Each row has the seconds of networkx alone, of the first call with the backend (the conversion included), and of a call
when networkx has the converted graph. Graphs that are not in FOLDER are generated. A row whose networkx took longer than
--most is done in a process of its own, which is ended.
"""

import argparse
import gzip
import itertools
import multiprocessing
import pathlib
import sys
import time

sys.path[:] = [entry for entry in sys.path if pathlib.Path(entry).resolve() != pathlib.Path(__file__).resolve().parent]

import networkx as nx
import numpy as np

import cerrado as cd
import cerrado.nx as cnx


def consume(found):
    """How many an iterator gives; other results as they are."""
    return sum(1 for _ in found) if hasattr(found, "__next__") else found


def up_to(size, cliques):
    return sum(1 for _ in itertools.takewhile(lambda clique: len(clique) <= size, cliques))


WORK = {
    "triangles": ("undirected", lambda g, **b: nx.triangles(g, **b)),
    "clustering": ("undirected", lambda g, **b: nx.clustering(g, **b)),
    "transitivity": ("undirected", lambda g, **b: nx.transitivity(g, **b)),
    "square_clustering": ("undirected", lambda g, **b: nx.square_clustering(g, **b)),
    "generalized_degree": ("undirected", lambda g, **b: nx.generalized_degree(g, **b)),
    "core_number": ("undirected", lambda g, **b: nx.core_number(g, **b)),
    "all_triangles": ("undirected", lambda g, **b: consume(nx.all_triangles(g, **b))),
    "cliques to size 4": ("undirected", lambda g, **b: up_to(4, nx.enumerate_all_cliques(g, **b))),
    "triadic_census": ("directed", lambda g, **b: nx.triadic_census(g, **b)),
}


def load(folder, name, directed):
    """A graph of networkx of a file, or None."""
    for file in sorted(pathlib.Path(folder).rglob(f"{name}.*")) if folder else []:
        if file.name.endswith((".txt", ".txt.gz", ".cbin", ".el")):
            return cd.read(file, directed=directed).to_networkx()
    return None


def graphs(folder):
    """Names and graphs: real ones where they are, and generated ones of growing size."""
    for name, directed in (("ca-astroph", False), ("com-dblp", False), ("wiki-vote-dir", True)):
        found = load(folder, name, directed)
        if found is not None:
            yield name, found
    for nodes, edges in ((30, 80), (100, 400), (300, 1500), (1000, 6000), (10_000, 60_000)):
        yield f"gnm {nodes} {edges}", nx.gnm_random_graph(nodes, edges, seed=1)
        yield f"gnm {nodes} {edges} directed", nx.gnm_random_graph(nodes, edges, seed=1, directed=True)


def seconds(call):
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def alone(call, graph, most):
    """The seconds of networkx, or None if it takes longer."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    work = lambda: sender.send(seconds(lambda: call(graph, backend="networkx")))  # noqa: E731
    process = context.Process(target=work)
    process.start()
    took = receiver.recv() if receiver.poll(most) else None
    process.kill()
    process.join()
    return took


def row(name, graph, work, call, most):
    graph.__networkx_cache__.clear()
    first = seconds(lambda: call(graph, backend="cerrado"))
    again = min(seconds(lambda: call(graph, backend="cerrado")) for _ in range(3))
    theirs = alone(call, graph, most)
    words = f"> {most:g}" if theirs is None else f"{theirs:.5f}"
    print(f"| {work} | {name} | {words} | {first:.5f} | {again:.5f} |", flush=True)


def conversions():
    """What it costs to make a graph."""
    graph = nx.gnm_random_graph(100_000, 1_000_000, seed=1)
    print(f"| networkx, 1 M edges, to a Graph | {seconds(lambda: cd.Graph(graph)):.3f} |")
    print(f"| networkx, 1 M edges, to_scipy_sparse_array | {seconds(lambda: nx.to_scipy_sparse_array(graph)):.3f} |")
    pairs = np.random.default_rng(1).integers(0, 1_000_000, (10_000_000, 2))
    print(f"| numpy (10 M, 2) int64 to a Graph | {seconds(lambda: cd.Graph(pairs)):.3f} |")
    karate = cd.Graph(nx.karate_club_graph())
    with karate.resident("host") as held:
        held.motifs(3)
        each = seconds(lambda: [held.motifs(3) for _ in range(1000)]) / 1000
        print(f"| karate motifs(3), resident on the host, one of 1000 | {each:.6f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", help="a folder of real graphs")
    parser.add_argument("--most", type=float, default=60, help="seconds that networkx has for a row")
    asked = parser.parse_args()
    nx.config.warnings_to_ignore.add("cache")
    assert cnx.Backend.can_run("triangles", (nx.path_graph(3),), {}) is True
    print("| work | seconds |\n|---|--:|")
    conversions()
    print("\n| work | graph | networkx | first call | graph cached |\n|---|---|--:|--:|--:|")
    for name, graph in graphs(asked.graphs):
        for work, (kind, call) in WORK.items():
            if (kind == "directed") == graph.is_directed():
                row(name, graph, work, call, asked.most)


if __name__ == "__main__":
    main()

"""Graphs written and read by networkx, igraph, scipy, numpy and graph-tool, in a process of the Python that has them:

    other_programs.py packages               prints the names of those that are here
    other_programs.py write PACKAGE FOLDER   writes files, and prints what is in each: [file, options, vertices, edges]
    other_programs.py read PACKAGE FOLDER    reads what Cerrado wrote, and prints it: {file: [vertices, edges]}

Edges are pairs of names, sorted where they have no direction.
"""
import html
import importlib.util
import json
import os
import random
import sys

PACKAGES = ["networkx", "igraph", "scipy", "graph_tool"]
NAMES = ["Green Tea", "Ähre", "O'Neill", 'a "b" c', "x,y", "semi;colon", "<tag>&", "plain", "TP53", "last one"]


def numbered(directed):
    """Twenty vertices, the last of which has no edge."""
    generator = random.Random(7 + directed)
    pairs = [(a, b) for a in range(19) for b in range(19) if (a != b if directed else a < b)]
    edges = generator.sample(pairs, 60)
    return 20, sorted(edges)


def named():
    generator = random.Random(9)
    pairs = [(a, b) for i, a in enumerate(NAMES) for b in NAMES[i + 1:]]
    return len(NAMES), generator.sample(pairs, 20)


def listed(edges, directed=False, shift=0):
    edges = [[str(a + shift), str(b + shift)] if shift else [str(a), str(b)] for a, b in edges]
    return sorted(edge if directed else sorted(edge) for edge in edges)


class Writer:
    def __init__(self, folder):
        self.folder, self.files = folder, []

    def path(self, name):
        return os.path.join(self.folder, name)

    def wrote(self, name, vertices, edges, options=()):
        self.files.append([name, list(options), vertices, edges])


def write_networkx(out):
    import networkx as nx
    for directed in (False, True):
        write_numbered_of_networkx(out, directed)
    n, edges = named()
    graph = nx.Graph(edges)
    nx.write_graphml(graph, out.path("names.graphml"))
    out.wrote("names.graphml", n, listed(edges))
    nx.write_gml(graph, out.path("names.gml"))
    out.wrote("names.gml", n, listed(edges), ["--names"])
    nx.write_edgelist(graph, out.path("names.tsv"), data=False, delimiter="\t")
    plain = [edge for edge in edges if not any(name.startswith('"') for name in edge)]
    out.wrote("names.tsv", n, listed(plain), ["--names"])


def write_numbered_of_networkx(out, directed):
    import networkx as nx
    n, edges = numbered(directed)
    graph = (nx.DiGraph if directed else nx.Graph)()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    end, options = ("d" if directed else ""), ["--directed"] if directed else []
    expected = listed(edges, directed)
    touched = len({v for edge in edges for v in edge})
    nx.write_adjlist(graph, out.path(f"nx{end}.adjlist"))
    out.wrote(f"nx{end}.adjlist", n, expected, options)
    nx.write_adjlist(graph, out.path(f"nx{end}_adjacency.txt"))
    out.wrote(f"nx{end}_adjacency.txt", n, expected, options)
    nx.write_edgelist(graph, out.path(f"nx{end}_data.txt"))
    out.wrote(f"nx{end}_data.txt", touched, expected, options)
    nx.write_edgelist(graph, out.path(f"nx{end}_comma.csv"), data=False, delimiter=",")
    out.wrote(f"nx{end}_comma.csv", touched, expected, options)
    for a, b in graph.edges:
        graph[a][b]["weight"] = a + b / 4
    nx.write_edgelist(graph, out.path(f"nx{end}_dict.txt"))
    out.wrote(f"nx{end}_dict.txt", touched, expected, options)
    nx.write_weighted_edgelist(graph, out.path(f"nx{end}_weighted.txt.bz2"))
    out.wrote(f"nx{end}_weighted.txt.bz2", touched, expected, options)
    nx.write_gml(graph, out.path(f"nx{end}.gml.gz"))
    out.wrote(f"nx{end}.gml.gz", n, expected, options)
    nx.write_graphml(graph, out.path(f"nx{end}.graphml"))
    out.wrote(f"nx{end}.graphml", n, expected, options)
    nx.write_pajek(graph, out.path(f"nx{end}.net"))
    out.wrote(f"nx{end}.net", n, expected, [*options, "--names"])
    if not directed:
        nx.write_graph6(graph, out.path("nx.g6"))
        out.wrote("nx.g6", n, expected)
        nx.write_sparse6(graph, out.path("nx.s6"), header=False)
        out.wrote("nx.s6", n, expected)


def write_igraph(out):
    import igraph
    for directed in (False, True):
        n, edges = numbered(directed)
        graph = igraph.Graph(n=n, edges=edges, directed=directed)
        end, options = ("d" if directed else ""), ["--directed"] if directed else []
        expected, touched = listed(edges, directed), len({v for edge in edges for v in edge})
        graph.write_edgelist(out.path(f"ig{end}.txt"))
        out.wrote(f"ig{end}.txt", touched, expected, options)
        graph.write_gml(out.path(f"ig{end}.gml"))
        out.wrote(f"ig{end}.gml", n, expected, options)
        graph.write_pajek(out.path(f"ig{end}.net"))
        out.wrote(f"ig{end}.net", n, listed([(a + 1, b + 1) for a, b in edges], directed), options)
        graph.write_adjacency(out.path(f"ig{end}_matrix.txt"))
        out.wrote(f"ig{end}_matrix.txt", n, expected, options)
        graph.write_graphml(out.path(f"ig{end}.graphml"))
        out.wrote(f"ig{end}.graphml", n, listed([(f"n{a}", f"n{b}") for a, b in edges], directed), options)
    graph = igraph.Graph(n=20, edges=numbered(False)[1])
    graph.vs["name"] = [str(v) for v in range(20)]
    graph.write_lgl(out.path("ig.lgl"), names="name", weights=None)
    out.wrote("ig.lgl", 20, listed(numbered(False)[1]))
    graph.write_ncol(out.path("ig.ncol"), names="name", weights=None)
    out.wrote("ig.ncol", 19, listed(numbered(False)[1]))


def write_scipy(out):
    import numpy
    import scipy.io
    import scipy.sparse
    for directed in (False, True):
        n, edges = numbered(directed)
        both = edges if directed else edges + [(b, a) for a, b in edges]
        rows, columns = numpy.array([a for a, _ in both]), numpy.array([b for _, b in both])
        matrix = scipy.sparse.coo_matrix((numpy.arange(1, len(both) + 1) % 5 + 1.5, (rows, columns)), shape=(n, n))
        if not directed:
            matrix = (matrix + matrix.T).tocoo()
        end, options = ("d" if directed else ""), ["--directed"] if directed else []
        expected, touched = listed(edges, directed), len({v for edge in edges for v in edge})
        for kind in ("csr", "csc", "coo"):
            scipy.sparse.save_npz(out.path(f"sp{end}_{kind}.npz"), matrix.asformat(kind), compressed=kind != "csr")
            out.wrote(f"sp{end}_{kind}.npz", n, expected, options)
        from_one = listed([(a + 1, b + 1) for a, b in edges], directed)
        for field in ("real", "pattern", "integer"):
            scipy.io.mmwrite(out.path(f"sp{end}_{field}.mtx"), matrix, field=field)
            out.wrote(f"sp{end}_{field}.mtx", n, from_one, options)
        numpy.save(out.path(f"np{end}.npy"), numpy.array(edges, dtype=numpy.int32))
        out.wrote(f"np{end}.npy", touched, expected, options)
        numpy.savetxt(out.path(f"np{end}.txt"), numpy.array(edges), fmt="%d")
        out.wrote(f"np{end}.txt", touched, expected, options)
        numpy.savetxt(out.path(f"np{end}_matrix.csv"), (matrix.toarray() > 0).astype(int), fmt="%d", delimiter=",")
        out.wrote(f"np{end}_matrix.csv", n, expected, options)


def write_graph_tool(out):
    import graph_tool
    endings = ["gt", "gt.xz", "gt.bz2", "gt.gz", "gml"] + ["gt.zst"] * bool(importlib.util.find_spec("zstandard"))
    for directed in (False, True):
        n, edges = numbered(directed)
        graph = graph_tool.Graph(directed=directed)
        graph.add_vertex(n)
        graph.add_edge_list(edges)
        graph.ep["weight"] = graph.new_ep("double", val=0.5)
        end, options = ("d" if directed else ""), ["--directed"] if directed else []
        for ending in endings:
            graph.save(out.path(f"gt{end}.{ending}"))
            out.wrote(f"gt{end}.{ending}", n, listed(edges, directed), options)


def edges_of(graph, directed):
    return listed(graph.edges(), directed)


def read_networkx(folder):
    import networkx as nx
    read = {}
    for name, reader in [("numbers.graphml", nx.read_graphml), ("arcs.graphml", nx.read_graphml), ("names.graphml", nx.read_graphml),
                         ("numbers.net", nx.read_pajek), ("arcs.net", nx.read_pajek), ("numbers.g6", nx.read_graph6),
                         ("numbers.gml", lambda path: nx.read_gml(path, label="id")),
                         ("arcs.gml", lambda path: nx.read_gml(path, label="id")), ("names.gml", nx.read_gml)]:
        graph = reader(os.path.join(folder, name))
        read[name] = [graph.number_of_nodes(), edges_of(graph, graph.is_directed())]
    return read


def read_igraph(folder):
    import igraph
    read = {}
    for name, key in [("numbers.graphml", "id"), ("arcs.graphml", "id"), ("names.graphml", "id"), ("names.net", "id"),
                      ("numbers.gml", "id"), ("arcs.gml", "id")]:
        graph = igraph.Graph.Read(os.path.join(folder, name))
        # It leaves some entities as they are.
        names = [str(int(value)) if isinstance(value, float) else html.unescape(value) for value in graph.vs[key]]
        edges = [(names[a], names[b]) for a, b in graph.get_edgelist()]
        read[name] = [graph.vcount(), listed(edges, graph.is_directed())]
    return read


def read_scipy(folder):
    import scipy.io
    read = {}
    for name in ("numbers.mtx", "arcs.mtx"):
        matrix = scipy.io.mmread(os.path.join(folder, name)).tocoo()
        pairs = {(int(a), int(b)) for a, b in zip(matrix.row, matrix.col)}
        directed = name == "arcs.mtx"
        read[name] = [matrix.shape[0], listed(pairs if directed else {tuple(sorted(pair)) for pair in pairs}, directed)]
    return read


def main():
    if sys.argv[1] == "packages":
        return [name for name in PACKAGES if importlib.util.find_spec(name)]
    verb, package, folder = sys.argv[1:]
    if verb == "write":
        out = Writer(folder)
        globals()[f"write_{package}"](out)
        return out.files
    return globals()[f"read_{package}"](folder)


if __name__ == "__main__":
    print(json.dumps(main()))

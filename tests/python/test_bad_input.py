"""Bad input gives one clear line that names the argument."""

import os
import pathlib
import subprocess
import sys

import igraph
import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse
from conftest import needs_lockstep

import cerrado as cd

PAIRS = [[0, 1], [1, 2], [2, 0]]

GRAPHS = [
    (lambda: cd.Graph(np.array(PAIRS, dtype=float)), "x has floats"),
    (lambda: cd.Graph(np.array([[0, np.nan]])), "x has NaN"),
    (lambda: cd.Graph([(0, 1.5)]), "x has the id 1.5"),
    (lambda: cd.Graph([(0, float("nan"))]), "x has the id nan"),
    (lambda: cd.Graph([[0, 1], [2]]), "x: [2] is not an edge"),
    (lambda: cd.Graph([0, 1]), "x: expected edges"),
    (lambda: cd.Graph(["ab", "cd"]), "x: 'ab' is not an edge"),
    (lambda: cd.Graph([([1], 2)]), "x: an id is not hashable"),
    (lambda: cd.Graph(np.zeros((3, 3), dtype=int)), "x has the shape (3, 3)"),
    (lambda: cd.Graph(np.arange(6)), "x has the shape (6,)"),
    (lambda: cd.Graph(np.array([[0, 1], [2, 3]])), "x has the shape (2, 2)"),
    (lambda: cd.Graph(([0, 1], [2, 3])), "x: two lists of two ids"),
    (lambda: cd.Graph((np.arange(3), np.arange(4) + 1)), "x has 3 sources and 4 targets"),
    (lambda: cd.Graph((np.array([0, 1, 2]), np.array([1, 0]))), None),
    (lambda: cd.Graph((np.array([0, 1, 2, 3]), np.array([1, 2, 0, 5])), csr=True), "indptr"),
    (lambda: cd.Graph((np.array([0, 2, 1, 3]), np.array([1, 2, 0])), csr=True), "indptr: entry 2 is 1"),
    (lambda: cd.Graph((np.array([0, 1, 2, 3]), np.array([1, 2, 9])), csr=True), "indices has the id 9"),
    (lambda: cd.Graph((np.array([0, 1, 2, 3]), np.array([1, 2, -1])), csr=True), "indices has the id -1"),
    (lambda: cd.Graph((np.array([0, 1, 1, 3]), np.array([1, 2, 3, 0]))), None),
    (lambda: cd.Graph((np.array([0, 1, 3]), np.array([1, 0, 0]))), "give csr=False or csr=True"),
    (lambda: cd.Graph((np.array([-1, 1]), np.array([2**63, 5], dtype=np.uint64))), "negative ids in one array"),
    (lambda: cd.Graph(np.array(PAIRS), nodes=2), "x has the id 2, but nodes=2"),
    (lambda: cd.Graph(np.array([[0, -1]]), nodes=2), "x has the id -1, but nodes=2"),
    (lambda: cd.Graph(PAIRS, nodes=[0, 1]), "x has the id 2, which is not in nodes"),
    (lambda: cd.Graph(PAIRS, nodes=[0, 1, 2, 2]), "nodes has 1 ids twice"),
    (lambda: cd.Graph(PAIRS, nodes=-1), "nodes=-1"),
    (lambda: cd.Graph(PAIRS, nodes=2**32), "nodes: a graph must have fewer than"),
    (lambda: cd.Graph(PAIRS, nodes=[0.0, 1.0, 2.0]), "nodes has the id 0.0"),
    (lambda: cd.Graph(np.array([[0, 1], [1, 2, 3]], dtype=object)), "its rows differ in length"),
    (lambda: cd.Graph((np.array([0, 2**31 - 1, -(2**31)], dtype=np.int32), np.array([1, 0])), csr=True), "indptr: entry 1"),
    (lambda: cd.Graph(PAIRS, nodes="abc"), "nodes='abc'"),
    (lambda: cd.Graph(scipy.sparse.csr_array(np.ones((2, 3)))), "x has the shape (2, 3)"),
    (lambda: cd.Graph(pandas.DataFrame({"a": [1], "b": [2]})), "source='source': the table has no such column: it has a, b"),
    (lambda: cd.Graph(pandas.DataFrame({"a": [1], "b": [2]}), source="a", target="c"), "target='c'"),
    (lambda: cd.Graph(pandas.DataFrame({"source": [1, None], "target": [2, 3]})), "source='source': the column lacks values"),
    (lambda: cd.Graph(pandas.DataFrame([[1, 2, 3]], columns=["source", "source", "target"])), "source='source': the table has 2 columns"),
    (lambda: cd.Graph(pandas.DataFrame({"source": [1.5], "target": [2]})), "source='source': the column has floats"),
    (lambda: cd.Graph("graph.txt"), "cerrado.read(path)"),
    (lambda: cd.Graph(5), "x=5"),
    (lambda: cd.Graph(None), "x=None"),
    (lambda: cd.Graph(PAIRS, directd=True), "did you mean directed?"),
    (lambda: cd.Graph(PAIRS, directed=1), "directed=1: expected True or False"),
    (lambda: cd.Graph(PAIRS, labels="colour"), "labels='colour'"),
    (lambda: cd.Graph(PAIRS, labels=["a"]), "labels has 1 labels"),
    (lambda: cd.Graph(PAIRS, labels={9: "a"}), "labels has the id 9"),
    (lambda: cd.Graph(PAIRS, labels=[1.5, 2.5, 3.5]), "labels: 1.5 is not a label"),
    (lambda: cd.Graph(PAIRS, edge_labels=["a"]), "edge_labels has 1 labels, but there are 3 edges"),
    (lambda: cd.Graph(PAIRS, source="a"), "source has no meaning"),
    (lambda: cd.Graph(nx.path_graph(3), nodes=3), "nodes has no meaning"),
    (lambda: cd.Graph(nx.path_graph(3), labels="colour"), "labels='colour': no node has this attribute"),
    (lambda: cd.Graph(igraph.Graph([(0, 1)]), edge_labels="kind"), "edge_labels='kind'"),
    (lambda: cd.Graph(cd.Graph(PAIRS), directed=True), "x is already a Graph"),
    (lambda: cd.generate("nothing:n=5"), "nothing"),
    (lambda: cd.generate(5), "spec=5"),
    (lambda: cd.read("/nowhere.txt"), "/nowhere.txt"),
    (lambda: cd.read("gen:complete:n=5"), "cerrado.generate('complete:n=5')"),
    (lambda: cd.read(7), "file=7"),
    (lambda: cd.read("x", nams=True), "did you mean names?"),
]


@pytest.mark.parametrize(("make", "text"), GRAPHS)
def test_graphs(make, text):
    if text is None:
        make()
        return
    with pytest.raises((cd.InputError, cd.Error)) as raised:
        make()
    assert text in str(raised.value) and "\n" not in str(raised.value)


CALLS = [
    (lambda g: g.cliques(3, devise="host"), "did you mean device?"),
    (lambda g: g.motifs(3, thread=1), "did you mean threads?"),
    (lambda g: g.cliques(mink=3), "cliques() has no option 'mink': did you mean min_k?"),
    (lambda g: g.matches("house", inducd=True), "matches() has no option 'inducd': did you mean induced?"),
    (lambda g: g.motifs(3, algoritm="fast"), "did you mean algorithm?"),
    (lambda g: g.sieve("0,1", colors=[0]), "did you mean colours?"),
    (lambda g: g.graphlets(checkpoint="x"), "checkpoint"),
    (lambda g: g.cliques("3").count, "k='3': expected a whole number"),
    (lambda g: g.cliques(3.0).count, "k=3.0"),
    (lambda g: g.cliques(True).count, "k=True"),
    (lambda g: g.cliques(0).count, "k=0"),
    (lambda g: g.cliques(2**31).count, "k=2147483648: expected a whole number from 1 to"),
    (lambda g: g.motifs(10**30), "k=1000000000000000000000000000000: expected"),
    (lambda g: g.orbits(2**40), "k=1099511627776: expected"),
    (lambda g: g.cliques(max_k=2**40).count, "max_k=1099511627776: expected"),
    (lambda g: g.cliques(3).list(2**64), "limit=18446744073709551616: expected"),
    (lambda g: g.cliques(3, min_k=2), "k and min_k"),
    (lambda g: g.cliques(min_k=5, max_k=3).count, "5 to 3"),
    (lambda g: g.cliques().list(), "k: a list"),
    (lambda g: g.cliques(3, per="node"), "per='node'"),
    (lambda g: g.cliques(3).sizes, "one size was asked for"),
    (lambda g: g.cliques(3, algorithm="best").count, "algorithm='best'"),
    (lambda g: g.cliques(3, algorithm=3), "algorithm=3"),
    (lambda g: g.cliques(3, limit=5).count, "limit is for lists"),
    (lambda g: g.cliques(3).list(-1), "limit=-1"),
    (lambda g: g.cliques(3, device="gpu").count, "device='gpu'"),
    (lambda g: g.cliques(3, device=0).count, "device=0"),
    (lambda g: g.cliques(3, threads=-1).count, "threads=-1"),
    (lambda g: g.cliques(3, threads=1.5).count, "threads=1.5"),
    (lambda g: g.cliques(3, deadline="soon").count, "deadline='soon'"),
    (lambda g: g.cliques(3, deadline=-1).count, "deadline=-1"),
    (lambda g: g.cliques(3, deadline=float("nan")).count, "deadline=nan"),
    (lambda g: g.cliques(3, progress=5).count, "progress=5"),
    (lambda g: g.cliques(3, roots=[99]).count, "roots has the id 99"),
    (lambda g: g.cliques(3, roots="abc").count, "roots='abc'"),
    (lambda g: g.cliques(3, roots=[[1, 2]]).count, "roots has the id [1, 2]"),
    (lambda g: g.cliques(3, warp_width=7, device="host").count, "a warp width of 7 needs CUDA"),
    (lambda g: g.cliques(3, roots=[1, 1]).count, "root"),
    (lambda g: g.cliques(3, order="random").count, "order='random'"),
    (lambda g: g.cliques(3, balance="fair").count, "balance='fair'"),
    (lambda g: g.cliques(3, policy="dumato").count, "no effect without balance"),
    (lambda g: g.cliques(3, checkpoint=5).count, "checkpoint=5"),
    (lambda g: g.cliques(3, resume="/nowhere.ck").count, "/nowhere.ck"),
    (lambda g: g.motifs(10), "10"),
    (lambda g: g.motifs(3, directed=True), "direct"),
    (lambda g: g.motifs(3, directed="yes"), "directed='yes'"),
    (lambda g: g.matches("hose").count, "hose"),
    (lambda g: g.matches(5).count, "pattern=5"),
    (lambda g: g.matches("0-1,2-3").count, "connected"),
    (lambda g: g.matches("house", order=[7]), "order=[7]"),
    (lambda g: g.matches("0:x,0-1").count, "label"),
    (lambda g: g.matches("12-star", mappings=True).list(3), "automorphisms"),
    (lambda g: g.matches("house", per="edge"), "per='edge'"),
    (lambda g: g.graphlets(6), "6"),
    (lambda g: g.discover(3, null="none"), "null='none'"),
    (lambda g: g.discover(3, statistic="z"), "statistic='z'"),
    (lambda g: g.sieve("0,1", [0, 1]), "colours has 2 entries"),
    (lambda g: g.sieve("0,1", [0.5] * 34), "colours=0.5"),
    (lambda g: g.sieve("0,1", {99: 0}), "colours has the id 99"),
    (lambda g: g.distance(5), "other=5"),
    (lambda g: g.distance(g, "gcd12"), "kind='gcd12'"),
    (lambda g: g.estimate("clique", 3), "what='clique'"),
    pytest.param(lambda g: g.resident("lockstep").cliques(3, device="host").count, "device", marks=needs_lockstep),
    (lambda g: g.close(), "resident"),
    (lambda g: g.arcs, "no directions"),
    (lambda g: cd.Pattern(nx.MultiGraph([(0, 1)])), "multigraph"),
    (lambda g: cd.Pattern(nx.path_graph(40)), "32"),
]


@pytest.mark.parametrize(("call", "text"), CALLS)
def test_calls(karate, call, text):
    with pytest.raises((cd.InputError, cd.Error)) as raised:
        call(karate)
    assert text in str(raised.value) and "\n" not in str(raised.value)


def test_a_closed_resident_graph_is_refused(karate):
    with karate.resident("host") as held:
        assert held.cliques(5).count == 2
    with pytest.raises(cd.InputError, match="closed"):
        held.motifs(3)
    with pytest.raises(cd.InputError, match="closed"):
        held.cliques(3).list()
    with pytest.raises(cd.InputError, match="not resident"):
        karate.__enter__()


def test_kinds_of_errors():
    assert issubclass(cd.InputError, ValueError) and issubclass(cd.Error, RuntimeError)


def test_arrays_are_copied(karate):
    edges = np.array([[0, 1], [1, 2], [2, 0]])
    graph = cd.Graph(edges)
    edges[:] = 0
    assert graph.cliques(3).count == 1
    with pytest.raises(ValueError, match="read-only"):
        karate.indices[0] = 5


def test_no_memory():
    code = (
        "import resource, numpy as np, cerrado as cd\n"
        "x = np.arange(16_000_000).reshape(-1, 2)\n"
        "pages = int(open('/proc/self/statm').read().split()[0])\n"
        "resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 6 * 10**7,) * 2)\n"
        "try: cd.Graph(x)\nexcept MemoryError as error: print(error)\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(pathlib.Path(cd.__file__).parents[1]), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert "too little memory for the run" in done.stdout, done.stderr


def test_masks_bytes_and_paths():
    masked = np.ma.masked_array([[0, 1], [1, 2], [5, 6]], mask=[[0, 0], [0, 0], [1, 1]])
    with pytest.raises(cd.InputError, match="has masked entries"):
        cd.Graph(masked)
    with pytest.raises(cd.InputError, match="has masked entries"):
        cd.Graph((masked[:, 0], masked[:, 1]))
    assert list(cd.Graph(np.ma.masked_array([[0, 1]])).nodes) == [0, 1]
    assert list(cd.Graph(np.array([[3, 4], [4, 9]], dtype=">i8")).nodes) == [3, 4, 9]
    for call in (lambda: cd.read("a\0b"), lambda: cd.Graph([(0, 1)]).save("a\0b.txt")):
        with pytest.raises(cd.InputError, match="expected the path of a file"):
            call()


def test_an_edge_within_a_label():
    with pytest.raises(cd.InputError, match="is this an edge within a label"):
        cd.Pattern("0:O-1:C")
    assert cd.Pattern("0:CD-4,0-1").size == 2


def test_no_cliques_have_no_sizes():
    assert cd.Graph([]).cliques().sizes == {} and cd.Graph([]).cliques().clique_number == 0
    with pytest.raises(cd.InputError, match="one size was asked for"):
        cd.Graph([]).cliques(3).sizes

"""Graphs go to other processes and to files, with their ids, names and labels."""

import copy
import multiprocessing
import pickle
import threading
import time

import networkx as nx
import numpy as np
import pytest

import cerrado as cd


def labelled():
    graph = nx.DiGraph()
    graph.add_edge("x", "y", kind="e1")
    graph.add_edge("y", "z", kind="e2")
    graph.add_node("w", colour="red")
    return cd.Graph(graph, labels="colour", edge_labels="kind")


def read(tmp_path):
    (tmp_path / "edges.csv").write_text("source,target\nann,bob\nbob,cat\n")
    return cd.read(tmp_path / "edges.csv", names=True)


GRAPHS = {
    "positions": lambda _: cd.generate("er:n=30,m=90,seed=1"),
    "numbers": lambda _: cd.Graph([(5, 9), (9, 7)]),
    "texts": lambda _: cd.Graph([("b", "a"), ("a", "c")]),
    "tuples": lambda _: cd.Graph([((0, 1), (1, 2))]),
    "labelled": lambda _: labelled(),
    "read": read,
    "empty": lambda _: cd.Graph([]),
}


def all_of(graph):
    return (
        list(graph.nodes), graph.edges.tolist(), graph.is_directed, graph._core.vertex_labels(), graph._core.edge_labels(),
        graph.read_as, graph.cleaning, repr(graph), graph.cliques().sizes,
    )  # fmt: skip


@pytest.mark.parametrize("name", GRAPHS)
def test_pickle(name, tmp_path):
    graph = GRAPHS[name](tmp_path)
    assert all_of(pickle.loads(pickle.dumps(graph))) == all_of(graph)
    assert copy.deepcopy(graph) is graph and copy.copy(graph) is graph


def test_a_resident_graph_is_not_pickled():
    with cd.generate("complete:n=5").resident("host") as graph, pytest.raises(cd.InputError, match="resident on"):
        pickle.dumps(graph)


def triangles(graph):
    return graph.cliques(3).count


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(method):
    graphs = [cd.generate("complete:n=6"), cd.Graph(nx.relabel_nodes(nx.complete_graph(5), {i: f"v{i}" for i in range(5)}))]
    assert [triangles(graph) for graph in graphs] == [20, 10]  # threads run here already
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(triangles, graphs) == [20, 10]


# Ending: whether it holds names, and numbers as ids.
ENDINGS = {
    "txt": (True, True), "csv": (True, True), "tsv": (True, True), "graphml": (True, True), "gml": (True, True),
    "net": (True, False), "sif": (True, True), "cbin": (True, True), "mtx": (False, False), "cgz": (True, True),
}  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("nodes", ["texts", "numbers"])
def test_ids_in_files(ending, nodes, tmp_path, caplog):
    graph, file = GRAPHS[nodes](tmp_path), tmp_path / f"graph.{ending}"
    graph.compress(file) if ending == "cgz" else graph.save(file)
    has_ids = ENDINGS[ending][nodes == "numbers"]
    assert ("not kept" in caplog.text) == (not has_ids)
    found = cd.read(file, names=nodes == "texts" and has_ids)
    assert (set(found.nodes) == set(graph.nodes)) == has_ids and found.edge_count == graph.edge_count
    if has_ids:
        assert {frozenset(e) for e in found.edges.tolist()} == {frozenset(e) for e in graph.edges.tolist()}


def test_ids_that_no_file_has(tmp_path, caplog):
    cd.Graph([((0, 1), (1, 2))]).save(tmp_path / "graph.txt")
    assert "the ids become positions from 0 on, since (0, 1) is neither a text nor a whole number" in caplog.text
    caplog.clear()
    cd.Graph([(1, "1")]).save(tmp_path / "graph.txt")
    assert "a text and a number are alike" in caplog.text
    with pytest.raises(cd.InputError, match="cannot be a vertex's name"):
        cd.Graph([("a\nb", "c")]).save(tmp_path / "other.txt")
    assert not (tmp_path / "other.txt").exists()


@pytest.mark.parametrize("per", ["vertex", "edge"])
def test_frames_have_ids(per):
    pytest.importorskip("pandas")
    graph = cd.Graph([("b", "a"), ("a", "c"), ("c", "b")])
    frame = pickle.loads(pickle.dumps(graph.orbits(4, per=per))).to_frame()
    expected = list(graph.nodes) if per == "vertex" else [tuple(edge) for edge in graph.edges.tolist()]
    assert frame.index.tolist() == expected and frame.loc["a"].sum().sum() > 0


def test_a_list_gives_other_threads_their_turn():
    graph, turns = cd.generate("complete:n=60"), []
    done = threading.Event()

    def look():
        while not done.is_set():
            turns.append(time.perf_counter())
            time.sleep(0.001)

    watcher = threading.Thread(target=look)
    watcher.start()
    assert len(graph.cliques(4).list()) == 487635
    done.set()
    watcher.join()
    assert float(np.diff(turns).max()) < 0.5


def test_two_kinds_of_vertices(tmp_path):
    (tmp_path / "ratings.csv").write_text("user,item\n1,1\n1,2\n2,1\n")
    assert cd.read(tmp_path / "ratings.csv", columns="1,2").vertex_count == 2
    assert cd.read(tmp_path / "ratings.csv", bipartite=True).vertex_count == 4


def test_messages_name_arguments(tmp_path, caplog):
    """Not the options of the command line."""
    (tmp_path / "names.txt").write_text("a b\nb c\n")
    with pytest.raises(cd.InputError, match=r"or give names=True if ids are names$"):
        cd.read(tmp_path / "names.txt")
    (tmp_path / "wide.txt").write_text("7 1 2\n8 2 3\n9 3 1\n")
    with pytest.raises(cd.InputError, match=r"Give columns='2,3', or columns='1,2'"):
        cd.read(tmp_path / "wide.txt")
    (tmp_path / "ragged.txt").write_text("0 1 4\n1 2 1\n2 2 4\n0 1\n")
    with pytest.raises(cd.InputError, match=r"give format='adjlist', format='metis', or columns='1,2' for the first two"):
        cd.read(tmp_path / "ragged.txt")
    (tmp_path / "times.txt").write_text("1 2 77\n2 3 78\n")
    assert cd.read(tmp_path / "times.txt").edge_count == 2
    assert "columns= takes others" in caplog.text

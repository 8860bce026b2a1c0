"""Every kind of table gives the same columns of a graph, and queries on them give the rows of networkx and of golden files."""

import csv
import datetime
import logging
import math
import os
import pathlib
import pickle
import random

import igraph
import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse
from conftest import needs_lockstep, root
from networkx.algorithms import isomorphism

import cerrado as cd
from cerrado import nx as cnx
from cerrado.__main__ import main

DATA = pathlib.Path(os.environ.get("CERRADO_DATA_DIR", root.parent / "shared" / "data")) / "query"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no {DATA}: set CERRADO_DATA_DIR")

DAY = datetime.datetime(2024, 1, 15, 10, 30)
EDGES = {
    "pre": ["a", "b", "c", "a", "a"], "post": ["b", "c", "a", "b", "a"], "weight": [1, 2, None, 4, -5],
    "delay": [0.5, None, 1.5, math.nan, 2.0], "kind": ["x", None, "ü", "x", ""],
    "time": [DAY, None, DAY, DAY, datetime.datetime(1969, 1, 1)], "flag": [True, False, None, True, False],
}  # fmt: skip
CELLS = {"id": ["c", "a", "b", "z"], "type": ["KC", None, "APL", "KC"], "layer": [1, 2, 3, 4]}
ENDS = {"source": "pre", "target": "post", "directed": True}


class Stream:
    """A table of a library that is not known, such as a relation of DuckDB."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def polars_table(columns):
    return pytest.importorskip("polars").DataFrame(columns, strict=False)


def arrow_table(columns):
    return pytest.importorskip("pyarrow").table(columns)


def pandas_table(columns):
    frame = pandas.DataFrame(columns)
    for name, kind in (("weight", "Int64"), ("flag", "boolean")):
        if name in frame:
            frame[name] = pandas.array(columns[name], dtype=kind)
    return frame


MAKERS = {
    "dict": lambda columns: columns, "pandas": pandas_table, "polars": polars_table, "pyarrow": arrow_table,
    "batch": lambda columns: arrow_table(columns).to_batches()[0], "stream of pyarrow": lambda columns: Stream(arrow_table(columns)),
    "stream of polars": lambda columns: Stream(polars_table(columns)),
    "arrays": lambda columns: {name: np.array(values) for name, values in columns.items()},
}  # fmt: skip


def lists(table):
    """The cells of a table as lists. A missing one is None."""
    return {name: [None if cell != cell else cell for cell in values.tolist()] for name, values in table.items()}


def rows_of(table):
    return sorted(zip(*lists(table).values()), key=repr)


@pytest.mark.parametrize("kind", MAKERS)
def test_every_table_gives_the_same_columns(kind):
    graph = cd.Graph(MAKERS[kind](EDGES), vertices=MAKERS[kind](CELLS), **ENDS)
    assert list(graph.nodes) == ["c", "a", "b", "z"] and graph.arcs.tolist() == [["c", "a"], ["a", "b"], ["b", "c"]]
    assert graph.vertex_columns == {"type": "text", "layer": "int64"}
    expected = {"weight": "int64", "delay": "double", "kind": "text", "time": "time", "flag": "bool"}
    assert graph.edge_columns == expected
    assert lists(graph.vertex_table()) == {"id": ["c", "a", "b", "z"], "type": ["KC", None, "APL", "KC"], "layer": [1, 2, 3, 4]}
    whole = [tuple(None if cell != cell else cell for cell in row) for row in zip(*EDGES.values())]
    assert rows_of(graph.edge_table()) == sorted(whole, key=repr)
    assert graph.query("A -> B [weight > 0, kind = 'x']", "A, A_B.weight").list() in ([{"A": "a", "A_B.weight": w}] for w in (1, 4))
    assert graph.query("MATCH (a)-[e]->(b) RETURN count(*)").count == 4  # the parallel rows, without the loop
    assert graph.query("MATCH (a)-->(a) RETURN a").list() == [{"a": "a"}]


def test_texts_as_ids():
    edges = [("b", "a"), ("ü", "b"), ("a", "\ud800")]  # the last one has no bytes
    assert cd.Graph(edges[:2]).nodes == ["b", "a", "ü"] and cd.Graph(edges).nodes == ["b", "a", "ü", "\ud800"]
    assert cd.Graph(edges[:2], vertices={"id": ["ü", "z"], "n": [1, 2]}).nodes == ["ü", "z", "b", "a"]
    assert cd.Graph(edges, vertices={"id": ["ü", "z"], "n": [1, 2]}).nodes == ["ü", "z", "b", "a", "\ud800"]


def test_numbers_as_ids():
    cells = {"key": [30, 10, 20], "size": [3, 1, 2]}
    edges = pandas.DataFrame({"source": [10, 20, 40], "target": [20, 30, 10], "w": [1.5, 2.5, 3.5]})
    graph = cd.Graph(edges, vertices=cells)
    assert list(graph.nodes) == [30, 10, 20, 40] and lists(graph.vertex_table())["size"] == [3, 1, 2, None]
    far = cd.Graph({"source": [10**15, 5], "target": [5, 7]}, vertices={"id": [7, 10**15, 6], "n": ["x", "y", "z"]})
    assert list(far.nodes) == [7, 10**15, 6, 5] and lists(far.vertex_table())["n"] == ["x", "y", "z", None]
    indexed = pandas.DataFrame({"n": [1, 2]}, index=pandas.Index([5, 6], name="cell"))
    assert cd.Graph([(5, 6)], vertices=indexed, id="cell").vertex_columns == {"n": "int64"}
    assert cd.Graph(np.array([[5, 6], [6, 5]]), vertices=indexed.reset_index()).query("MATCH (a {n: 2})--(b) RETURN b").list() == [{"b": 5}]
    assert cd.Graph([("x", 1)], vertices={"id": [1, "x"], "n": [1, 2]}).query("A -- B; A.n < B.n", "A").list() == [{"A": 1}]
    positions = cd.Graph([(0, 1), (1, 2)], vertices={"id": [0, 1, 2, 3], "n": [1, 2, 3, 4]})
    assert positions._nodes is None and len(positions) == 4


def test_types_of_pandas():
    zone = datetime.timezone(datetime.timedelta(hours=2))
    frame = pandas.DataFrame({
        "source": [1, 2], "target": [2, 3], "category": pandas.Categorical(["x", None], categories=["y", "x"]),
        "u8": np.array([1, 2], np.uint8), "f4": np.array([0.5, np.nan], np.float32),
        "zoned": pandas.to_datetime([DAY, None]).tz_localize(zone), "codes": pandas.Categorical([3, 5]),
        "objects": [None, datetime.date(2024, 1, 2)], "numbers": np.array([1, 2.5], dtype=object), "nulls": [None, None],
    })  # fmt: skip
    graph = cd.Graph(frame)
    assert graph.edge_columns == {
        "category": "text", "u8": "int64", "f4": "double", "zoned": "time", "codes": "int64", "objects": "time", "numbers": "double",
        "nulls": "text",
    }  # fmt: skip
    found = lists(graph.edge_table())
    assert found["category"] == ["x", None] and found["codes"] == [3, 5] and found["f4"] == [0.5, None]
    assert found["zoned"] == [DAY - datetime.timedelta(hours=2), None] and found["objects"] == [None, datetime.datetime(2024, 1, 2)]


def test_types_of_arrow():
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    long = "a text that is longer than a view"
    columns = {
        "large": pyarrow.array(["x", None, long], pyarrow.large_string()), "view": pyarrow.array([long, "y", None], pyarrow.string_view()),
        "coded": pyarrow.array(["q", "p", None]).dictionary_encode(), "day": pyarrow.array([None, 1, 2], pyarrow.date32()),
        "u64": pyarrow.array([1, None, 3], pyarrow.uint64()), "i8": pyarrow.array([1, -1, 0], pyarrow.int8()),
        "f4": pyarrow.array([0.5, None, 1], pyarrow.float32()), "none": pyarrow.nulls(3), "flag": pyarrow.array([True, None, False]),
        **{f"t{unit}": pyarrow.array([-1, None, 10**9], pyarrow.timestamp(unit, tz="UTC")) for unit in ("s", "ms", "us", "ns")},
    }  # fmt: skip
    part = pyarrow.table({"source": [1, 2, 3], "target": [2, 3, 4], **columns})
    both = pyarrow.concat_tables([part, part]).slice(1, 4)  # with offsets, in two pieces
    graph = cd.Graph(both, directed=True)
    without_zone = lambda cell: cell.replace(tzinfo=None) if isinstance(cell, datetime.datetime) else cell  # noqa: E731
    expected = {name: list(map(without_zone, both[name].to_pylist())) for name in columns if name not in ("day", "tns")}
    found = lists(graph.edge_table())
    order = sorted(range(4), key=lambda i: both["source"].to_pylist()[i])
    for name, cells in expected.items():
        assert found[name] == [cells[i] for i in order], name
    assert {cell for cell in found["day"] if cell} == {datetime.datetime(1970, 1, 2), datetime.datetime(1970, 1, 3)}
    before = datetime.datetime(1969, 12, 31, 23, 59, 59, 999999)
    assert {cell for cell in found["tns"] if cell} == {before, datetime.datetime(1970, 1, 1, 0, 0, 1)}
    coded = polars.DataFrame({"source": [1, 2], "target": [2, 3]}).with_columns(kind=polars.Series(["b", "a"], dtype=polars.Categorical))
    assert lists(cd.Graph(coded).edge_table())["kind"] == ["b", "a"]


def test_columns_that_no_graph_can_have(caplog):
    odd = pandas.DataFrame({"source": [1], "target": [2], "list": [[1]], "fine": [1]})
    with caplog.at_level(logging.WARNING, "cerrado"):
        assert cd.Graph(odd).edge_columns == {"fine": "int64"}
    assert "column 'list' has a cell of the type list" in caplog.text and "left out" in caplog.text
    assert cd.Graph(odd, attributes=False).edge_columns == {}
    for table in (odd, {"source": [1, 2], "target": [2, 3], "mixed": ["a", 1]}, {"source": [1], "target": [2], "wide": [2**70]},
                  {"source": [1], "target": [2], "least": [-(2**63)]}):  # fmt: skip
        with pytest.raises(cd.InputError, match="column '(list|mixed|wide|least)'"):
            cd.Graph(table, attributes=True)


REFUSED = [
    (lambda: cd.Graph([(1, 2)], vertices={"id": ["a", "b"], "n": [1, 2]}), "no id, such as 'a', is an id of an edge, such as 1"),
    (lambda: cd.Graph([(1, 2)], vertices={"id": [1, 2, 1]}), "the id 1 twice"),
    (lambda: cd.Graph([("a", "b")], vertices={"id": ["a", "a"]}), "twice"),
    (lambda: cd.Graph([(1, 2)], vertices={"id": [1, None]}), "lacks values"),
    (lambda: cd.Graph([(1, 2)], vertices={"id": [1, 2]}, id="key"), "id='key': the table has no such column: it has id"),
    (lambda: cd.Graph([(1, 2)], vertices="cells.csv"), "expected a table"),
    (lambda: cd.Graph([(1, 2)], vertices={}), "has no columns"),
    (lambda: cd.Graph([(1, 2)], id="id"), "id names the column"),
    (lambda: cd.Graph([(1, 2)], nodes=[1, 2], vertices={"id": [1, 2]}), "nodes and vertices"),
    (lambda: cd.Graph(nx.path_graph(3), vertices={"id": [1, 2]}), "vertices has no meaning for a graph of networkx"),
    (lambda: cd.Graph({"a": [1], "b": [2]}), "the table has no such column: it has a, b"),
    (lambda: cd.Graph({"source": [1], "target": [2]}, attributes="weight"), "attributes='weight'"),
    (lambda: cd.Graph({"source": [1], "target": [2]}, atributes=True), "did you mean attributes"),
    (lambda: cd.read("edges.csv", id="x"), "id names the column"),
]


@pytest.mark.parametrize(("call", "text"), REFUSED)
def test_refused(call, text):
    with pytest.raises(cd.InputError) as raised:
        call()
    assert text in str(raised.value) and "\n" not in str(raised.value)


def test_vertices_that_only_edges_have(caplog):
    with caplog.at_level(logging.WARNING, "cerrado"):
        cd.Graph([("a", "b"), ("b", "x")], vertices=CELLS)
    assert "1 vertices of edges are not in vertices: their attributes are missing" in caplog.text


def multigraph():
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", weight=3)
    graph.add_edge("a", "b", weight=4, kind="x")
    graph.add_edge("b", "b", day=datetime.date(2024, 1, 2))
    graph.add_edge("b", "a", weight=np.int64(7), kind=None)
    graph.nodes["a"].update(colour="red", size=np.float64(1.5))
    graph.add_node("c", colour="blue")
    return graph


def test_networkx():
    graph = cd.Graph(multigraph())
    assert graph.vertex_columns == {"colour": "text", "size": "double"}
    assert graph.edge_columns == {"weight": "int64", "kind": "text", "day": "time"}
    assert graph.query('A -> B as ab; A.colour = "red"; ab.weight > 3').list() == [{"A": "a", "B": "b"}]
    back = graph.to_networkx(attributes=True)
    assert isinstance(back, nx.MultiDiGraph) and list(back) == ["a", "b", "c"]
    assert back.nodes["a"] == {"colour": "red", "size": 1.5} and back.nodes["b"] == {}
    assert sorted(map(str, back.edges(data=True))) == sorted([
        "('a', 'b', {'weight': 3})", "('a', 'b', {'weight': 4, 'kind': 'x'})", "('b', 'a', {'weight': 7})",
        "('b', 'b', {'day': datetime.datetime(2024, 1, 2, 0, 0)})",
    ])  # fmt: skip
    assert cd.Graph(multigraph(), attributes=False).edge_columns == {}
    assert cd.Graph(nx.path_graph(4))._core.has_columns is False
    undirected = cd.Graph(nx.MultiGraph([(0, 1), (1, 0), (1, 2)]))
    assert undirected.query("MATCH (a)-[e]-(b)-[f]-(c) RETURN count(*)").count == 8  # 6 in the middle
    view = nx.subgraph_view(multigraph(), filter_node=lambda node: node != "c")
    assert rows_of(cd.Graph(view).edge_table()) == rows_of(graph.edge_table())
    weights = cd.Graph(nx.karate_club_graph(), edge_labels="weight", labels="club")
    by_labels = weights.query("MATCH (a:Officer)-[e:`7`]-(b) RETURN count(*)")
    assert by_labels.count == weights.query("A -- B [weight = 7]; A.club = 'Officer'", mode="edges").count > 0


def test_igraph():
    graph = igraph.Graph([(0, 1), (1, 2), (0, 1)], directed=True)
    graph.es["w"], graph.vs["kind"], graph.vs["name"] = [1.5, 2.5, None], ["x", None, "y"], ["u", "v", "w"]
    made = cd.Graph(graph)
    assert made.vertex_columns == {"kind": "text"} and rows_of(made.edge_table()) == [("u", "v", 1.5), ("u", "v", None), ("v", "w", 2.5)]


def test_columns_go_where_the_graph_goes(tmp_path):
    graph = cd.Graph(EDGES, vertices=CELLS, **ENDS)
    again = pickle.loads(pickle.dumps(graph))
    part = graph.within(["a", "b", "z"])
    graph.save(tmp_path / "graph.cbin")
    saved = cd.read(tmp_path / "graph.cbin", attributes=True)
    for other in (again, saved):
        assert rows_of(other.edge_table()) == rows_of(graph.edge_table()) and rows_of(other.vertex_table()) == rows_of(graph.vertex_table())
        assert other.edge_columns == graph.edge_columns
    assert rows_of(part.edge_table()) == [row for row in rows_of(graph.edge_table()) if "c" not in row[:2]]
    assert part.query("A -> B", "A.type, count(*)").groups == [{"A.type": None, "count": 1}]
    with graph.resident("host") as held:
        assert held.query("A -> B [weight > 1]").count == 2
    assert lists(cd.generate("cycle:n=3").edge_table()) == {"source": [0, 0, 1], "target": [1, 2, 2]}
    assert list(cd.Graph([(1, 2)], vertices={"key": [1, 2], "id": [5, 6]}).vertex_table()) == ["id_", "id"]


# Golden values.


def golden(name):
    if not DATA.is_dir():
        return []
    with open(DATA / name, newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def graphs():
    made = {}
    for name in ("plain", "multi", "social", "worm"):
        edges, cells = DATA / f"{name}.edges.csv", DATA / f"{name}.vertices.csv"
        made[name] = cd.read(edges, directed=name != "social", names=name == "worm", attributes=True, vertices=cells)
    return made


def places(name):
    with open(DATA / f"{name}.vertices.csv", newline="") as file:
        ids = [row[0] for row in csv.reader(file)][1:]
    return {(int(i) if i.isdigit() else i): place for place, i in enumerate(ids)}


@needs_data
def test_golden(graphs):
    place = {name: places(name) for name in graphs}
    for row in golden("dev.tsv"):
        graph = graphs[row["graph"]]
        for text in filter(None, (row["dotmotif"], row["match"])):
            query = graph.query(text, mode={"homs": "all"}.get(row["mode"], row["mode"]))
            assert (query.count, query.symmetries) == (int(row["count"]), int(row["symmetries"])), row["id"]
            if row["mode"] == "nodes":
                assert query.matches == int(row["matches"]), row["id"]
            if query.count > 20000:
                continue
            sums = {
                name: sum(place[row["graph"]][node] * int(times) for node, times in zip(graph.nodes, counts))
                for name, counts in query.per_vertex().items()
            }  # fmt: skip
            assert sums == {name: int(total) for name, total in (part.split("=") for part in row["sums"].split())}, row["id"]


@needs_data
def test_golden_first_rows(graphs):
    for row in golden("dev.tsv"):
        graph = graphs[row["graph"]]
        for text in filter(None, (row["dotmotif"], row["match"])):
            query = graph.query(text, mode={"homs": "all"}.get(row["mode"], row["mode"]))
            first = query.first()
            assert query.exists() == (first is not None) == (int(row["count"]) > 0), row["id"]
            if first is not None and int(row["count"]) <= 20000:
                assert first in query.list(), row["id"]


@needs_data
def test_golden_groups(graphs):
    texts = {row["id"]: row for row in golden("dev.tsv")}
    for name in sorted({row["id"] for row in golden("groups.tsv")}):
        row = texts[name]
        expected = {tuple(one["key"].split("|")): int(one["count"]) for one in golden("groups.tsv") if one["id"] == name}
        query = graphs[row["graph"]].query(row["match"], mode=row["mode"])
        words = {None: "null", True: "true", False: "false"}
        as_key = lambda group: tuple(words.get(cell, str(cell)) for cell in list(group.values())[:-1])  # noqa: E731
        assert {as_key(group): group["count"] for group in query.groups} == expected
        assert query.count == sum(expected.values())


@needs_data
def test_golden_tables(graphs):
    """The same tables from pandas."""
    edges, cells = (pandas.read_csv(DATA / f"worm.{kind}.csv") for kind in ("edges", "vertices"))
    worm = cd.Graph(edges, vertices=cells, **ENDS)
    assert worm.vertex_columns == graphs["worm"].vertex_columns and worm.edge_columns == graphs["worm"].edge_columns
    for row in golden("dev.tsv"):
        if row["graph"] == "worm" and row["dotmotif"]:
            assert worm.query(row["dotmotif"], mode={"homs": "all"}.get(row["mode"], row["mode"])).count == int(row["count"])


# The answer to a query.

TABLE = {
    "source": [1, 2, 3, 1, 3, 4, 1], "target": [2, 3, 1, 3, 4, 1, 2], "weight": [1, 2, 3, 4, None, 6, 7],
    "time": [DAY + datetime.timedelta(hours=i) for i in range(7)], "kind": ["x", "y", "x", None, "x", "y", "x"],
}  # fmt: skip
GRAPH = cd.Graph(TABLE, vertices={"id": [1, 2, 3, 4], "type": ["KC", "PN", "KC", None], "r": [1.5, None, 2.5, 3.5]}, directed=True)


def test_rows():
    query = GRAPH.query("A -> B as ab; B -> C as bc; ab.time < bc.time", "A, B.type, B.r, ab.weight, bc.weight AS w, bc.time")
    assert query.columns == ("A", "B.type", "B.r", "ab.weight", "w", "bc.time") and query.variables == ("A", "B", "C")
    rows = query.list()
    assert rows == list(query) and len(rows) == query.count
    edges = list(zip(*TABLE.values()))
    expected = {(u, v, w) for u, v, _, before, _ in edges for x, w, _, after, _ in edges if v == x and u != w and before < after}
    assert len(rows) == len(expected) and all(isinstance(row["bc.time"], datetime.datetime) for row in rows)
    types, sizes = dict(zip([1, 2, 3, 4], ["KC", "PN", "KC", None])), dict(zip([1, 2, 3, 4], [1.5, None, 2.5, 3.5]))
    assert sorted(map(repr, ((row["A"], row["B.type"], row["B.r"]) for row in rows))) == sorted(
        repr((u, types[v], sizes[v])) for u, v, _ in expected
    )
    assert {row["w"] for row in rows} >= {None}
    frame = query.to_frame()
    assert list(frame.columns) == list(query.columns) and frame["w"].isna().sum() == sum(row["w"] is None for row in rows)
    assert str(frame["w"].dtype) == "Int64" and frame["bc.time"].dtype.kind == "M"
    table = pytest.importorskip("pyarrow") and query.to_arrow()
    assert table.to_pylist() == [row | {"B.r": row["B.r"]} for row in rows] and str(table.schema.field("w").type) == "int64"
    assert query.first() in rows
    assert GRAPH.query("MATCH (a)-[e]->(b) RETURN a.type, e.kind, count(*)").first().keys() == {"a.type", "e.kind"}
    assert len(query.list(2)) == 2 and query.exists() and sum(len(block["A"]) for block in query.blocks()) == len(rows)
    assert len(GRAPH.query("A -> B", limit=3).list()) == 3 and GRAPH.query("A -> B", limit=3).count == 6
    assert query.list(0) == []


def test_no_rows():
    query = GRAPH.query("A -> B [weight > 100]", "A, A_B.weight, A_B.kind, B.r, A_B.time")
    assert query.count == 0 and query.list() == [] and not query.exists() and query.first() is None
    assert list(query.to_frame().columns) == ["A", "A_B.weight", "A_B.kind", "B.r", "A_B.time"] and len(query.to_arrow()) == 0
    never = GRAPH.query("MATCH (a)-->(b) WHERE 1 > 2 RETURN a")
    assert never.count == 0 and never.list() == [] and never.result.notes


def test_counts():
    query = GRAPH.query("A -> B; B -> C; C -> A")
    assert (query.count, query.symmetries, query.matches, query.mode) == (6, 3, 2, "nodes")
    assert GRAPH.query("A -> B; B -> C; C -> A", distinct=True).count == 2
    assert {tuple(row.values()) for row in GRAPH.query("A -> B; B -> C; C -> A", distinct=True)} == {(1, 2, 3), (1, 3, 4)}
    assert GRAPH.query("A -> B; B -> C", induced=True).count == 2
    assert GRAPH.query("MATCH (a:KC)-[e:x]->(b) RETURN count(*)", label="type", edge_label="kind").count == 4
    assert GRAPH.query("A -> B", mode="edges").count == 7 and GRAPH.query("A -> B", mode="edges").matches is None
    local = query.per_vertex()
    assert list(local) == ["A", "B", "C"] and local["A"].tolist() == [2, 1, 2, 1] and "3" in query.explain()
    grouped = GRAPH.query("A -> B", "A.type, A_B.time, count(*)", limit=2)
    assert len(grouped.groups) == 2 and list(GRAPH.query("A -> B", "A, count(*)")) == GRAPH.query("A -> B", "A, count(*)").groups
    assert GRAPH.query("A -> B", "A, count(*)").groups == [{"A": i, "count": n} for i, n in ((1, 2), (2, 1), (3, 2), (4, 1))]
    frame = GRAPH.query("A -> B", "A.type, count(*)").to_frame()
    assert frame["A.type"].fillna("").tolist() == ["", "KC", "PN"] and frame["count"].tolist() == [1, 4, 1]
    texts = cd.Graph([("p", "q"), ("q", "r")], directed=True)
    assert texts.query("A -> B", "B, count(*)").groups == [{"B": "q", "count": 1}, {"B": "r", "count": 1}]
    assert texts.within(["q", "r"]).query("A -> B", "A, B, count(*)").groups == [{"A": "q", "B": "r", "count": 1}]
    named = cd.Graph(nx.relabel_nodes(nx.path_graph(3), {0: (0, 0)})).query("A -- B")
    assert {row["A"] for row in named} == {(0, 0), 1, 2}
    record = query.to_dict()
    assert record["app"] == "query" and record["count"] == "6" and record["symmetries"] == 3 and record["parameters"]["mode"] == "nodes"
    assert pickle.loads(pickle.dumps(query.result)) == query.result and "6" in repr(query) and "table" in query._repr_html_()
    assert "worker" in GRAPH.estimate("query", "A -> B as ab; B -> A as ba; ab.weight < ba.weight", device="host")
    assert "not counted yet" in repr(GRAPH.query("A -> B"))


@pytest.mark.parametrize("device", ["host", pytest.param("lockstep", marks=needs_lockstep)])
def test_devices(device):
    query = GRAPH.query("A -> B as ab; B -> C as bc; C !> A; ab.time < bc.time", "A, B, ab.weight", device=device, threads=2)
    usual = GRAPH.query("A -> B as ab; B -> C as bc; C !> A; ab.time < bc.time", "A, B, ab.weight")
    assert query.result.device == device and query.count == usual.count > 0
    assert sorted(map(repr, query)) == sorted(map(repr, usual))


@needs_data
def test_records_are_those_of_the_command(command, graphs):
    for text, returns in (("A -> B; B -> A", None), ("A -> B [weight > 5]", "A.type, A_B.flag AS f, count(*)")):
        returns = returns and returns.replace("A_B.flag", "B.flag")
        arguments = ["query", DATA / "plain.edges.csv", "--vertices", DATA / "plain.vertices.csv", "--directed", text]
        theirs = command(*arguments, *(["--return", returns] if returns else []))
        ours = graphs["plain"].query(text, returns).to_dict()
        for name in ("app", "semantics", "count", "symmetries", "matches", "groups", "status", "parameters"):
            assert ours.get(name) == theirs.get(name), name
        assert list(ours) == list(theirs)


def test_verify(caplog):
    with caplog.at_level(logging.INFO, "cerrado"):
        for arguments in ({}, {"distinct": True}, {"mode": "edges"}, {"mode": "all"}):
            query = GRAPH.query("A -> B; B -> C; C -> A", verify=True, **arguments)
            assert query.count == GRAPH.query("A -> B; B -> C; C -> A", **arguments).count
    assert caplog.text.count("verified: the number of rows agrees with the serial program") == 4
    with pytest.raises(cd.InputError, match="verify is for counts, not for rows"):
        query.list()


LINES = [
    (lambda: GRAPH.query("A -> B [wieght > 1]").count, "query:1:", "did you mean 'weight'", "A -> B [wieght > 1]"),
    (lambda: GRAPH.query("A -> B; A.tpe = 1").list(), "query:1:", "did you mean 'type'", "A -> B; A.tpe = 1"),
    (lambda: GRAPH.query("A -> B; A.type > 1").exists(), "query:1:9:", "is compared with", "A -> B; A.type > 1"),
    (lambda: GRAPH.query("A -> "), "query:1:", "", "A -> "),
    (lambda: GRAPH.query("A -> B", "C.type").list(), "C", "", ""),
    (lambda: cd.generate("cycle:n=4").query("A -> B").count, "directed=True", "--", "A -> B"),
    (lambda: cd.Graph([(1, 2)]).query("A -- B [weight > 1]").count, "give a table of edges", "", "A -- B [weight > 1]"),
    (lambda: cd.Graph([(1, 2)]).query("A -- B; A.r > 1").count, "give a table with vertices=", "", ""),
    (lambda: cd.Graph([(1, 2)]).query("MATCH (a:KC)--(b) RETURN a").list(), "give labels=, or label=", "", ""),
    (lambda: cd.read(root / "datasets" / "karate.txt").query("A -- B [weight > 1]").count, "attributes=True", "", ""),
]


@pytest.mark.parametrize(("call", "begin", "hint", "line"), LINES)
def test_messages_have_a_place(call, begin, hint, line):
    with pytest.raises(ValueError) as raised:
        call()
    problem, text, caret = str(raised.value).split("\n")
    assert begin in problem and hint in problem and line in text and caret.strip().startswith("^") and " --d" not in problem


def test_other_messages():
    for call, text in (
        (lambda: GRAPH.query("A -> B", mode="edges", distinct=True).count, "leave out distinct=True, or take mode='nodes'"),
        (lambda: GRAPH.query("A -> B", mode="edges", induced=True).count, "leave out induced=True"),
        (lambda: GRAPH.query("A -> B", mode="homs"), "mode='homs': expected nodes, edges or all"),
        (lambda: GRAPH.query("A -> B", limit=-1), "limit=-1"),
        (lambda: GRAPH.query("A -> B", limit=3).per_vertex(), "per_vertex() counts all rows"),
        (lambda: GRAPH.query(5), "text=5: expected a text"),
        (lambda: GRAPH.query("A -> B").groups, "the query returns no groups"),
        (lambda: GRAPH.query("A -> B", roots=[1]), "no option 'roots'"),
        (lambda: GRAPH.query("A -> B", distict=True), "did you mean distinct"),
        (lambda: GRAPH.query("A -> B", verify=True).first(), "verify is for counts, not for one row"),
        (lambda: next(GRAPH.query("A -> B", device="host").device_blocks()), "one GPU: give device='cuda', or take blocks()"),
        (lambda: next(GRAPH.query("A -> B", "A, B.type").device_blocks()), "has vertices alone: return variables without B.type"),
        (lambda: next(GRAPH.query("A -> B", "A, count(*)").device_blocks()), "has rows, not groups"),
        (lambda: next(GRAPH.query("A -> B", limit=3).device_blocks()), "limit is for rows on the host"),
    ):
        with pytest.raises(cd.InputError) as raised:
            call()
        assert text in str(raised.value) and "\n" not in str(raised.value)


def test_deadline():
    long = cd.generate("er:n=2000,m=200000,seed=1")
    path = "; ".join(f"{one} -- {other}" for one, other in zip("ABCDEFGHIJK", "BCDEFGHIJKL"))  # too long for a count by parts
    query = long.query(path, deadline="100ms")
    assert query.result.status == "deadline"
    with pytest.raises(cd.Error, match="the run was stopped"):
        query.list()
    assert next(iter(query.blocks()))["A"].size >= 1  # leaving the loop ends the search
    assert query.exists()
    with pytest.raises(cd.Error, match="before a row was found or ruled out"):
        joined = cd.Graph({"source": range(60), "target": [(i + 1) % 60 for i in range(60)]}, vertices={"id": range(60), "n": range(60)})
        joined.query(f"{path}; A.n = L.n", deadline=1e-9).exists()


def test_read_with_attributes(tmp_path):
    (tmp_path / "e.csv").write_text("pre,post,weight,kind\na,b,1,x\nb,c,2,\nb,c,3,y\n")
    (tmp_path / "v.tsv").write_text("size\tname\n1.5\tc\n2\ta\n")
    graph = cd.read(tmp_path / "e.csv", directed=True, names=True, vertices=tmp_path / "v.tsv", id="name", types={"weight": "double"})
    assert graph.edge_columns == {"weight": "double", "kind": "text"} and graph.vertex_columns == {"size": "double"}
    ends = {"source": ["a", "b", "b"], "target": ["b", "c", "c"]}
    assert lists(graph.edge_table()) == {**ends, "weight": [1, 2, 3], "kind": ["x", None, "y"]}
    assert cd.read(tmp_path / "e.csv", directed=True, names=True).edge_columns == {}
    assert cd.read(tmp_path / "e.csv", directed=True, names=True, attributes=True).query("A -> B", mode="edges").count == 3
    with pytest.raises(cd.InputError, match="did you mean weight"):
        cd.read(tmp_path / "e.csv", names=True, types="wieght:int64")
    (tmp_path / "v.tsv").write_text("name\tsize\nz\t4\nc\t1.5\nb b\t\n")
    more = cd.read(tmp_path / "e.csv", directed=True, names=True, vertices=tmp_path / "v.tsv")
    assert lists(more.vertex_table()) == {"id": ["a", "b", "b b", "c", "z"], "size": [None, None, None, 1.5, 4]}
    assert lists(more.edge_table()) == lists(graph.edge_table()) | {"weight": [1, 2, 3]}
    more.compress(tmp_path / "g.cgz")
    kept = cd.read(tmp_path / "g.cgz", attributes=True)
    assert lists(kept.vertex_table()) == lists(more.vertex_table()) and lists(kept.edge_table()) == lists(more.edge_table())


def test_arrays_have_weights(tmp_path):
    entries = [[0, 1, 2**53 + 1], [1, 0, -7], [1, 2, 5], [3, 3, 2**60]]
    source, target, weight = zip(*entries)
    expected = {"source": list(source), "target": list(target), "weight": list(weight)}
    np.save(tmp_path / "g.npy", np.array(entries))
    assert lists(cd.read(tmp_path / "g.npy", directed=True, attributes=True).edge_table()) == expected
    matrix = scipy.sparse.coo_array((weight, (source, target)), shape=(4, 4))
    for made in (matrix, matrix.tocsr(), matrix.tocsc()):
        scipy.sparse.save_npz(tmp_path / "g.npz", made)
        assert lists(cd.read(tmp_path / "g.npz", directed=True, attributes=True).edge_table()) == expected
    both = (matrix.tocsr() + matrix.tocsr().T).astype(float)
    scipy.sparse.save_npz(tmp_path / "g.npz", both)
    graph = cd.read(tmp_path / "g.npz", attributes=True)
    assert graph.edge_columns == {"weight": "double"} and lists(graph.edge_table())["weight"] == [float(2**53 - 6), 5, float(2**61)]


def test_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    edges, cells, made = tmp_path / "edges.parquet", tmp_path / "cells.parquet", tmp_path / "graph.cbin"
    parquet.write_table(pyarrow.table(EDGES), edges)
    parquet.write_table(pyarrow.table(CELLS), cells)
    expected = cd.Graph(EDGES, vertices=CELLS, **ENDS)
    graph = cd.read(edges, directed=True, vertices=cells)
    assert rows_of(graph.edge_table()) == rows_of(expected.edge_table()) and graph.vertex_columns == expected.vertex_columns
    assert cd.read(edges).edge_columns == {} and list(cd.read(edges).nodes) == ["a", "b", "c"]
    assert main(["convert", str(edges), str(made), "--directed", "--vertices", str(cells), "--id", "id"]) == 0
    assert rows_of(cd.read(made, attributes=True).edge_table()) == rows_of(expected.edge_table())
    assert main(["convert", str(tmp_path / "none.txt"), str(made)]) == 2
    assert main(["convert", str(edges), str(made), "--id", "x"]) == 2
    with pytest.raises(cd.InputError, match="columns has no meaning for a Parquet table"):
        cd.read(edges, columns="1,2")
    edges.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(cd.InputError, match="this is not a Parquet table"):
        cd.read(edges)


# networkx's matcher.

KINDS = {
    nx.Graph: isomorphism.GraphMatcher, nx.DiGraph: isomorphism.DiGraphMatcher, nx.MultiGraph: isomorphism.MultiGraphMatcher,
    nx.MultiDiGraph: isomorphism.MultiDiGraphMatcher,
}  # fmt: skip


def coloured(make, draw, nodes, edges):
    graph = make()
    graph.add_nodes_from((f"n{i}", {"colour": draw.randrange(2)}) for i in range(nodes))
    for _ in range(edges):
        u, v = draw.randrange(nodes), draw.randrange(nodes)
        if u != v or draw.random() < 0.5:
            graph.add_edge(f"n{u}", f"n{v}", weight=draw.randrange(2))
    return graph


def as_set(maps):
    found = [frozenset(one.items()) for one in maps]
    assert len(set(found)) == len(found)
    return set(found)


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("seed", range(30))
def test_matcher(make, seed):
    draw = random.Random(seed)
    graph = coloured(make, draw, draw.randrange(4, 9), draw.randrange(6, 22))
    while True:
        shape = coloured(make, draw, draw.randrange(1, 5), draw.randrange(1, 6))
        if nx.is_connected(shape.to_undirected() if shape.is_directed() else shape):
            break
    total = lambda edges: sum(data["weight"] for data in edges.values())  # noqa: E731
    node_match = draw.choice([None, lambda one, two: one["colour"] == two["colour"], lambda one, two: one["colour"] >= two["colour"]])
    edge_match = draw.choice([None, (lambda one, two: total(one) >= total(two)) if graph.is_multigraph()
                              else lambda one, two: one["weight"] == two["weight"]])  # fmt: skip
    theirs, ours = KINDS[make](graph, shape, node_match, edge_match), cnx.GraphMatcher(graph, shape, node_match, edge_match)
    for name in ("subgraph_monomorphisms_iter", "subgraph_isomorphisms_iter"):
        assert as_set(getattr(ours, name)()) == as_set(getattr(KINDS[make](graph, shape, node_match, edge_match), name)())
    assert ours.subgraph_is_isomorphic() == theirs.subgraph_is_isomorphic()
    assert ours.subgraph_is_monomorphic() == KINDS[make](graph, shape, node_match, edge_match).subgraph_is_monomorphic()


def test_a_match_is_asked_once_for_a_pair_of_attributes():
    graph, shape = nx.gnm_random_graph(200, 1000, seed=1), nx.path_graph(4)
    nx.set_node_attributes(graph, {node: node % 3 for node in graph}, "kind")
    nx.set_edge_attributes(graph, {edge: sum(edge) % 5 for edge in graph.edges}, "weight")
    nx.set_node_attributes(shape, {0: 1, 1: 1, 2: 2, 3: 2}, "kind")
    asked = []

    def same(one, two):
        asked.append((tuple(one.items()), tuple(two.items())))
        return one.get("kind") == two.get("kind") and one.get("weight", 0) % 2 == 0

    ours = as_set(cnx.GraphMatcher(graph, shape, same, same).subgraph_monomorphisms_iter())
    assert len(asked) == len(set(asked)) == 3 * 2 + 5
    assert ours == as_set(isomorphism.GraphMatcher(graph, shape, same, same).subgraph_monomorphisms_iter()) != set()
    for node in graph:
        graph.nodes[node]["list"] = [node]  # cannot be hashed
    assert as_set(cnx.GraphMatcher(graph, shape, same, same).subgraph_monomorphisms_iter()) == ours


def test_what_the_matcher_does_not_take():
    for graph, shape, text in (
        (nx.path_graph(20), nx.path_graph(17), "has 17 nodes: expected 1 to 16"),
        (nx.path_graph(20), nx.Graph(), "has 0 nodes"),
        (nx.path_graph(20), nx.empty_graph(2), "is not connected"),
        (nx.path_graph(20), nx.DiGraph([(0, 1)]), "one graph is directed"),
    ):
        with pytest.raises(cd.InputError, match=text):
            cnx.GraphMatcher(graph, shape)
    lonely = nx.DiGraph()
    lonely.add_nodes_from([1, 2])
    always = lambda one, two: True  # noqa: E731
    assert not cnx.DiGraphMatcher(lonely, nx.DiGraph([(0, 1)]), always).subgraph_is_monomorphic()
    assert list(cnx.DiGraphMatcher(lonely, nx.DiGraph([(0, 1)]), always).subgraph_isomorphisms_iter()) == []

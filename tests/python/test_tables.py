"""Tables of any library are read by the names of their columns."""

import pytest

import cerrado as cd

COLUMNS = {"weight": [1, 2], "source": ["a", "b"], "target": ["b", "c"]}


class Stream:
    """A table of a library that is not known: it gives Arrow's stream."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Interchange:
    """One that has the protocol of data frames alone."""

    def __init__(self, table):
        self.table = table

    def __dataframe__(self, *arguments, **named):
        return self.table.__dataframe__(*arguments, **named)


def polars_table(columns):
    return pytest.importorskip("polars").DataFrame(columns)


def arrow_table(columns):
    return pytest.importorskip("pyarrow").table(columns)


def pandas_table(columns):
    return pytest.importorskip("pandas").DataFrame(columns)


MAKERS = [
    polars_table, arrow_table, pandas_table, lambda c: arrow_table(c).to_batches()[0], lambda c: Stream(arrow_table(c)),
    lambda c: Stream(polars_table(c)), lambda c: Interchange(arrow_table(c)),
]  # fmt: skip


@pytest.mark.parametrize("make", MAKERS)
def test_names_of_columns_decide(make):
    graph = cd.Graph(make(COLUMNS), edge_labels="weight")
    assert list(graph.nodes) == ["a", "b", "c"] and graph.edges.tolist() == [["a", "b"], ["b", "c"]]
    assert graph._core.edge_labels() == ["1", "2"]
    numbers = cd.Graph(make({"x": [1, 2], "u": [7, 5], "v": [5, 9]}), source="u", target="v", directed=True)
    assert list(numbers.nodes) == [5, 7, 9] and numbers.arcs.tolist() == [[5, 9], [7, 5]]


@pytest.mark.parametrize("make", MAKERS)
def test_refused(make):
    with pytest.raises(cd.InputError, match="the table has no such column: it has a, b"):
        cd.Graph(make({"a": [1], "b": [2]}))
    with pytest.raises(cd.InputError, match="lacks values|floats"):
        cd.Graph(make({"source": [1, None], "target": [2, 3]}))
    with pytest.raises(cd.InputError, match="floats"):
        cd.Graph(make({"source": [1.5, 2.0], "target": [2, 3]}))


def test_other_types_of_columns():
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    table = polars.DataFrame(COLUMNS).with_columns(polars.col("source").cast(polars.Categorical))
    assert list(cd.Graph(table).nodes) == ["a", "b", "c"]
    coded = pyarrow.table({**COLUMNS, "source": pyarrow.array(["a", "b"]).dictionary_encode()})
    assert list(cd.Graph(coded).nodes) == ["a", "b", "c"]
    with pytest.raises(cd.InputError, match="collect"):
        cd.Graph(polars.DataFrame(COLUMNS).lazy())

"""Rows of a C++ application's own type, as NumPy and the libraries of Arrow read them."""
import ast
import ctypes
import os

import numpy
import pytest

LIBRARY = ctypes.CDLL(os.environ["CERRADO_COLUMNS"])
LIBRARY.dtype.restype = ctypes.c_char_p


def expected(count):
    """What columns_library.cpp makes."""
    return {"id": [2**40 + i for i in range(count)], "is even": [i % 2 == 0 for i in range(count)],
            "half": [i / 2 for i in range(count)], "third": [i / 3 for i in range(count)],
            "sign": [i % 3 - 1 for i in range(count)], "pair": [[-i, 1 - i] for i in range(count)],
            "bits": [[bool(i >> j & 1) for j in range(3)] for i in range(count)], "size": [i % 6 for i in range(count)],
            "members": [[i + j for j in range(i % 6)] for i in range(count)]}


def arrow(count):
    """Two structs in memory, and their addresses, as pyarrow takes them."""
    pyarrow = pytest.importorskip("pyarrow")
    schema, array = ctypes.create_string_buffer(256), ctypes.create_string_buffer(256)
    LIBRARY.give_arrow(ctypes.c_uint64(count), schema, array)
    batch = pyarrow.RecordBatch._import_from_c(ctypes.addressof(array), ctypes.addressof(schema))
    batch.validate(full=True)
    return batch


def test_a_npy_file_is_an_array_of_records(tmp_path):
    path = tmp_path / "rows.npy"
    LIBRARY.write_npy(os.fsencode(path), ctypes.c_uint64(100))
    rows = numpy.load(path)
    assert rows.dtype.names == ("is even", "id", "half", "third", "sign", "pair", "bits", "size", "members")
    assert rows.dtype["members"] == numpy.dtype(("<u4", (5,)))
    for name, values in expected(100).items():
        if name != "members":
            assert rows[name].tolist() == values
    assert [row["members"][:row["size"]].tolist() for row in rows] == expected(100)["members"]


def test_the_type_reads_rows_where_they_lie(tmp_path):
    path = tmp_path / "rows.npy"
    LIBRARY.write_npy(os.fsencode(path), ctypes.c_uint64(7))
    kind = numpy.lib.format.descr_to_dtype(ast.literal_eval(LIBRARY.dtype().decode()))
    assert kind == numpy.load(path).dtype
    rows = numpy.frombuffer(path.read_bytes()[-7 * kind.itemsize:], kind)
    assert rows["id"].tolist() == expected(7)["id"]
    assert rows["pair"].tolist() == expected(7)["pair"]


@pytest.mark.parametrize("count", [0, 1, 100])
def test_pyarrow_has_the_columns(count):
    batch = arrow(count)
    assert batch.to_pydict() == expected(count)
    assert [str(field.type) for field in batch.schema] == [
        "uint64", "bool", "float", "double", "int8", "fixed_size_list<item: int16 not null>[2]",
        "fixed_size_list<item: bool not null>[3]", "uint8", "large_list<item: uint32 not null>"]


def test_polars_has_the_columns():
    polars = pytest.importorskip("polars")
    table = polars.from_arrow(arrow(100))
    assert table.columns == list(expected(100))
    assert table["members"].to_list() == expected(100)["members"]
    assert table["third"].to_list() == expected(100)["third"]

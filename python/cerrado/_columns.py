"""Columns of graphs: attributes of vertices and edges, from tables and lists, and back to arrays."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core
from ._core import InputError
from ._options import tell

Array = np.ndarray[Any, Any]
Columns = list[_core.Column]

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MISSING = -(2**63)  # of integers, booleans and times


def plain(value: Any) -> Any:
    """A value of another type as None, a number or a text, or for a time a tuple with its microseconds since 1970 UTC."""
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, np.datetime64):
        return None if np.isnat(value) else (int(value.astype("datetime64[us]").astype(np.int64)),)
    if isinstance(value, np.timedelta64):
        return NotImplemented
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, datetime.datetime):
        known = value if value.tzinfo is not None else value.replace(tzinfo=datetime.timezone.utc)
        return ((known - _EPOCH) // datetime.timedelta(microseconds=1),)
    if isinstance(value, datetime.date):
        return ((value - _EPOCH.date()) // datetime.timedelta(microseconds=1),)
    return NotImplemented


def heed(reasons: list[str], attributes: bool | None) -> None:
    """Raises InputError for columns that no graph can have if attributes were asked for, and else says that they are left out."""
    if reasons and attributes:
        raise InputError(f"{reasons[0]}; or leave attributes=True out")
    tell([f"{reason}: it is left out" for reason in reasons])


def column_of(name: str, values: Any) -> _core.Column:
    """The column of these values: an array, a column of pandas, or a list. Raises InputError for other values."""
    if hasattr(values, "iloc"):
        return _of_series(name, values)
    if isinstance(values, np.ndarray):
        mask = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else None
        return _of_array(name, np.asarray(values), mask)
    return _core.column_of_list(name, values if isinstance(values, list) else list(values), plain)


def _of_array(name: str, values: Array, mask: Array | None) -> _core.Column:
    if values.ndim != 1:
        raise InputError(f"column {name!r} has the shape {values.shape}: expected one dimension")
    kind = values.dtype.kind
    missing = None if mask is None or not bool(mask.any()) else np.ascontiguousarray(mask, dtype=np.uint8)
    if kind == "f":
        reals = np.ascontiguousarray(values, dtype=np.float64)
        return _core.column_of_reals(name, reals if missing is None else np.where(missing, np.nan, reals))
    if kind == "M":
        return _core.column_of_numbers(name, "time", values.astype("datetime64[us]").astype(np.int64), missing)
    if kind in "iub":
        if values.dtype == np.uint64 and bool((values >= 2**63).any()):
            raise InputError(f"column {name!r} has integers beyond 63 bits: expected smaller ones, or texts")
        return _core.column_of_numbers(name, "bool" if kind == "b" else "int64", np.ascontiguousarray(values, dtype=np.int64), missing)
    if kind not in "OU":
        raise InputError(f"column {name!r} has the type {values.dtype}: expected integers, floats, booleans, texts or times")
    cells = values.tolist()
    if missing is not None:
        cells = [None if lacks else cell for cell, lacks in zip(cells, missing.tolist())]
    return _core.column_of_list(name, cells, plain)


def _of_words(name: str, codes: Any, words: list[Any]) -> _core.Column:
    """The column of these places in a list of values, where a negative place stands for a missing value."""
    places = np.ascontiguousarray(codes, dtype=np.int64)
    if all(isinstance(word, str) for word in words):
        return _core.column_of_codes(name, places, words)
    return _core.column_of_list(name, np.fromiter([*words, None], dtype=object, count=len(words) + 1)[places].tolist(), plain)


def _of_series(name: str, series: Any) -> _core.Column:
    dtype = series.dtype
    if str(dtype) == "category":
        return _of_words(name, series.cat.codes.to_numpy(), list(series.cat.categories))
    kind = getattr(dtype, "kind", "O")
    if kind == "M":
        if getattr(dtype, "tz", None) is not None:
            series = series.dt.tz_convert("UTC").dt.tz_localize(None)
        return _of_array(name, series.to_numpy(dtype="datetime64[us]"), None)
    if kind == "O" or not isinstance(dtype, np.dtype):
        lacks = series.isna()
        if kind in "iub":
            values = series.to_numpy(dtype=np.int64, na_value=0)
            return _of_array(name, values.astype(bool) if kind == "b" else values, lacks.to_numpy(dtype=bool))
        if kind == "f":
            return _of_array(name, series.to_numpy(dtype=np.float64, na_value=np.nan), None)
        try:
            codes, words = series.factorize()
        except TypeError:  # some are not hashable
            return _of_array(name, series.to_numpy(dtype=object), lacks.to_numpy(dtype=bool))
        return _of_words(name, codes, list(words))
    return _of_array(name, series.to_numpy(), None)


class Streamed:
    """A table of any library that gives Arrow's stream. The stream is read once."""

    def __init__(self, data: Any) -> None:
        self.cells = _core.read_arrow(data.__arrow_c_stream__())
        self.column_names = [name for name, _, _ in self.cells]

    def column(self, name: str) -> _core.Column:
        """The column of that name. Raises InputError if no graph can have it."""
        found, reason = next((column, reason) for own, column, reason in self.cells if own == name)
        if found is None:
            raise InputError(str(reason))
        return found  # type: ignore[no-any-return]


def names_of(frame: Any) -> list[Any]:
    """The names of a table's columns."""
    if isinstance(frame, Mapping):
        return list(frame)
    return list(frame.column_names if hasattr(frame, "column_names") else frame.columns)


def other_columns(frame: Any, but: list[Any], attributes: bool | None) -> Columns:
    """The columns of a table without these. ``attributes``: as of Graph."""
    names = [name for name in names_of(frame) if name not in but]
    if len(set(map(str, names))) < len(names):
        twice = next(name for name in names if list(map(str, names)).count(str(name)) > 1)
        raise InputError(f"the table has several columns {str(twice)!r}: give each its own name, or attributes=False")
    if not names:
        return []
    if not isinstance(frame, (Mapping, Streamed)) and not hasattr(frame, "iloc"):
        frame = Streamed(frame.select(names))  # polars and pyarrow
    made, reasons = [], []
    for name in names:
        try:
            made.append(frame.column(name) if isinstance(frame, Streamed) else column_of(str(name), frame[name]))
        except InputError as error:
            reasons.append(str(error))
    heed(reasons, attributes)
    return made


# Columns as arrays.


def array_of(column: _core.Column) -> Array:
    """The values. Missing ones are masked, NaN, NaT or None."""
    values: Array = column.values
    kind = column.type
    if kind == "time":
        return values.view(np.int64).view("datetime64[us]")
    if kind == "double":
        return values
    if kind == "text":
        words = np.empty(len(column.words) + 1, dtype=object)
        words[:-1] = column.words
        found: Array = words[np.minimum(values, len(words) - 1)]
        return found
    usual = values.view(np.int64)
    missing = usual == _MISSING
    typed = usual.astype(bool) if kind == "bool" else usual
    return np.ma.MaskedArray(np.where(missing, False, typed) if kind == "bool" else typed, missing) if bool(missing.any()) else typed


def picked(values: Array, places: Array, missing: Array | None = None) -> Array:
    """The values at these places. ``missing``: where there is none."""
    if missing is None or not bool(missing.any()):
        found: Array = values[places]
        return found
    if len(values) == 0:
        values = np.zeros(1, dtype=values.dtype)
    some = values[np.where(missing, 0, places)]
    if some.dtype.kind in "ib":
        return np.ma.MaskedArray(np.ma.getdata(some), np.ma.getmaskarray(some) | missing)
    some[missing] = {"f": np.nan, "M": np.datetime64("NaT")}.get(some.dtype.kind)
    return some


def cells_of(values: Array) -> list[Any]:
    """The values as objects of Python. Missing ones are None."""
    if values.dtype.kind == "f":
        return [None if cell != cell else cell for cell in values.tolist()]
    found: list[Any] = values.tolist()
    return found


def table(columns: Columns, ids: dict[str, Array]) -> dict[str, Array]:
    """A dict of arrays: the ids, and the columns. An id whose name a column has gets a line after it."""
    own = {column.name for column in columns}
    made: dict[str, Array] = {}
    for name, values in ids.items():
        while name in own or name in made:
            name += "_"
        made[name] = values
    return made | {column.name: array_of(column) for column in columns}


def frame_of(arrays: Mapping[str, Array]) -> Any:
    """A DataFrame of pandas."""
    try:
        import pandas
    except ImportError:
        raise _core.Error("to_frame() needs pandas: pip install pandas, or take table()") from None
    kinds = {"i": pandas.arrays.IntegerArray, "b": pandas.arrays.BooleanArray}

    def series(values: Array) -> Any:
        if isinstance(values, np.ma.MaskedArray):
            return kinds[values.dtype.kind](np.ma.getdata(values).copy(), np.ma.getmaskarray(values).copy())
        return values

    return pandas.DataFrame({name: series(values) for name, values in arrays.items()})


def arrow_of(arrays: Mapping[str, Array]) -> Any:
    """A table of pyarrow."""
    try:
        import pyarrow
    except ImportError:
        raise _core.Error("to_arrow() needs pyarrow: pip install pyarrow, or take table()") from None

    def array(values: Array) -> Any:
        if isinstance(values, np.ma.MaskedArray):
            return pyarrow.array(np.ma.getdata(values), mask=np.ma.getmaskarray(values))
        return pyarrow.array(values, from_pandas=True)

    return pyarrow.table({name: array(values) for name, values in arrays.items()})

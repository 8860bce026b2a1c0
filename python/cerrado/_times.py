"""Durations and times as the library reads them, and its messages about them."""

from __future__ import annotations

import datetime
import numbers
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ._core import InputError
from ._files import _as_arguments

_SUFFIXES = {"W": "w", "D": "d", "h": "h", "m": "min", "s": "s", "ms": "ms", "us": "us", "ns": "ns"}  # of numpy -> of durations


@contextmanager
def worded() -> Iterator[None]:
    """Puts arguments in place of options of the command line into messages."""
    try:
        yield
    except InputError as error:
        raise InputError(as_arguments(str(error))) from None


def as_arguments(message: str) -> str:
    message = re.sub(r"--time-unit (\w+)\)", r"time_unit='\1')", message)
    message = re.sub(r"--time-unit\b", "time_unit=", message)
    message = re.sub(r"--from\b", "from_=", message)
    message = message.replace("--edge-labels=COLUMN", "edge_labels=")
    message = re.sub(r"--(time|until)\b", r"\1=", message)
    return _as_arguments(message)


def duration_text(name: str, value: Any) -> str:
    """A duration as the library reads it: a number in the unit of times, or one with its own unit."""
    if isinstance(value, str):
        return value
    if hasattr(value, "to_timedelta64"):  # pandas
        value = value.to_timedelta64()
    if isinstance(value, np.timedelta64):
        unit, factor = np.datetime_data(value.dtype)
        if np.isnat(value) or unit not in _SUFFIXES:
            raise InputError(f"{name}={value!r}: expected a duration in weeks, days, hours, minutes or seconds, such as '1h'")
        return f"{int(value.astype(np.int64)) * factor}{_SUFFIXES[unit]}"
    if isinstance(value, datetime.timedelta):
        return f"{value // datetime.timedelta(microseconds=1)}us"
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise InputError(f"{name}={value!r}: expected a duration: a text such as '1h', a whole number in the unit of times, or a timedelta")
    return str(int(value))


def is_several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str)


def bound_text(name: str, value: Any) -> str:
    """A time as the library reads it."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, np.datetime64):
        if np.isnat(value):
            raise InputError(f"{name} is NaT: expected a time, or None")
        return str(np.datetime_as_string(value, unit="us"))
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="microseconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise InputError(f"{name}={value!r}: expected a date, such as '2024-01-15T10:30:00' or a datetime, or a whole number")
    return str(int(value))

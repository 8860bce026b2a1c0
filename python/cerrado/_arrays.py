"""Converts arrays of any library to arrays of numpy, without a copy if they are on the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import InputError


def usual(array: Any) -> np.ndarray[Any, Any]:
    """The same array with numpy's usual 64-bit type, which may have another name than the library's. It is not copied."""
    return array.view(np.int64) if array.dtype == np.int64 else np.asarray(array)


def is_array_like(data: Any) -> bool:
    """True for an array of numpy, cupy, torch, jax or another library."""
    return any(hasattr(data, name) for name in ("__array__", "__array_interface__", "__cuda_array_interface__", "__dlpack__"))


def _on_host(data: Any) -> Any:
    if not hasattr(data, "__cuda_array_interface__") and not getattr(data, "is_cuda", False):
        return data
    if hasattr(data, "detach"):  # torch
        return data.detach().cpu().numpy()
    if hasattr(data, "get"):  # cupy
        return data.get()
    if hasattr(data, "to_numpy"):  # cuDF
        return data.to_numpy()
    raise InputError("x lies on a GPU and cannot be copied to the host: give an array of numpy, cupy or torch")


def as_array(data: Any, name: str) -> np.ndarray[Any, Any]:
    """An array of whole numbers or of ids. Raises InputError for floats and for rows of different lengths."""
    if isinstance(data, np.ma.MaskedArray) and bool(np.ma.getmaskarray(data).any()):
        raise InputError(f"{name} has masked entries: leave their edges out, x[~x.mask.any(axis=1)] of an array (m, 2)")
    fetched = _on_host(data)
    try:
        array = np.asarray(fetched.detach() if hasattr(fetched, "detach") else fetched)
    except (ValueError, TypeError) as error:
        raise InputError(f"{name}: this is not an array: {error}") from None
    return usual_ids(array, name)


def usual_ids(array: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """An array of ids, with bytes in the machine's order. Raises InputError for other types."""
    if array.dtype.kind == "f":
        what = "has NaN" if bool(np.isnan(array).any()) else "has floats"
        raise InputError(f"{name} {what} ({array.dtype}): ids cannot be floats; if they are whole, convert them by .astype('int64')")
    if array.dtype.kind not in "iuOUS":
        raise InputError(f"{name} has the type {array.dtype}: expected whole numbers, or ids as texts or objects")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def ends_of(array: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Sources and targets of an array (m, 2) or (2, m)."""
    if array.ndim != 2 or 2 not in array.shape:
        hint = "; for the matrix of a graph give scipy.sparse.csr_array(x)" if array.ndim == 2 else ""
        if array.ndim == 1 and array.dtype.kind == "O":
            hint = ": its rows differ in length, or are not arrays"
        raise InputError(f"x has the shape {array.shape}: expected (m, 2) or (2, m){hint}")
    if array.shape == (2, 2) and array[0, 1] != array[1, 0]:
        raise InputError("x has the shape (2, 2), which may be two edges, or sources and targets: give a list of pairs, or two arrays")
    if array.shape[1] == 2:
        return array[:, 0], array[:, 1]
    return array[0], array[1]

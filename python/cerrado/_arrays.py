"""Arrays of any library as arrays of numpy, without a copy where they are on the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import InputError


def usual(array: Any) -> np.ndarray[Any, Any]:
    """The array with numpy's usual type of 64 bits, which has another name than the library's; not copied."""
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
    raise InputError("x lies on a GPU and cannot be fetched; give it as an array of numpy, cupy or torch")


def as_array(data: Any, name: str) -> np.ndarray[Any, Any]:
    """An array of whole numbers or of ids; InputError for floats and ragged ones."""
    if isinstance(data, np.ma.MaskedArray) and bool(np.ma.getmaskarray(data).any()):
        raise InputError(f"{name} has masked entries: leave their edges out, x[~x.mask.any(axis=1)] of an array (m, 2)")
    fetched = _on_host(data)
    try:
        array = np.asarray(fetched.detach() if hasattr(fetched, "detach") else fetched)
    except (ValueError, TypeError) as error:
        raise InputError(f"{name}: this is no array: {error}") from None
    return usual_ids(array, name)


def usual_ids(array: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """An array of ids, with bytes in the machine's order; InputError for what is none."""
    if array.dtype.kind == "f":
        what = "has NaN" if bool(np.isnan(array).any()) else "has floats"
        raise InputError(f"{name} {what} ({array.dtype}): ids are not floats; convert them by .astype('int64') if they are whole")
    if array.dtype.kind not in "iuOUS":
        raise InputError(f"{name} has the type {array.dtype}: expected whole numbers, or ids as texts or objects")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def ends_of(array: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Sources and targets of an array (m, 2) or (2, m)."""
    if array.ndim != 2 or 2 not in array.shape:
        hint = "; the matrix of a graph goes through scipy.sparse.csr_array(x)" if array.ndim == 2 else ""
        if array.ndim == 1 and array.dtype.kind == "O":
            hint = ": its rows differ in length, or are no arrays"
        raise InputError(f"x has the shape {array.shape}: expected (m, 2) or (2, m){hint}")
    if array.shape == (2, 2) and array[0, 1] != array[1, 0]:
        raise InputError("x has the shape (2, 2): two edges, or a row of sources and one of targets? give a list of pairs, or two arrays")
    if array.shape[1] == 2:
        return array[:, 0], array[:, 1]
    return array[0], array[1]

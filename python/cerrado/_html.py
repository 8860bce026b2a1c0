"""Tables for notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

most_rows = 20


def _cell(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if 1000 <= abs(value) < 1e15 else f"{value:.4g}"
    return html.escape(str(value))


def table(title: str, names: Sequence[str], rows: Sequence[Sequence[Any]], foot: str, drawings: Sequence[str] | None = None) -> str:
    """A table of up to 20 rows, with the number of further rows. ``drawings`` stand in the first column."""
    head = ("<th></th>" if drawings else "") + "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = []
    for i, row in enumerate(rows[:most_rows]):
        first = f"<td>{drawings[i]}</td>" if drawings else ""
        body.append(f"<tr>{first}{''.join(f'<td>{_cell(value)}</td>' for value in row)}</tr>")
    more = len(rows) - most_rows
    if more > 0:
        body.append(f"<tr><td colspan='{len(names) + bool(drawings)}'>{more:,} more rows</td></tr>")
    return (
        f"<div><p>{html.escape(title)}</p><table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
        f"<p>{html.escape(foot)}</p></div>"
    )

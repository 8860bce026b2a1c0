"""Tables for notebooks, and pages about results."""

from __future__ import annotations

import csv
import html
import io
import math
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
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


most_rows_of_page = 1000
_MEASURES = ("z", "count", "matches", "support", "score", "estimate", "induced", "value")

_STYLE = """
:root{color-scheme:light dark;--back:#fff;--text:#1c2530;--soft:#5b6876;--line:#d8dee5;--bar:#2f6fb2;--less:#c2553a}
@media(prefers-color-scheme:dark){:root{--back:#14191f;--text:#e4e9ee;--soft:#9aa7b4;--line:#313b45;--bar:#5b9bdf;--less:#e07a5f}}
body{margin:0 auto;max-width:66rem;padding:1.5rem 1rem;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem}h2{font-size:1.05rem}p,dt,th{color:var(--soft)}div{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.b{width:24%;min-width:5rem}
.b i{display:block;height:.75rem;min-width:1px;background:var(--bar);print-color-adjust:exact}.b .m{background:var(--less)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}dd{margin:0;overflow-wrap:anywhere;min-width:0}
td svg{display:block;width:56px;height:56px}
@page{size:A4;margin:14mm}@media print{:root{--back:#fff;--text:#000;--soft:#444}tr{break-inside:avoid}div{overflow:visible}}
"""


def measure(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> int | None:
    """The column that bars show: the first that measures, else the last with numbers. None: no column has numbers."""
    numeric = [i for i in range(len(names)) if any(_is_number(row[i]) for row in rows)]
    known = [names.index(name) for name in _MEASURES if name in names]
    return next((i for i in known if i in numeric), numeric[-1] if numeric else None)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def names_of(names: Sequence[str], row: Sequence[Any], bars: int) -> str:
    """The name of a row, or else its texts, or its first cell."""
    if "name" in names and row[names.index("name")]:
        return str(row[names.index("name")])
    words = [cell for cell in row if isinstance(cell, str) and cell]
    return words[0] if words else "" if bars == 0 else str(row[0])


def _facts(record: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        name = f"{before}{key.replace('_', ' ')}"
        if isinstance(value, Mapping):
            yield from _facts(value, name + " ")
        elif isinstance(value, (list, tuple)):
            if value and not any(isinstance(each, (Mapping, list, tuple)) for each in value):
                yield name, ", ".join(map(str, value))
        elif value not in (None, ""):
            yield name, str(value)


def page(title: str, what: str, names: Sequence[str], rows: Sequence[Sequence[Any]], foot: str, facts: Mapping[str, Any],
         drawings: Sequence[str] | None, beside: str) -> str:  # fmt: skip
    """A page for a browser, in one file that loads nothing. ``beside`` names the file that has all rows."""
    shown = rows[:most_rows_of_page]
    bars = measure(names, shown)
    values = [] if bars is None else [row[bars] if _is_number(row[bars]) else 0 for row in shown]
    least, most = min([0, *values]), max([0, *values])
    numeric = [any(_is_number(row[i]) for row in shown) for i in range(len(names))]
    mark = [' class="n"' if each else "" for each in numeric]
    head = "<th></th>" if drawings else ""
    for i, name in enumerate(names):
        head += f"<th{mark[i]}>{html.escape(name.replace('_', ' '))}</th>" + ("<th></th>" if i == bars else "")
    body = []
    for number, row in enumerate(shown):
        cells = f"<td>{drawings[number] if number < len(drawings) else ''}</td>" if drawings else ""
        for i, value in enumerate(row):
            cells += f"<td{mark[i]}>{_cell(value)}</td>"
            if i == bars:
                span, value = (most - least) or 1, values[number]
                begin, width = 100 * ((min(value, 0) - least) / span), 100 * (abs(value) / span)
                kind = ' class="m"' if value < 0 else ""
                cells += f'<td class="b"><i{kind} style="margin-left:{begin:.1f}%;width:{width:.1f}%"></i></td>'
        body.append(f"<tr>{cells}</tr>\n")
    more = ""
    if len(rows) > len(shown):
        more = f"<p>These are the first {len(shown):,} of {len(rows):,} rows: {html.escape(beside)} beside this page has all.</p>\n"
    known = "".join(f"<dt>{html.escape(name)}</dt><dd>{html.escape(text)}</dd>\n" for name, text in _facts(facts))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<style>{_STYLE}</style></head><body>\n<h1>{html.escape(title)}</h1>\n<p>Counted: {html.escape(what)}.</p>\n"
        f"<div><table><thead><tr>{head}</tr></thead><tbody>\n{''.join(body)}</tbody></table></div>\n{more}"
        f"<p>{html.escape(foot)}</p>\n<h2>The run</h2>\n<dl>\n{known}</dl>\n</body></html>\n"
    )


def table_as_csv(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    return text.getvalue()


def write_whole(files: Mapping[str, str]) -> None:
    """Writes the files, by path, or none of them."""
    made: list[tuple[str, str]] = []
    try:
        for path, text in files.items():
            number, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".cerrado-")
            made.append((temporary, path))
            with open(number, "w", encoding="utf-8", errors="replace") as file:
                file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        for temporary, path in made:
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, path)
    except OSError as error:
        error.filename = path  # not the temporary one
        raise
    finally:
        for temporary, _ in made:
            if os.path.exists(temporary):
                os.unlink(temporary)

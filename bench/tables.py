#!/usr/bin/env python3
"""The tables of docs/performance.md, written from the figures in bench/results.

    bench/tables.py                 writes each table of the page anew
    bench/tables.py --check         changes nothing; exit code 1 if a table differs, with its name

A table stands between `<!-- table: NAME -->` and `<!-- end -->`, and is that of results/NAME.csv. `<!-- table: NAME without
COLUMN; COLUMN -->` leaves columns out. The last four columns of a file are no columns of its table: unit, card, date and
command of a row, which the line above the table says. A row is added or changed in the file; then this script is run.
"""
import argparse
import csv
import pathlib
import re
import sys

BENCH = pathlib.Path(__file__).resolve().parent
RESULTS = BENCH / "results"
PAGE = BENCH.parent / "docs" / "performance.md"
ABOUT = ["unit", "card", "date", "command"]
PLACE = re.compile(r"(<!-- table: (\w+)(?: without (.+?))? -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)


class Unusable(Exception):
    """A file or a marker from which no table can be made."""


def read(name, results=RESULTS):
    """The head and the rows of a file of results."""
    path = results / f"{name}.csv"
    if not path.is_file():
        raise Unusable(f"table {name}: there is no {path}")
    with path.open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    if head[-len(ABOUT):] != ABOUT:
        raise Unusable(f"table {name}: the last columns of {path} are not {', '.join(ABOUT)}")
    for number, row in enumerate(rows, 2):
        if len(row) != len(head):
            raise Unusable(f"table {name}: line {number} of {path} has {len(row)} cells instead of {len(head)}")
    return head, rows


def source(name, head, rows):
    """The line above a table: its file, and what its figures are of."""
    values = {about: " and ".join(dict.fromkeys(filter(None, (row[head.index(about)] for row in rows)))) for about in ABOUT}
    values["date"] = " and ".join(sorted(values["date"].split(" and ")))
    command = f"`{values['command']}`" if values["command"] else ""
    where = ", ".join(filter(None, [values["card"], values["date"]]))
    facts = "; ".join(filter(None, [values["unit"], where, command]))
    return f"[{name}.csv](../bench/results/{name}.csv)" + (f": {facts}." if facts else ".")


def table(name, without=(), results=RESULTS):
    """The lines of a table, aligned. A column of numbers is flush right."""
    head, rows = read(name, results)
    unknown = [column for column in without if column not in head[:-len(ABOUT)]]
    if unknown:
        raise Unusable(f"table {name}: no such column: {', '.join(unknown)}")
    columns = [number for number, column in enumerate(head[:-len(ABOUT)]) if column not in without]
    shown = [[row[number] for number in columns] for row in rows]
    for above, row in reversed(list(zip(shown, shown[1:]))):
        if row[0] == above[0]:
            row[0] = ""  # said once
    lines = [[head[number] for number in columns], *shown]
    widths = [max(3, *(len(line[place]) for line in lines)) for place in range(len(columns))]
    right = [place > 0 and all(re.match(r"[-.<>\d]|$", row[place]) for row in shown) for place in range(len(columns))]

    def drawn(line):
        cells = (cell.rjust(width) if flush else cell.ljust(width) for cell, width, flush in zip(line, widths, right))
        return f"| {' | '.join(cells)} |\n"

    rule = ["-" * (width - 1) + ":" if flush else "-" * width for width, flush in zip(widths, right)]
    return source(name, head, rows) + "\n\n" + "".join(map(drawn, [lines[0], rule, *lines[1:]]))


def rewritten(text, results=RESULTS):
    """The page with each table as its file has it, and the names of the tables that differed."""
    if not text.count("<!-- table:") == text.count("<!-- end -->") == len(PLACE.findall(text)):
        raise Unusable("the markers of tables do not come in pairs")
    differing = []

    def replace(place):
        begin, name, without, old, end = place.groups()
        new = table(name, without.split("; ") if without else (), results)
        if new != old:
            differing.append(name)
        return begin + new + end

    return PLACE.sub(replace, text), differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say which tables differ")
    parser.add_argument("--page", type=pathlib.Path, default=PAGE, help="instead of docs/performance.md")
    options = parser.parse_args()
    try:
        text, differing = rewritten(options.page.read_text(encoding="utf-8"))
    except Unusable as problem:
        sys.exit(f"tables.py: {problem}")
    if not options.check:
        options.page.write_text(text, encoding="utf-8")
    for name in differing if options.check else []:
        print(f"table {name}: the page differs from bench/results/{name}.csv; bench/tables.py writes it anew", file=sys.stderr)
    return 1 if options.check and differing else 0


if __name__ == "__main__":
    sys.exit(main())

"""What paper.py prints of its rows: the tables for a person, JSON, CSV."""
import csv
import io
import json

import measure
from skeleton_report import write_text

LEFT = ("work", "quantity", "check")


def quotient(slower, faster):
    return f"{slower / faster:.2f}" if slower is not None and faster else "-"


def figure(value, quantity):
    return measure.seconds_text(value) if quantity is None or value is None else f"{value:.4g}"


def cells_of(row, pairs, published, published_pairs):
    cells = {cell.variant: cell for cell in row.cells}
    text = [row.title(), *([row.quantity] if row.quantity else [])]
    text += [figure(cell.value(), row.quantity) if cell.values else cell.said.split(":")[0] for cell in row.cells]
    text += [quotient(cells[a].value(), cells[b].value()) for a, b in pairs]
    text += [figure(cells[variant].published, row.quantity) for variant in published]
    text += [quotient(cells[a].published, cells[b].published) for a, b in published_pairs]
    return [*text, row.check]


def names_of(variants, pairs):
    return [*variants, *(f"{a}/{b}" for a, b in pairs)]


def print_table(rows, variants, pairs, file):
    """Ours to the left, the thesis' to the right: of the variants of which it has a figure."""
    published = [variant for variant in variants
                 if any(cell.variant == variant and cell.published is not None for row in rows for cell in row.cells)]
    published_pairs = [pair for pair in pairs if set(pair) <= set(published)]
    header = ["work", *(["quantity"] if rows[0].quantity else []), *names_of(variants, pairs),
              *(f"TITAN V {name}" for name in names_of(published, published_pairs)), "check"]
    lines = [cells_of(row, pairs, published, published_pairs) for row in rows]
    print(measure.aligned(header, lines, LEFT), file=file)
    for row in rows:
        for cell in row.cells:
            if cell.said.startswith("FAILED"):
                print(f"{row.title()}, {cell.variant}: {cell.said}", file=file)


def print_tables(rows, tables, file):
    for name, (subject, variants, pairs) in tables.items():
        chosen = sorted((row for row in rows if row.table == name), key=lambda row: (row.work, row.graph, row.k))
        print(f"Table {name}: {subject}" + ("" if chosen else "\nno rows: raise --longest\n"), file=file)
        if chosen:
            print_table(chosen, variants, pairs, file)


def as_fields(row, cell):
    return {"table": row.table, "work": row.work, "graph": row.graph, "k": row.k, "quantity": row.quantity or "seconds",
            "variant": cell.variant, "value": cell.value(), "runs": cell.values, "said": None if cell.values else cell.said,
            "published": cell.published, "count": None if row.count is None else str(row.count), "check": row.check}


def all_fields(rows):
    return [as_fields(row, cell) for row in rows for cell in row.cells]


def write_json(path, rows):
    write_text(path, json.dumps(all_fields(rows), indent=2) + "\n")


def write_csv(path, rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(all_fields(rows)[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({**fields, "runs": ";".join(map(str, fields["runs"]))} for fields in all_fields(rows))
    write_text(path, text.getvalue())

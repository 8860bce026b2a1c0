#!/usr/bin/env python3
"""Draws load-balancing traces, or the table of a sweep, and prints the figures behind them.

`cerrado balance plot` calls it. Traces give the share of active workers over time. A sweep gives time against
threshold, worker count and donations. Needs matplotlib.
"""
import argparse
import csv
import json
import os
import pathlib
import statistics
import sys
from collections import defaultdict

COLUMNS_OF_A_SWEEP = {"app", "graph", "k", "mechanism", "threshold", "donations", "workers_used", "seconds", "count"}


class Unusable(Exception):
    """What is wrong with the input or the machine, for one line on standard error."""

    def __init__(self, message, code=2):
        super().__init__(message)
        self.code = code


def load_matplotlib(other_python):
    """matplotlib.pyplot; where this Python lacks it, the other one runs the script from the beginning."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot
    except ImportError as error:
        if other_python and pathlib.Path(other_python).is_file():
            words = [word for word in sys.argv if not word.startswith("--other-python")]
            os.execv(other_python, [other_python, *words])
        raise Unusable(f"matplotlib is missing in {sys.executable}: install python3-matplotlib, or name a Python that has it "
                       "with --python", 1) from error
    return matplotlib.pyplot


def read_trace(path):
    """The header, the looks and the end (or None) of a trace; a last line that was cut off is left out."""
    lines = path.read_text().split("\n")
    if lines.pop():
        print(f"{path}:{len(lines) + 1}: the last line is cut off and was left out", file=sys.stderr)
    try:
        header, *rest = [json.loads(line) for line in lines]
        if header.get("format") != "cerrado-trace" or header.get("version") != 2:
            raise Unusable(f"{path}: no trace of version 2")
        looks = [line for line in rest if "time" in line]
        end = next((line["end"] for line in rest if "end" in line), None)
    except (ValueError, AttributeError) as error:
        raise Unusable(f"{path}: no trace, or a damaged one ({error})") from error
    if not looks:
        raise Unusable(f"{path}: the run ended before the balancer looked at it; trace a longer one")
    return header, looks, end


def time_scale(seconds):
    """A unit in which `seconds` is a number that people read, and the factor to it."""
    return ("s", 1) if seconds >= 2 else ("ms", 1e3) if seconds >= 2e-3 else ("µs", 1e6)


def trace_label(header):
    name = f"{header['app']} {pathlib.PurePath(header['graph']).name} k={header['k']}"
    settings = header["settings"]
    how = f", {header['policy']}, threshold {settings['threshold']:.0%}, {settings['donations']} donations"
    return f"{name} on {header['device']}: {header['mechanism']}" + ("" if header["mechanism"] == "none" else how)


def draw_traces(plt, traces):
    last = max(end or looks[-1]["time"] for _, (_, looks, end) in traces)
    unit, scale = time_scale(last)
    figure, axes = plt.subplots(figsize=(10, 5), layout="constrained")
    thresholds = set()
    for path, (header, looks, end) in traces:
        workers = header["workers"]
        times = [look["time"] * scale for look in looks]
        shares = [100 * look["active"] / workers for look in looks]
        if end is not None and end * scale > times[-1]:
            times.append(end * scale)
            shares.append(0 if looks[-1]["active"] == 0 else shares[-1])
        label = trace_label(header) + ("" if end is not None else " (not ended)")
        line, = axes.plot(times, shares, drawstyle="steps-post", linewidth=1.2, label=label)
        moments = [(look["time"] * scale, 100 * look["active"] / workers) for look in looks if look["rebalance"]]
        if moments:
            axes.plot(*zip(*moments), "v", color=line.get_color(), markersize=5, alpha=0.6, label=f"rebalances ({len(moments)})")
            thresholds.add(header["settings"]["threshold"])
    for threshold in sorted(thresholds):
        axes.axhline(100 * (1 - threshold), color="grey", linestyle="--", linewidth=1,
                     label=f"{threshold:.0%} of the workers idle (threshold)")
    axes.set(xlabel=f"time since the enumeration began ({unit})", ylabel="active workers (%)", ylim=(-2, 105), title="Worker activity")
    axes.set_xlim(left=0)
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.13), fontsize=8, frameon=False)
    return figure


def print_traces(traces):
    for path, (header, looks, end) in traces:
        workers, last = header["workers"], end or looks[-1]["time"]
        spans = [max(0, after - look["time"]) for look, after in zip(looks, [look["time"] for look in looks[1:]] + [last])]
        mean = sum(span * look["active"] for span, look in zip(spans, looks)) / (sum(spans) or 1)
        until = next((look["time"] for look in looks if look["time"] > 0.02 * last and look["active"] < 0.95 * workers), last)
        print(f"{path}: {trace_label(header)}\n"
              f"  {workers} workers on {header['device']}, {last:.6f} s, on average {mean / workers:.1%} active (from the first look on)\n"
              f"  {sum(look['rebalance'] for look in looks)} looks rebalanced, {looks[-1]['donated']} traversals donated, "
              f"stopped for {sum(look['stop_seconds'] for look in looks):.6f} s\n"
              f"  first below 95 % active (after the first 2 % of the time): at {until / last:.0%} of the time")


def read_rows(path):
    return list(csv.DictReader(path.read_text().rpartition("\n")[0].splitlines()))  # a last line that was cut off is left out


def read_sweep(path):
    rows = read_rows(path)
    if not rows or not COLUMNS_OF_A_SWEEP <= set(rows[0]):
        raise Unusable(f"{path}: no table of a sweep, or one without rows; make it with `cerrado balance sweep`")
    try:
        return [{**row, "k": int(row["k"]), "workers_used": int(row["workers_used"]), "seconds": float(row["seconds"]),
                 "threshold": float(row["threshold"] or "nan"), "donations": int(row["donations"] or 0)} for row in rows]
    except (TypeError, ValueError) as error:
        raise Unusable(f"{path}: a row without its numbers ({error})") from error


def works_of(rows):
    """The rows by what was counted where, in the order of the file."""
    works = defaultdict(list)
    for row in rows:
        works[row["app"], pathlib.PurePath(row["graph"]).name, row["k"], row["algorithm"], row["device"]].append(row)
    return works


def balance_name(row):
    return row["mechanism"] if row["mechanism"] == "none" else f"{row['mechanism']}, {row['policy']}"


# What a panel shows on its x axis: the axis' label, what tells its lines apart, and the setting of which each point
# shows the best.
PANELS = {
    "threshold": ("load-balancing threshold (% of the workers idle)", "workers_used", "donations"),
    "workers_used": ("workers", "threshold", "donations"),
    "donations": ("donations per idle worker", "workers_used", "threshold"),
}
VALUE_TEXT = {"threshold": "threshold {:.0%}", "donations": "{} donations", "workers_used": "{} workers"}
MOST_LINES = 4  # of each mechanism and policy


def spread(values):
    """At most MOST_LINES of the sorted values, the first and the last among them."""
    return sorted({values[round(i * (len(values) - 1) / (MOST_LINES - 1))] for i in range(MOST_LINES)})


def points_of(rows, key, hidden):
    """Sorted (x, least, median, greatest) of the times, each at the value of `hidden` with the least median."""
    runs = defaultdict(lambda: defaultdict(list))
    for row in rows:
        runs[row[key]][row[hidden]].append(row["seconds"])
    best = {value: min(choices.values(), key=statistics.median_low) for value, choices in runs.items()}
    return [(value, min(times), statistics.median_low(times), max(times)) for value, times in sorted(best.items())]


def lines_of(rows, key):
    """(label, points) of a panel's lines."""
    _, apart, hidden = PANELS[key]
    for balance in sorted({balance_name(row) for row in rows}):
        chosen = [row for row in rows if balance_name(row) == balance]
        values = sorted({row[apart] for row in chosen})
        for value in spread(values):
            label = balance if len(values) == 1 else f"{balance}, {VALUE_TEXT[apart].format(value)}"
            yield label, points_of([row for row in chosen if row[apart] == value], key, hidden)


def draw_line(axes, points, percent, scale, label, **style):
    xs = [percent * x for x, *_ in points]
    line, = axes.plot(xs, [middle * scale for _, _, middle, _ in points], markersize=4, linewidth=1.2, label=label, **style)
    axes.fill_between(xs, [least * scale for _, least, _, _ in points], [most * scale for *_, most in points], color=line.get_color(),
                      alpha=0.15, linewidth=0)


def draw_panel(axes, rows, key, unit, scale):
    balanced = [row for row in rows if row["mechanism"] != "none"]
    plain = [row for row in rows if row["mechanism"] == "none"]
    percent = 100 if key == "threshold" else 1
    markers = {name: "osv^D"[i % 5] for i, name in enumerate(sorted({balance_name(row) for row in balanced}))}
    for label, points in lines_of(balanced, key):
        draw_line(axes, points, percent, scale, label, marker=next(markers[name] for name in markers if label.startswith(name)))
    if key == "workers_used" and plain:
        draw_line(axes, points_of(plain, key, "donations"), 1, scale, "none", color="black", linestyle="--", marker="x")
    elif plain:
        for number, (workers, _, middle, _) in enumerate(points_of(plain, "workers_used", "donations")):
            axes.axhline(middle * scale, color="black", linestyle=["--", ":", "-."][number % 3], linewidth=1,
                         label=f"none, {workers} workers")
    if key != "threshold":
        axes.set_xscale("log", base=2)
        values = sorted({row[key] for row in (balanced if key == "donations" else rows)})
        axes.set_xticks(values, [str(value) for value in values], rotation=45)
        axes.minorticks_off()
    label, _, hidden = PANELS[key]
    best = f"\nbest of the {hidden.rstrip('s')}s" if len({row[hidden] for row in balanced}) > 1 else ""
    axes.set(xlabel=label + best, ylabel=f"time of the enumeration ({unit})", ylim=(0, None))
    axes.grid(alpha=0.3)


def draw_sweep(plt, rows):
    works = works_of(rows)
    varied = [key for key in PANELS if any(len({row[key] for row in some if row["mechanism"] != "none"}) > 1 for some in works.values())]
    if not varied:
        raise Unusable("neither threshold nor workers nor donations vary in this table: sweep over one of them to draw a line")
    figure, grid = plt.subplots(len(works), len(varied), figsize=(6.5 * len(varied), 6 * len(works)), squeeze=False)
    for line, ((app, graph, k, algorithm, device), some) in zip(grid, works.items()):
        unit, scale = time_scale(max(row["seconds"] for row in some))
        for axes, key in zip(line, varied):
            draw_panel(axes, some, key, unit, scale)
            axes.set_title(f"{app} of {graph}, k={k}, {algorithm}, {device}\n"
                           "(median, of two the lower; the band is from the least to the greatest)", fontsize=9)
            axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(0, -0.22), ncol=2, frameon=False)
    figure.subplots_adjust(left=0.06, right=0.98, top=0.92, bottom=0.34 / len(works) + 0.02, wspace=0.25, hspace=0.9)
    return figure


def print_table(title, columns, lines):
    cells = [[str(cell) for cell in line] for line in [columns, *lines]]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    justified = [[cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(line, widths))] for line in cells]
    print(title, *("  " + "  ".join(line).rstrip() for line in justified), "", sep="\n")


def median_seconds(rows):
    return f"{statistics.median_low([row['seconds'] for row in rows]):.4f}" if rows else "-"


def print_sweep(rows):
    """Prints the paper's Tables 6.6 (time by donations) and 6.7 (with and without balancing) for this device.

    Times are medians, in seconds; of an even number the lower one, which was measured, as in `cerrado balance sweep`.
    """
    works = works_of(rows)
    balances, donations = (sorted({of(row) for row in rows if row["mechanism"] != "none"})
                           for of in (balance_name, lambda row: row["donations"]))
    by_donations, by_balance = [], []
    for (app, graph, k, algorithm, device), some in works.items():
        name = f"{app} {graph} k={k} {algorithm} {device}"
        for balance in balances:
            chosen = [row for row in some if balance_name(row) == balance]
            cells = [median_seconds([row for row in chosen if row["donations"] == count]) for count in donations]
            by_donations.append([f"{name}: {balance}", *cells])
        best = []
        for balance in ["none", *balances]:
            settings = defaultdict(list)
            for row in (row for row in some if balance_name(row) == balance):
                settings[str(row["threshold"]), row["donations"], row["workers_used"]].append(row)
            best.append(min((median_seconds(group) for group in settings.values()), key=float, default="-"))
        by_balance.append([name, *best])
    print_table("Seconds by donations per idle worker (median over all thresholds and worker counts)", ["", *donations], by_donations)
    print_table("Seconds without and with load balancing (median of the best settings of each)", ["", "none", *balances], by_balance)


def draw(paths, target, other_python=None):
    kinds = {path.read_bytes()[:1] == b"{" for path in paths}
    if len(kinds) > 1:
        raise Unusable("traces and tables of sweeps cannot be drawn into one picture: give files of one kind")
    things = [(path, read_trace(path)) for path in paths] if kinds == {True} else [row for path in paths for row in read_sweep(path)]
    drawing, printing = (draw_traces, print_traces) if kinds == {True} else (draw_sweep, print_sweep)
    save(drawing(load_matplotlib(other_python), things), target)
    printing(things)


def save(figure, target):
    partial = target.with_name(f".{target.stem}.partial{target.suffix}")
    try:
        figure.savefig(partial, dpi=120, bbox_inches="tight")
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    print(f"wrote {target}")


def main(draw=draw):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="traces, or tables of sweeps")
    parser.add_argument("--to", required=True, type=pathlib.Path, help="the picture, .svg or .png")
    parser.add_argument("--other-python", help="a Python to take where this one has no matplotlib")
    arguments = parser.parse_args()
    try:
        return draw(arguments.files, arguments.to, arguments.other_python)
    except Unusable as error:
        message, code = error, error.code
    except UnicodeDecodeError as error:
        message, code = f"a file is neither a trace nor a table ({error})", 2
    except OSError as error:
        message, code = f"{error.filename or arguments.to}: {error.strerror}", 2 if isinstance(error, FileNotFoundError) else 1
    print(f"cerrado balance plot: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())

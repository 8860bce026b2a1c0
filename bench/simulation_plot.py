#!/usr/bin/env python3
"""Draws tables of `cerrado balance simulate`: the busy share of the devices against their number. Needs matplotlib.

`cerrado balance plot` calls it.
"""
import sys
from collections import defaultdict

import balance_plot


def read_simulation(path):
    numbers = ("slow", "seconds", "even_seconds", "heaviest_seconds")
    try:
        return [{**row, "devices": int(row["devices"]), **{name: float(row[name]) for name in numbers}}
                for row in balance_plot.read_rows(path)]
    except (KeyError, TypeError, ValueError) as error:
        raise balance_plot.Unusable(f"{path}: no table of a simulation, or a damaged one ({error})") from error


def draw_lines(axes, rows):
    """A line for each policy, and what no policy can exceed without dividing a job."""
    for number, deal in enumerate(dict.fromkeys(row["deal"] for row in rows)):
        points = sorted((row["devices"], 100 * row["even_seconds"] / row["seconds"]) for row in rows if row["deal"] == deal)
        axes.plot(*zip(*points), marker="osv^D"[number % 5], markersize=4, linewidth=1.2, label=deal)
    bounds = sorted({(row["devices"], 100 * min(1, row["even_seconds"] / row["heaviest_seconds"])) for row in rows})
    axes.plot(*zip(*bounds), color="black", linestyle="--", linewidth=1, label="heaviest job, undivided")
    axes.set_xscale("log", base=2)
    devices = sorted({row["devices"] for row in rows})
    axes.set_xticks(devices, [str(count) for count in devices])
    axes.minorticks_off()
    axes.set(xlabel="devices", ylabel="busy (% of the time of all workers)", ylim=(0, 105))
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(0, -0.14), ncol=3, frameon=False)


def draw(paths, target, other_python=None):
    works = defaultdict(list)
    for path in paths:
        for row in read_simulation(path):
            works[row["app"], row["graph"], row["k"], row["device"], row["slow"]].append(row)
    if not works:
        raise balance_plot.Unusable("the tables have no rows: simulate a run first")
    plt = balance_plot.load_matplotlib(other_python)
    figure, grid = plt.subplots(1, len(works), figsize=(6.5 * len(works), 5), squeeze=False)
    lines = []
    for axes, ((app, graph, k, device, slow), rows) in zip(grid[0], works.items()):
        slower = "" if slow == 1 else f"\nevery other device {slow:g} times slower"
        axes.set_title(f"{app} of {graph}, k={k}, job times of one {device}{slower}", fontsize=9)
        draw_lines(axes, rows)
        for row in rows:
            busy = row["even_seconds"] / row["seconds"]
            lines.append([f"{app} {graph} k={k}", row["devices"], row["deal"], f"{row['seconds']:.4g}", f"{busy:.1%}"])
    balance_plot.print_table("Simulated seconds, and the busy share of the workers' time",
                             ["", "devices", "deal", "seconds", "busy"], lines)
    balance_plot.save(figure, target)


if __name__ == "__main__":
    sys.exit(balance_plot.main(draw))

#!/usr/bin/env python3
"""The programs of docs/gallery beside the plain serial program in each: results/authors.csv.

    bench/authors.py                       builds nothing: the target `gallery` of a build with CERRADO_BENCHMARKS=ON
    bench/authors.py --programs FOLDER     (default: build/{device,cuda,host}/bin/gallery)
    bench/authors.py --devices host        without a GPU

A figure is the time of a second run in a process, which is what remains when the device is ready: the graph is read, but not yet on
the device. All three must print the same line. Exit code: 0, or 1 if two of them disagree. A missed target is printed and is no
failure: on the host none is slower than the serial program, and on a GPU ten times as quick if the graph has over 100,000 edges.
"""
import argparse
import datetime
import pathlib
import re
import subprocess
import sys

import measure

ROWS = [("k_plexes", "yeast-ppi", "2 6"), ("k_plexes", "wiki-vote", "2 4"), ("quasi_cliques", "yeast-ppi", "80 5"),
        ("quasi_cliques", "ca-astroph", "90 4"), ("heaviest_clique", "com-dblp", "8"), ("heaviest_clique", "wiki-vote", "8"),
        ("edge_patterns", "yeast-ppi", "4"), ("edge_patterns", "com-dblp", "3"),
        ("maximal_cliques", "yeast-ppi", ""), ("maximal_cliques", "wiki-vote", ""),
        ("maximal_k_plexes", "yeast-ppi", "2 4"), ("maximal_k_plexes", "yeast-ppi", "3 6"),
        ("triangles_by_degrees", "wiki-vote", ""), ("triangles_by_degrees", "com-dblp", ""), ("core_numbers", "wiki-vote", ""),
        ("core_numbers", "com-dblp", "")]
WAYS = {"GPU": [], "host": ["--host"], "serial": ["--serial"]}
LARGE = ["wiki-vote", "ca-astroph", "com-dblp"]  # over 100,000 edges


def run(program, graph, words, way, limit):
    """The line that the program prints, and milliseconds; None if it takes longer than the limit."""
    try:
        done = subprocess.run([program, graph, *words, *WAYS[way], "--time"], capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, None
    if done.returncode != 0:
        sys.exit(f"{program}: {done.stderr.strip()}")
    return done.stdout, 1000 * float(re.search(r"([\d.e+-]+) s", done.stderr)[1])


def text(time, limit):
    return f"> {1000 * limit:.0f}" if time is None else f"{time:.2g}" if time < 10 else f"{time:.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--devices", nargs="+", choices=["GPU", "host"], default=["GPU", "host"])
    parser.add_argument("--data", default=measure.default_data_folder())
    parser.add_argument("--limit", type=float, default=60, help="seconds for both runs of a program")
    parser.add_argument("--repeats", type=int, default=3, help="processes, of which the least time counts")
    parser.add_argument("--card", default="", help="what gave the figures")
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    builds = [measure.FOLDER.parent / "build" / preset / "bin" / "gallery" for preset in ("device", "cuda", "host")]
    folder = options.programs or next((build for build in builds if build.is_dir()), builds[-1])
    rows, differ = [], False
    print(f"{'program':22}{'graph':14}{'':8}" + "".join(f"{way + ', ms':>14}" for way in [*options.devices, "serial"]), flush=True)
    for name, graph, words in ROWS:
        lines, times = set(), {}
        for way in [*options.devices, "serial"]:
            found = [run(folder / name, measure.graph_file(options.data, graph), words.split(), way, options.limit)
                     for _ in range(options.repeats)]
            lines |= {line for line, _ in found if line is not None}
            times[way] = min((time for _, time in found if time is not None), default=None)
        cells = [text(times[way], options.limit) for way in times]
        factor = {"host": 1, "GPU": 10 if graph in LARGE else 0}
        missed = [way for way in options.devices
                  if times["serial"] is not None and (times[way] is None or factor[way] * times[way] > times["serial"])]
        notes = (["they disagree"] if len(lines) > 1 else []) + [f"{way} missed" for way in missed]
        differ |= len(lines) > 1
        print(f"{name:22}{graph:14}{words:8}" + "".join(f"{cell:>14}" for cell in cells) + "  " + ", ".join(notes), flush=True)
        rows.append([name, graph, words, *cells, ", ".join(notes), "ms", options.card, str(datetime.date.today()), "bench/authors.py"])
    if options.csv:
        measure.write_csv(options.csv, ["program", "graph", "numbers", *times, "", "unit", "card", "date", "command"], rows)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

"""What the benchmark scripts share: running the command, its record, unpacked copies, numbers as text."""
import argparse
import csv
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent


class RunFailed(Exception):
    """One run did not give a result; the text fits into a table's row."""


class OutOfTime(RunFailed):
    """The run was ended by its time limit."""


def default_data_folder():
    return pathlib.Path(os.environ.get("CERRADO_DATA_DIR") or FOLDER.parent.parent / "shared" / "data")


def find_command(given):
    """The cerrado executable: as given, beside this script (a packed folder), from a build here, or from PATH."""
    builds = [FOLDER.parent / "build" / preset / "bin" / "cerrado" for preset in ("cuda", "host", "device")]
    candidates = [pathlib.Path(given)] if given else [FOLDER / "cerrado", *builds]
    for candidate in candidates:
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return str(candidate.resolve())
    on_path = None if given else shutil.which("cerrado")
    if on_path:
        return on_path
    places = ", ".join(map(str, candidates))
    raise SystemExit(f"no cerrado executable at {places}: build a preset, or give --command PATH")


def add_places(parser):
    """The arguments --command and --data; give the command to find_command()."""
    parser.add_argument("--command", help="the cerrado executable (default: beside this script, build/*/bin, PATH)")
    parser.add_argument("--data", default=default_data_folder(),
                        help="folder of NAME.txt.gz and EXPECTED.csv (default: $CERRADO_DATA_DIR, else ../shared/data)")


def graph_file(data, graph):
    """The file of a graph of the folder; a generator is its own name."""
    if graph.startswith("gen:"):
        return graph
    path = pathlib.Path(data) / f"{graph}.txt.gz"
    if not path.is_file():
        raise RunFailed(f"{path} is missing: give the graphs' folder with --data, or set CERRADO_DATA_DIR")
    return path


def unpacked(data, graph, folder):
    """A plain copy of a graph in `folder`, made once; for programs that do not read gzip."""
    target = pathlib.Path(folder) / f"{graph}.txt"
    if not target.is_file():
        partial = target.with_suffix(".partial")
        with gzip.open(graph_file(data, graph), "rb") as packed, open(partial, "wb") as plain:
            shutil.copyfileobj(packed, plain)
        partial.rename(target)
    return target


def output_of(command, timeout):
    """Standard output of a command that must exit with 0 within `timeout` seconds."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired as error:
        raise OutOfTime(f"ended after {timeout:g} s") from error
    except (OSError, UnicodeDecodeError) as error:
        raise RunFailed(str(error)) from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["nothing on standard error"]
        raise RunFailed(f"exit code {done.returncode}: {lines[-1]}")
    return done.stdout


def record_of(command, work, graph, k, options, timeout):
    """The JSON record of one complete run of `cerrado motif|clique`."""
    return complete_record([command, work, graph, "-k", k, *options, "--json", "-", "--progress", "off"], timeout)


def complete_record(words, timeout):
    """The JSON record of a command that writes it to standard output, if the run is complete."""
    text = output_of(words, timeout)
    try:
        record = json.loads(text)
    except ValueError as error:
        raise RunFailed(f"the record is not JSON: {error}") from error
    if record["status"] != "complete":
        raise RunFailed(f"the run is {record['status']}")
    return record


def value_after(word, text):
    """The number that follows a word in a reference program's output."""
    match = re.search(rf"\b{word}\s+([0-9.]+)", text)
    if not match:
        raise RunFailed(f"no '{word} NUMBER' in the reference's output")
    return match.group(1)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def arguments_of_rows(description):
    """The arguments of a benchmark whose rows run on one device, beside their targets."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_places(parser)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--rows", default="", help="a regular expression for the work")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=200, help="for a run")
    parser.add_argument("--card", default="", help="what gave the figures")
    parser.add_argument("--csv", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.command = find_command(arguments.command)
    return arguments


def write_csv(path, header, rows):
    """The table of a benchmark."""
    with pathlib.Path(path).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def seconds_text(seconds):
    if seconds is None:
        return "-"
    for limit, factor, unit in ((1e-3, 1e6, "us"), (1, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:.0f} s"


def aligned(header, rows, left=("work",)):
    """A table as text: columns padded to their widest cell; `left` names the columns that are not numbers."""
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    lines = []
    for row in [header, ["-" * width for width in widths], *rows]:
        cells = (cell.ljust(width) if name in left else cell.rjust(width)
                 for name, cell, width in zip(header, row, widths))
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"

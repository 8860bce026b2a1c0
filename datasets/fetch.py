#!/usr/bin/env python3
"""Fetches public graphs and believes none that is not the graph the manifest describes.

A graph is downloaded beside its target under a temporary name, counted with the built `cerrado info`, and given its
name only when vertices, edges and triangles (after cleaning: undirected, simple, without isolated vertices) are those
of the manifest.

examples:
  datasets/fetch.py wiki-Vote
  datasets/fetch.py all --to /data/graphs --cerrado build/host/cerrado

exit codes: 0 done, 1 could not be done (network, disk, wrong figures), 2 bad usage or bad manifest
"""
import argparse
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ["name", "url", "format", "vertices", "edges", "triangles"]
FIGURES = ["vertices", "edges", "triangles"]
EXTENSIONS = {"edge-list": ".txt", "matrix-market": ".mtx", "metis": ".graph", "binary": ".cbin"}
STALLED_SECONDS = 60


class BadUsage(Exception):
    """The arguments or the manifest are wrong: exit code 2."""


class CannotBeDone(Exception):
    """A graph could not be had: exit code 1."""


def checked_row(row, where):
    if None in row or None in row.values():
        raise BadUsage(f"{where}: {len(COLUMNS)} fields expected: {','.join(COLUMNS)}")
    if row["format"] not in EXTENSIONS:
        raise BadUsage(f"{where}: unknown format '{row['format']}'; known are {', '.join(EXTENSIONS)}")
    if not row["name"] or row["name"] != os.path.basename(row["name"]) or row["name"].startswith("."):
        raise BadUsage(f"{where}: name '{row['name']}' cannot be a file name; use letters, digits, '-' and '_'")
    for figure in FIGURES:
        if not (row[figure].isascii() and row[figure].isdigit()):
            raise BadUsage(f"{where}: {figure} '{row[figure]}' is not a whole number")
        row[figure] = int(row[figure])
    return row


def read_manifest(path):
    try:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != COLUMNS:
                raise BadUsage(f"{path}:1: the header must be {','.join(COLUMNS)}")
            rows = [checked_row(row, f"{path}:{reader.line_num}") for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadUsage(f"{path}: cannot be read as a manifest: {error}") from error
    manifest = {row["name"]: row for row in rows}
    if len(manifest) != len(rows):
        raise BadUsage(f"{path}: a name stands twice in the manifest; give each graph one row")
    return manifest


def find_cerrado(given):
    """The command to count with: the one given, else the newest in a build folder, else the one on PATH."""
    if given:
        found = shutil.which(given)
        if not found:
            raise BadUsage(f"--cerrado {given}: not an executable file; build Cerrado and give its path")
        return os.path.abspath(found)
    built = [path for path in HERE.parent.glob("build*/**/cerrado") if path.is_file() and os.access(path, os.X_OK)]
    if built:
        return str(max(built, key=lambda path: path.stat().st_mtime))
    installed = shutil.which("cerrado")
    if installed:
        return installed
    raise CannotBeDone("no built `cerrado` in the build folders or on PATH to check the graph with; build it or give "
                       "--cerrado FILE")


def download(row, file):
    try:
        with urllib.request.urlopen(row["url"], timeout=STALLED_SECONDS) as response:
            announced = response.headers.get("Content-Length")
            shutil.copyfileobj(response, file, 1 << 20)
    except ValueError as error:
        raise BadUsage(f"{row['name']}: '{row['url']}' is not a URL: {error}") from error
    except (urllib.error.URLError, OSError) as error:
        raise CannotBeDone(f"{row['name']}: cannot download {row['url']}: {error}; check the network and the disk"
                           ) from error
    if announced is not None and file.tell() != int(announced):
        raise CannotBeDone(f"{row['name']}: {row['url']} broke off after {file.tell()} of {announced} bytes; try again")


def measure(cerrado, row, path):
    """Vertices, edges and triangles of the file, from the JSON record of `cerrado info`."""
    try:
        finished = subprocess.run([cerrado, "info", path, "--json", "-"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        raise CannotBeDone(f"{row['name']}: cannot run {cerrado}: {error}") from error
    if finished.returncode != 0:
        said = (finished.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise CannotBeDone(f"{row['name']}: what {row['url']} gave cannot be read as a graph: {said}")
    try:
        record = json.loads(finished.stdout)
        return {"vertices": int(record["graph"]["vertices"]), "edges": int(record["graph"]["edges"]),
                "triangles": int(record["triangles"])}
    except (ValueError, KeyError, TypeError) as error:
        raise CannotBeDone(f"{row['name']}: {cerrado} info --json - gave no record with graph and triangles "
                           f"({error!r}); is it the Cerrado of this checkout?") from error


def require_figures(row, found):
    wrong = [f"{figure} {found[figure]} instead of {row[figure]}"
             for figure in FIGURES if found[figure] != row[figure]]
    if wrong:
        raise CannotBeDone(f"{row['name']}: {row['url']} is not the graph of the manifest: {', '.join(wrong)}; "
                           "nothing was kept")


def give_name(temporary, target):
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(temporary, 0o666 & ~mask)
    os.replace(temporary, target)


def fetch(row, folder, cerrado):
    extension = EXTENSIONS[row["format"]] + (".gz" if row["url"].endswith(".gz") else "")
    target = folder / (row["name"] + extension)
    print(f"{row['name']}: downloading {row['url']}", file=sys.stderr)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = tempfile.NamedTemporaryFile(dir=folder, prefix=f".{row['name']}-", suffix=extension, delete=False)
    except OSError as error:
        raise CannotBeDone(f"{folder}: cannot be written: {error}; choose another folder with --to") from error
    try:
        with file:
            download(row, file)
        require_figures(row, measure(cerrado, row, file.name))
        try:
            give_name(file.name, target)
        except OSError as error:
            raise CannotBeDone(f"{target}: cannot be written: {error}; choose another folder with --to") from error
    finally:
        pathlib.Path(file.name).unlink(missing_ok=True)
    print(f"{target}  {row['vertices']} vertices, {row['edges']} edges, {row['triangles']} triangles")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", metavar="NAME|all", help="a name of the manifest")
    parser.add_argument("--to", metavar="DIR", type=pathlib.Path, default=HERE / "downloads",
                        help="default: datasets/downloads")
    parser.add_argument("--manifest", metavar="FILE", default=HERE / "manifest.csv",
                        help="default: datasets/manifest.csv")
    parser.add_argument("--cerrado", metavar="FILE", help="default: the newest in a build folder, then PATH")
    return parser.parse_args()


def run(options):
    manifest = read_manifest(options.manifest)
    if options.name != "all" and options.name not in manifest:
        raise BadUsage(f"{options.name}: not in {options.manifest}; known are {', '.join(manifest)} and all")
    rows = manifest.values() if options.name == "all" else [manifest[options.name]]
    cerrado = find_cerrado(options.cerrado)
    failures = 0
    for row in rows:
        try:
            fetch(row, options.to, cerrado)
        except CannotBeDone as error:
            failures += 1
            print(f"fetch.py: {error}", file=sys.stderr)
    return 1 if failures else 0


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        return run(arguments())
    except BadUsage as error:
        print(f"fetch.py: {error}", file=sys.stderr)
        return 2
    except CannotBeDone as error:
        print(f"fetch.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("fetch.py: interrupted; nothing half-written was left", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How long Cerrado takes to compile from nothing, and where the time goes.

    bench/build.py                               the program as ./demo.sh builds it, and sources compiled alone
    bench/build.py --rows demo,pip --jobs 2      the program, and `pip install .`
    bench/build.py --rows all --copies /tmp/x    everything, ./test.sh too, in folders that stay

Each row is built in a fresh folder, without ccache. `./test.sh` and `pip install .` build where their sources are, so
they get a copy of what git knows, with changes. CPU seconds are those of the processes that ran, user and system; on a
machine in use they say more than the clock. Exit code: 0, or 1 when something failed.
"""
import argparse
import collections
import json
import os
import pathlib
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "docs"))
from measure import RunFailed, aligned, seconds_text  # noqa: E402
from test_build import MOST_READERS, dependencies, objects_of, readers  # noqa: E402

ROWS = ["demo", "alone", "test", "pip"]
NOTES = """
wall, CPU: of the whole row, its configuration too; units: what was compiled. The table of owners: objects of the program, and
the sum of the seconds that ninja took for each (with several jobs on few cores, each waits for the others).
"""


class Builder:
    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs
        self.environment = {**os.environ, "CCACHE_DISABLE": "1", "CMAKE_BUILD_PARALLEL_LEVEL": str(jobs)}

    def run(self, *words, cwd=ROOT):
        """Returns: seconds by the clock, and of CPU."""
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run([str(word) for word in words], cwd=cwd, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            raise RunFailed(f"{shlex.join(map(str, words))}: exit code {done.returncode}\n{done.stdout[-2000:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic() - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def output(self, *words):
        return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout

    def sources(self, name):
        """A fresh copy of the sources: what git knows and what it does not ignore."""
        target = self.folder / name
        shutil.rmtree(target, ignore_errors=True)
        names = self.output("git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
        for name in names:
            if (ROOT / name).is_file():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target / name)
        return target

    def configure(self, *options):
        build = self.folder / "demo"
        shutil.rmtree(build, ignore_errors=True)
        return build, self.run("cmake", "--preset", "host", "-B", build, *options)

    def demo(self):
        """The program, in `demo`. Returns: rows of the first table; what belongs to whom; who reads what."""
        build, configured = self.configure("-DCERRADO_LOCKSTEP=OFF", "-DCERRADO_COMMANDS=motif;clique")
        wall, cpu = self.run("cmake", "--build", build, "--target", "cerrado", "--parallel", self.jobs)
        objects = objects_of(self.output("ninja", "-C", build, "-t", "inputs", "cerrado"))
        read = dependencies(self.output("ninja", "-C", build, "-t", "deps"))
        owners = collections.defaultdict(list)
        seconds = seconds_of(build / ".ninja_log")
        for name in objects:
            owners[owner_of(read.get(name, []))].append(seconds.get(name, 0))
        return ([["./demo.sh's build", configured[0] + wall, configured[1] + cpu, len(objects)]],
                [[owner, len(times), sum(times)] for owner, times in sorted(owners.items())],
                {header: len(readers(objects, read, header)) for header in MOST_READERS})

    def alone(self):
        """Two sources by themselves, with the options of the build: the smallest program, and the template."""
        build = self.folder / "demo"
        if not (build / "compile_commands.json").exists():
            build, _ = self.configure()
        commands = json.loads((build / "compile_commands.json").read_text())
        template = ROOT / "apps" / "template" / "main.cpp"
        command = next(shlex.split(entry["command"]) for entry in commands if pathlib.Path(entry["file"]) == template)
        begin = next(i for i, word in enumerate(command) if not word.endswith("ccache"))
        smallest = self.folder / "smallest.cpp"
        smallest.write_text("#include <cerrado/run/run.hpp>\n\nint main() {}\n")
        rows = []
        for title, source in [("<cerrado/run/run.hpp> alone", smallest), ("apps/template", template)]:
            words = [source if pathlib.Path(word) == template else word for word in command[begin:]]
            words[words.index("-o") + 1] = self.folder / "alone.o"
            rows.append([title, *self.run(*words, cwd=build), 1])
        return rows

    def test(self):
        tree = self.sources("test")
        self.environment.setdefault("CERRADO_DATA_DIR", str(ROOT.parent / "shared" / "data"))
        return [["./test.sh", *self.run("./test.sh", cwd=tree), units(tree / "build" / "host" / ".ninja_log")]]

    def pip(self):
        tree, venv = self.sources("pip"), self.folder / "venv"
        shutil.rmtree(venv, ignore_errors=True)
        self.run(sys.executable, "-m", "venv", venv)
        took = self.run(venv / "bin" / "pip", "install", ".", cwd=tree)
        return [["pip install .", *took, sum(map(units, tree.glob("build/wheel-*/.ninja_log")))]]


def seconds_of(log):
    """For each output of ninja's log the seconds it took, the last time."""
    lines = [line.split("\t") for line in log.read_text().splitlines() if not line.startswith("#")]
    return {fields[3]: (int(fields[1]) - int(fields[0])) / 1000 for fields in lines}


def units(log):
    return sum(name.endswith(".o") for name in seconds_of(log)) if log.exists() else 0


def owner_of(read):
    """The folder of the source, which is the first that the compiler read: an application has its own."""
    if not read:
        return "not known"
    source = pathlib.Path(os.path.relpath(read[0], ROOT)).parts
    if source[0] == "..":
        return "precompiled headers"
    return "/".join(source[:2]) if source[0] == "apps" else source[0]


def text_of(row):
    return [row[0], seconds_text(row[1]), seconds_text(row[2]), str(row[3])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="demo,alone", help=f"some of {', '.join(ROWS)}; or all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time (default: all cores)")
    parser.add_argument("--copies", type=pathlib.Path, help="a folder for what is built, which stays")
    options = parser.parse_args()
    wanted = ROWS if options.rows == "all" else options.rows.split(",")
    if unknown := [row for row in wanted if row not in ROWS]:
        parser.error(f"--rows {','.join(unknown)}: expected some of {', '.join(ROWS)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.copies or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        return measure(Builder(folder, options.jobs), wanted)


def measure(builder, wanted):
    rows, owners, headers, failed = [], [], {}, False
    for row in wanted:
        try:
            made = getattr(builder, row)()
            if row == "demo":
                made, owners, headers = made
            rows += map(text_of, made)
        except (RunFailed, OSError, StopIteration, subprocess.CalledProcessError) as error:
            print(f"{row}: FAILED: {error}", file=sys.stderr)
            failed = True
    print(aligned(["work", "wall", "CPU", "units"], rows))
    if owners:
        print(aligned(["owner", "objects", "object seconds"], [[name, str(n), f"{s:.1f}"] for name, n, s in owners], ("owner",)))
        print("\n".join(f"{count} units read <{header}>" for header, count in headers.items()))
    print(NOTES)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

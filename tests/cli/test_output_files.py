"""No command writes over a file that it reads, nor two outputs to one file, nor half a file: for every command and every output option."""
import os
import pathlib
import re
import subprocess
import unittest

from support import CommandTest, start

GRAPH = "0 1\n0 2\n1 2\n2 3\n"
ON_HOST = ["--device", "host"]

# Of each command: its words with the names of its inputs, and the options that write a file.
COMMANDS = {
    "clique": (["{graph}", "-k", "3", *ON_HOST],
               ["--json", "--csv", "--list", "--per-vertex", "--per-edge", "--trace", "--job-times", "--checkpoint"]),
    "motif": (["{graph}", "-k", "3", *ON_HOST], ["--json", "--csv", "--list", "--trace", "--job-times", "--checkpoint"]),
    "match": (["{graph}", "--pattern", "K3", "--labels", "{labels}", *ON_HOST],
              ["--json", "--csv", "--list", "--per-vertex", "--per-orbit", "--trace", "--job-times", "--checkpoint"]),
    "match of a file": (["{graph}", "--patterns", "{patterns}", *ON_HOST], ["--json", "--csv"]),
    "query": (["{graph}", "A -- B; RETURN A, B", "--vertices", "{cells}", *ON_HOST], ["--json", "--csv", "--rows", "--per-vertex"]),
    "query of a file": (["{graph}", "--file", "{motif}", *ON_HOST], ["--json", "--csv"]),
    "temporal": (["{graph}", "--delta", "5", *ON_HOST], ["--json", "--csv", "--per-vertex", "--per-arc", "--checkpoint"]),
    "temporal of a pattern": (["{graph}", "--delta", "5", "--pattern", "path:2", *ON_HOST], ["--json", "--csv", "--list"]),
    "temporal of a file": (["{graph}", "--delta", "5", "--patterns", "{patterns}", *ON_HOST], ["--json", "--csv"]),
    "temporal with random graphs": (["{graph}", "--delta", "5", "--random", "3", *ON_HOST], ["--json", "--csv", "--counts", "--svg"]),
    "sieve": (["{graph}", "--colours", "{colours}", "--motif", "0,1", *ON_HOST],
              ["--json", "--csv", "--list", "--per-vertex", "--checkpoint"]),
    "compress": (["{graph}"], ["-o"]),
    "compress score": (["{graph}", "-k", "3", *ON_HOST], ["--json", "--csv"]),
    "decompress": (["{compressed}"], ["-o"]),
    "convert": (["{graph}"], [""]),
    "convert with labels": (["{graph}", "--labels", "{labels}"], [""]),
    "info": (["{graph}"], ["--json", "--report"]),
    "info with labels": (["{graph}", "--labels", "{labels}"], ["--json", "--report"]),
    "balance sweep": (["clique", "{graph}", "-k", "3", *ON_HOST], ["--csv"]),
    "balance simulate": (["{graph}"], ["--csv"]),
    "balance plot": (["{graph}"], ["--to"]),
}
for _, written in COMMANDS.values():  # a command that has a record has a page and a picture of it
    if {"--json", "--csv"} <= set(written):
        written += ["--report", "--plot"]
GROWS = {"--trace", "--job-times", "--checkpoint"}  # written while a run goes on, which does not end for them
READ = ["--labels", "--within", "--vertices", "--patterns", "--colours", "--file", "--resume", "--merge"]  # options that name inputs


def words_of(name):
    return re.split(" (?:of|with) ", name)[0].split()


class OutputFiles(CommandTest):
    def setUp(self):
        super().setUp()
        self.inputs = {"graph": self.write("graph.txt", GRAPH), "labels": self.write("labels.txt", "0 a\n1 b\n"),
                       "colours": self.write("colours.txt", "0 0\n1 1\n"), "patterns": self.write("patterns.txt", "K3\n"),
                       "cells": self.write("cells.csv", "id,type\n0,a\n1,b\n"), "motif": self.write("motif.txt", "A -- B\n")}
        self.inputs["compressed"] = str(self.folder / "graph.cgz")
        self.run_command("compress", self.inputs["graph"], "-o", self.inputs["compressed"])
        picture = self.folder / "graph.svg"  # of plots, whose target ends so
        os.symlink(self.inputs["graph"], picture)
        self.picture = str(picture)

    def command(self, name, option, target, *more):
        words = [word.format(**self.inputs) for word in COMMANDS[name][0]]
        return [*words_of(name), *words, *([option] if option else []), target, *more]

    def contents(self):
        return {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def require_kept(self, command, says):
        before = self.contents()
        self.require_refusal(*command, code=2, says=says)
        self.assertEqual(self.contents(), before, command)

    def spellings(self, path):
        """The file by other names: through its folder, by a link, and as another name of it."""
        link, hard = self.folder / "link.svg", self.folder / "hard.svg"
        for name in [link, hard]:
            name.unlink(missing_ok=True)
        os.symlink(path, link)
        os.link(path, hard)
        return [path, str(self.folder / "." / ".." / self.folder.name / pathlib.Path(path).name), str(link), str(hard)]

    def test_no_output_is_an_input(self):
        for name, (words, options) in COMMANDS.items():
            inputs = [match[1] for word in words if (match := re.fullmatch(r"\{(\w+)\}", word))]
            for option in options:
                for one in inputs:
                    with self.subTest(name, option=option, input=one):
                        path = self.inputs[one]
                        for spelling in [self.picture] if option == "--to" else self.spellings(path):
                            self.require_kept(self.command(name, option, spelling), [spelling, "which is read"])

    def test_no_file_has_two_outputs(self):
        for name, (_, options) in COMMANDS.items():
            if "--json" not in options:
                continue
            new = self.folder / "new.out"
            for option in options:
                if option == "--json":
                    continue
                with self.subTest(name, option=option):
                    other = os.path.join(self.folder, ".", "new.out")
                    self.require_kept(self.command(name, "--json", new, option, other), ["--json", option, "one file"])
                    os.symlink(new, self.folder / "to_new")  # which leads nowhere
                    self.require_kept(self.command(name, "--json", new, option, self.folder / "to_new"), ["one file"])
                    (self.folder / "to_new").unlink()

    def test_every_option_that_names_a_file_is_above(self):
        for command in {" ".join(words_of(name)) for name in COMMANDS}:
            out, _ = self.run_command(*command.split(), "--help")
            named = {names.split(",")[0] for names in re.findall(r"(?m)^ +(-[-,\w]+) +\[?FILE", out)}
            written = {option for name, (_, options) in COMMANDS.items() if " ".join(words_of(name)) == command
                       for option in options}
            self.assertLessEqual(named - set(READ), written, command)

    def test_a_full_disk_keeps_nothing(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"a small disk needs root: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", disk])
        (disk / "filler").write_bytes(bytes(1 << 16))
        timed = {"graph": self.write("arcs.txt", "2 0 1\n0 1 2\n1 2 3\n"), "patterns": self.write("walks.txt", "path:2\n")}
        usual = self.inputs
        for name, (_, options) in COMMANDS.items():
            if name.startswith("balance"):  # a sweep grows, and others read traces
                continue
            self.inputs = usual | (timed if name.startswith("temporal") else {})
            for option in set(options) - GROWS:
                with self.subTest(name, option=option):
                    target = disk / ("out.cgz" if name == "compress" else "out.svg" if option in ("--plot", "--svg") else "out.graphml")
                    _, err = self.run_command(*self.command(name, option, target), code=1)
                    self.assertRegex(err, f"(?m)^cerrado: {target}: .*No space left on device")
                    self.assertEqual([path.name for path in disk.iterdir()], ["filler"])

    def test_a_checkpoint_to_go_on_from(self):
        file = self.folder / "run.checkpoint"
        run = ["clique", self.inputs["graph"], "-k", "3", *ON_HOST]
        self.run_command(*run, "--checkpoint", file)
        self.require_kept([*run, "--resume", file, "--json", file], ["--json", "checkpoint of --resume"])
        self.require_kept([*run, "--resume", self.inputs["graph"]], ["no checkpoint"])
        self.run_command(*run, "--resume", file, "--checkpoint", file)

    def test_standard_input(self):
        with open(self.inputs["graph"]) as graph:
            process = start("convert", "-", self.inputs["graph"], stdin=graph)
            _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2, err)
        self.assertEqual(pathlib.Path(self.inputs["graph"]).read_text(), GRAPH)

    def test_devices_and_other_files_are_written(self):
        there = self.write("there.json", "{}")
        self.run_command("clique", self.inputs["graph"], "-k", "3", *ON_HOST, "--json", "/dev/null", "--csv", "/dev/null")
        self.run_command("clique", self.inputs["graph"], "-k", "3", *ON_HOST, "--json", there, "--csv", "-")
        self.assertIn('"count": "1"', pathlib.Path(there).read_text())
        self.run_command("convert", self.inputs["graph"], self.folder / "copy.txt")


if __name__ == "__main__":
    unittest.main()

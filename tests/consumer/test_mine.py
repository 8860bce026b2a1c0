"""The template as a command: copied to apps/mine, and named nowhere, it has all that commands have."""
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import borrowed

SOURCE = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ["CERRADO_WORK"])
BUILD = pathlib.Path(os.environ["CERRADO_BUILD"])
KARATE = str(SOURCE / "datasets" / "karate.txt")


def make_program():
    """A copy of the sources with the copied template, built as the only application that the program has. Returns: the program."""
    tree = WORK / "cerrado"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in ["CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "apps", "bench", "canonical", "cmake", "framework",
                 "loadbalance"]:
        copy = shutil.copytree if (SOURCE / name).is_dir() else shutil.copy
        copy(SOURCE / name, tree / name)
    shutil.copytree(tree / "apps" / "template", tree / "apps" / "mine")
    build = tree / "build" / "host"
    configure = ["cmake", "--preset", "host", *borrowed.options_of(BUILD)]
    refused = subprocess.run([*configure, "-DCERRADO_COMMANDS=wedge;wegde"], cwd=tree, capture_output=True, text=True)
    named = re.search(r"no\s+command\s+wegde;(.*)", refused.stderr, re.DOTALL)
    if refused.returncode == 0 or not named or not {"wedge", "motif"} <= set(re.findall(r"\w+", named[1])):
        raise AssertionError(f"an unknown command was not refused by the names of the others:\n{refused.stderr}")
    subprocess.run([*configure, "-DCERRADO_COMMANDS=wedge"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    compiled = borrowed.build_program(tree, build, BUILD)
    print("compiled:", *compiled)
    return build / "bin" / "cerrado"


class Mine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = make_program()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_wedge(self, *arguments, code=0):
        done = subprocess.run([self.program, "wedge", *map(str, arguments)], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout, done.stderr

    def test_a_record_and_rows(self):
        record = json.loads(self.run_wedge(KARATE, "--json", "-")[0])
        self.assertEqual((record["app"], record["count"], record["status"]), ("wedge", "393", "complete"))
        rows = list(csv.DictReader(self.run_wedge(KARATE, "--csv", "-")[0].splitlines()))
        self.assertEqual([row["count"] for row in rows], ["393"])

    def test_devices_and_threads(self):
        for device in ("host", "lockstep"):
            self.assertIn("393", self.run_wedge(KARATE, "--device", device, "--threads", 2)[0])

    def test_a_list_and_its_limit(self):
        listed = self.run_wedge(KARATE, "--list", "-")[0].splitlines()
        self.assertEqual(len({frozenset(line.split()) for line in listed}), 393)
        self.assertEqual(len(self.run_wedge(KARATE, "--list", "-", "--limit", 7, code=3)[0].splitlines()), 7)

    def test_verify(self):
        self.assertIn("verified: 34 of 34 roots agree", self.run_wedge(KARATE, "--verify")[0])
        self.assertIn("verified: 5 of 34 roots agree", self.run_wedge(KARATE, "--verify=5")[0])

    def test_a_deadline_and_a_checkpoint(self):
        graph = "gen:er:n=4000,m=300000,seed=1"
        whole = json.loads(self.run_wedge(graph, "--json", "-")[0])
        checkpoint = self.folder / "run.checkpoint"
        words = [graph, "--checkpoint", checkpoint, "--threads", 1, "--json", "-"]
        load = whole["seconds"]["load"] + whole["seconds"]["prepare"]
        part = json.loads(self.run_wedge(*words, "--deadline", load + 0.3, code=3)[0])
        self.assertEqual(part["status"], "deadline")
        self.assertLess(int(part["count_at_least"]), int(whole["count"]))
        self.assertEqual(json.loads(self.run_wedge(*words)[0])["count"], whole["count"])

    def test_parts_add_up(self):
        files = [self.folder / f"{i}.checkpoint" for i in (1, 2, 3)]
        for i, file in enumerate(files, 1):
            self.assertIn("part", self.run_wedge(KARATE, "--part", f"{i}/3", "--checkpoint", file)[0])
        self.assertIn("393", self.run_wedge(KARATE, "--merge", *files)[0])

    def test_several_devices(self):
        record = json.loads(self.run_wedge("gen:er:n=400,m=20000,seed=1", "--devices", "host,host,lockstep", "--json", "-")[0])
        alone = json.loads(self.run_wedge("gen:er:n=400,m=20000,seed=1", "--json", "-")[0])
        self.assertEqual(record["count"], alone["count"])
        self.assertEqual([device["name"] for device in record["devices"]], ["host", "host", "lockstep"])

    def test_several_processes(self):
        isolated = json.loads(self.run_wedge(KARATE, "--devices", "host,host", "--isolate", "--json", "-")[0])
        self.assertEqual((isolated["count"], len(isolated["devices"])), ("393", 2))
        launcher = shutil.which("mpirun")
        if launcher is None or not list(self.program.parent.parent.rglob("libcerrado-mpi*")):
            self.skipTest("there is no mpirun, or this build has no MPI")
        words = [launcher, "-n", "2", "--allow-run-as-root", "--oversubscribe", self.program, "wedge", KARATE, "--json", "-"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, json.loads(done.stdout)["count"]), (0, "393"), done.stderr)

    def test_an_interrupt_keeps_the_part(self):
        process = subprocess.Popen([self.program, "wedge", "gen:er:n=20000,m=2000000,seed=1", "--progress", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertIn("PARTIAL (interrupted)", out)

    def test_what_would_be_run(self):
        self.assertIn("memory", self.run_wedge(KARATE, "--estimate")[0])
        self.assertIn("algorithm", self.run_wedge(KARATE, "--explain")[0])

    def test_the_program_has_the_chosen_commands(self):
        out = subprocess.run([self.program, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
        commands = re.findall(r"^  ([a-z]+) ", out.partition("Subcommands:")[2].partition("Examples:")[0], re.MULTILINE)
        self.assertEqual(commands, ["info", "generate", "convert", "wedge", "merge"])
        self.assertNotIn("cerrado clique", out)

    def test_help_names_the_options(self):
        out, _ = self.run_wedge("--help")
        self.assertLessEqual({"--json", "--csv", "--list", "--deadline", "--checkpoint", "--verify", "--device", "--balance"},
                             set(re.findall(r"--[a-z-]+", out)))
        self.assertNotRegex(out, r"(?m)^ +-k ")


if __name__ == "__main__":
    unittest.main()

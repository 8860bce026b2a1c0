"""The template as a command of one's own: copied, built with the installed library alone, it has all that commands have."""
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ["CERRADO_WORK"])
PREFIX = pathlib.Path(os.environ["CERRADO_PREFIX"])
KARATE = str(SOURCE / "datasets" / "karate.txt")


def make_program():
    """The copied template, built outside the tree and tested by its own tests. Returns: the program."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(SOURCE / "apps" / "template", WORK / "mine")
    begun = time.monotonic()
    configure = ["cmake", "-S", WORK / "mine", "-B", WORK / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}", "-DCERRADO_WITH_CUDA=OFF",
                 "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", WORK / "build"], check=True, stdout=subprocess.DEVNULL)
    print(f"built in {time.monotonic() - begun:.1f} s")
    subprocess.run(["ctest", "--test-dir", WORK / "build", "--output-on-failure"], check=True, stdout=subprocess.DEVNULL)
    return WORK / "build" / "bin" / "cerrado-mine"


class Mine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = make_program()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_mine(self, *arguments, code=0, k=3):
        words = [self.program, *map(str, arguments), *(["-k", str(k)] if k else [])]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout, done.stderr

    def test_a_record_and_rows(self):
        record = json.loads(self.run_mine(KARATE, "--json", "-")[0])
        self.assertEqual((record["app"], record["count"], record["status"]), ("mine", "438", "complete"))
        rows = list(csv.DictReader(self.run_mine(KARATE, "--csv", "-")[0].splitlines()))
        self.assertEqual([row["count"] for row in rows], ["438"])

    def test_an_option_of_its_own(self):
        out, _ = self.run_mine(KARATE, "--missing", 0, "--json", "-")
        self.assertEqual((json.loads(out)["count"], json.loads(out)["parameters"]["missing"]), ("45", 0))
        self.assertIn("--missing", self.run_mine("--help", k=None)[0])
        self.assertIn("--missing = x", self.run_mine(KARATE, "--missing", "x", code=2)[1])

    def test_a_file_of_its_own(self):
        report = self.folder / "summary.csv"
        self.run_mine(KARATE, "--summary", report)
        self.assertEqual(report.read_text().split(",")[:2], [KARATE, "438"])
        self.assertIn("could not be written", self.run_mine(KARATE, "--summary", self.folder / "no" / "where", code=1)[1])

    def test_sizes(self):
        self.assertIn("-k 9 ", self.run_mine(KARATE, k=9, code=2)[1])
        self.assertIn("-k", self.run_mine(KARATE, k=None, code=2)[1])

    def test_devices_and_threads(self):
        for device in ("host", "lockstep"):
            self.assertIn("438", self.run_mine(KARATE, "--device", device, "--threads", 2)[0])

    def test_a_list_and_its_limit(self):
        listed = self.run_mine(KARATE, "--list", "-")[0].splitlines()
        self.assertEqual(len({frozenset(line.split()) for line in listed}), 438)
        self.assertEqual(len(self.run_mine(KARATE, "--list", "-", "--limit", 7, code=3)[0].splitlines()), 7)

    def test_verify(self):
        self.assertIn("verified: 34 of 34 roots agree", self.run_mine(KARATE, "--verify")[0])
        self.assertIn("verified: 5 of 34 roots agree", self.run_mine(KARATE, "--verify=5")[0])

    def test_a_deadline_and_a_checkpoint(self):
        graph = "gen:er:n=3000,m=200000,seed=1"
        whole = json.loads(self.run_mine(graph, "--json", "-")[0])
        checkpoint = self.folder / "run.checkpoint"
        words = [graph, "--checkpoint", checkpoint, "--threads", 1, "--json", "-"]
        part = json.loads(self.run_mine(*words, "--deadline", whole["seconds"]["load"] + whole["seconds"]["run"] / 8, code=3)[0])
        self.assertEqual(part["status"], "deadline")
        self.assertLess(int(part["count_at_least"]), int(whole["count"]))
        self.assertIn("--missing 1", self.run_mine(*words, "--missing", 0, code=2)[1])
        self.assertEqual(json.loads(self.run_mine(*words, "--summary", self.folder / "summary.csv")[0])["count"], whole["count"])

    def test_parts_add_up(self):
        files = [self.folder / f"{i}.checkpoint" for i in (1, 2, 3)]
        for i, file in enumerate(files, 1):
            self.assertIn("part", self.run_mine(KARATE, "--part", f"{i}/3", "--checkpoint", file)[0])
        self.assertIn("438", self.run_mine(KARATE, "--merge", *files)[0])
        self.assertIn("438", self.run_mine("merge", *files, k=None)[0])

    def test_several_devices(self):
        record = json.loads(self.run_mine("gen:er:n=400,m=9000,seed=1", "--devices", "host,host,lockstep", "--json", "-")[0])
        alone = json.loads(self.run_mine("gen:er:n=400,m=9000,seed=1", "--json", "-")[0])
        self.assertEqual(record["count"], alone["count"])
        self.assertEqual([device["name"] for device in record["devices"]], ["host", "host", "lockstep"])

    def test_several_processes(self):
        isolated = json.loads(self.run_mine(KARATE, "--devices", "host,host", "--isolate", "--json", "-")[0])
        self.assertEqual((isolated["count"], len(isolated["devices"])), ("438", 2))
        launcher = shutil.which("mpirun")
        if launcher is None or not (PREFIX / "lib" / "libcerrado-mpi.so").exists():
            self.skipTest("there is no mpirun, or this build has no MPI")
        words = [launcher, "-n", "2", "--allow-run-as-root", "--oversubscribe", self.program, KARATE, "-k", "3", "--json", "-"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, json.loads(done.stdout)["count"]), (0, "438"), done.stderr)

    def test_an_interrupt_keeps_the_part(self):
        process = subprocess.Popen([self.program, "gen:er:n=20000,m=2000000,seed=1", "-k", "4", "--progress", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertIn("PARTIAL (interrupted)", out)

    def test_what_would_be_run(self):
        self.assertIn("memory", self.run_mine(KARATE, "--estimate")[0])
        self.assertIn("algorithm", self.run_mine(KARATE, "--explain")[0])

    def test_cerrado_runs_it(self):
        cerrado = PREFIX / "bin" / "cerrado"
        path = dict(os.environ, PATH=f"{self.program.parent}:{os.environ['PATH']}")
        for words in [["mine", KARATE, "-k", "3"], ["mine", "--help"]]:
            done = subprocess.run([cerrado, *words], capture_output=True, text=True, timeout=60, env=path)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, "438|cerrado mine ")
        files = [self.folder / f"{i}.checkpoint" for i in (1, 2)]
        for i, file in enumerate(files, 1):
            self.run_mine(KARATE, "--part", f"{i}/2", "--checkpoint", file)
        done = subprocess.run([cerrado, "merge", *files], capture_output=True, text=True, timeout=60, env=path)
        self.assertIn("438", done.stdout, done.stderr)

    def test_help_names_the_options(self):
        out, _ = self.run_mine("--help", k=None)
        self.assertLessEqual({"--json", "--csv", "--list", "--deadline", "--checkpoint", "--verify", "--device", "--balance"},
                             set(re.findall(r"--[a-z-]+", out)))


if __name__ == "__main__":
    unittest.main()

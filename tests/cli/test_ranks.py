"""One run in several processes that mpirun starts: one answer, the same as of one process, and one error."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from support import COMMAND, CommandTest, KARATE

ER = "gen:er:n=500,m=6000,seed=1"
LONG = "gen:er:n=30000,m=600000,seed=1"
BURSTS = "gen:bursts:n=300,m=6000,span=20000,seed=1"
LAUNCHER = shutil.which("mpirun")
AS_ANYBODY = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
MODULE = os.path.join(os.path.dirname(os.path.abspath(COMMAND)), "libcerrado-mpi.so")


def lacks():
    if LAUNCHER is None:
        return "there is no mpirun (package openmpi-bin)"
    return None if os.path.exists(MODULE) else "this build has no module of MPI (package libopenmpi-dev)"


@unittest.skipIf(lacks(), lacks())
class RanksTest(CommandTest):
    def shell(self, processes, before, words, code=0):
        """What the processes print that run the words after a line of the shell: their results, or why they failed."""
        script = f"{before}\nexec {COMMAND} {words} --device host --threads 1\n"
        (self.folder / "rank.sh").write_text(script)
        run = subprocess.run([LAUNCHER, "--oversubscribe", "--bind-to", "none", "-n", str(processes), "sh", "rank.sh"],
                             capture_output=True, text=True, cwd=self.folder, env=AS_ANYBODY, timeout=120)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        if code == 0:
            return run.stdout
        self.assertEqual(run.stdout, "")
        return run.stderr

    def launch(self, processes, *arguments, transport=(), stdin=subprocess.DEVNULL):
        command = [LAUNCHER, "--oversubscribe", "--bind-to", "none", *transport, "-n", processes, COMMAND, *arguments,
                   "--device", "host", "--threads", 1]
        return subprocess.Popen([str(word) for word in command], stdin=stdin, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, cwd=self.folder, env=AS_ANYBODY)

    def ranks(self, processes, *arguments, code=0, transport=()):
        run = self.launch(processes, *arguments, transport=transport)
        out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, code, out + err)
        return out, [line for line in err.splitlines() if line.startswith("cerrado")]


class Answers(RanksTest):
    def shared(self, processes, *arguments, **how):
        return json.loads(self.ranks(processes, *arguments, "--json", "-", **how)[0])

    def test_every_command_counts_what_one_process_counts(self):
        for processes, *work in [[2, "clique", ER, "-k", 4], [4, "clique", ER, "--all"], [7, "motif", ER, "-k", 4],
                                 [3, "match", ER, "--pattern", "house", "--algorithm", "walk"],
                                 [2, "compress", "score", ER, "-k", 3], [3, "temporal", BURSTS, "--delta", 900, "--random", 6],
                                 [2, "temporal", BURSTS, "--delta", "60,900", "--pattern", "path:3"]]:
            one, several = self.record(*work), self.shared(processes, *work)
            for key in ["count", "patterns", "totals", "statistics"]:
                self.assertEqual(one.get(key), several.get(key), (work, key))
            self.assertEqual([row["name"] for row in several["devices"]], [f"rank {i} host" for i in range(processes)])

    def test_one_process_is_alone(self):
        self.assertNotIn("devices", self.shared(1, "clique", ER, "-k", 4))

    def test_over_a_network(self):
        network = ["--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo"]
        record = self.shared(3, "motif", ER, "-k", 4, transport=network)
        self.assertEqual(record["count"], self.record("motif", ER, "-k", 4)["count"])

    def test_the_first_process_writes_and_each_lists(self):
        self.ranks(3, "clique", ER, "-k", 3, "--per-vertex", "several", "--json", "record")
        self.run_command("clique", ER, "-k", 3, "--per-vertex", self.folder / "one")
        self.assertEqual((self.folder / "several").read_text(), (self.folder / "one").read_text())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["one", "record", "several"])
        self.ranks(3, "clique", ER, "-k", 3, "--list", "list")
        self.run_command("clique", ER, "-k", 3, "--list", self.folder / "whole")
        found = [line for name in ["list", "list.1", "list.2"] for line in (self.folder / name).read_text().splitlines()]
        in_order = [sorted(" ".join(sorted(line.split())) for line in lines)
                    for lines in (found, (self.folder / "whole").read_text().splitlines())]
        self.assertEqual(*in_order)

    def test_one_list_of_all(self):
        self.run_command("clique", ER, "-k", 3, "--list", self.folder / "whole")
        expected = sorted(" ".join(sorted(line.split())) for line in (self.folder / "whole").read_text().splitlines())
        self.ranks(3, "clique", ER, "-k", 3, "--list", "list", "--gather")
        out, _ = self.ranks(4, "clique", ER, "-k", 3, "--list", "-", "--gather")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["list", "whole"])
        for found in [(self.folder / "list").read_text(), out]:
            self.assertEqual(sorted(" ".join(sorted(line.split())) for line in found.splitlines()), expected)
        self.ranks(3, "clique", ER, "-k", 3, "--list", "some", "--gather", "--limit", 20, code=3)
        some = [" ".join(sorted(line.split())) for line in (self.folder / "some").read_text().splitlines()]
        self.assertEqual(len(set(some)), 20)
        self.assertLessEqual(set(some), set(expected))

    def test_a_list_of_many_blocks_is_gathered(self):
        work = ["match", "gen:er:n=600,m=4800,seed=1", "--pattern", "4-path", "--algorithm", "walk"]
        record = self.shared(3, *work, "--list", "list.bin", "--gather")
        self.assertEqual(record["count"], self.record(*work)["count"])
        self.assertEqual((self.folder / "list.bin").stat().st_size, 16 + 8 * 4 * int(record["count"]))

    def test_goes_on_after_a_lost_process(self):
        work = ["motif", "gen:er:n=6000,m=80000,seed=1", "-k", 4, "--algorithm", "paper"]
        checkpoint = self.folder / "ck"
        run = self.launch(3, *work, "--checkpoint", checkpoint, "--checkpoint-every", "0.1")
        while run.poll() is None and not checkpoint.exists():
            time.sleep(0.01)
        children = pathlib.Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
        os.kill(int(children[-1]), signal.SIGKILL)
        run.communicate(timeout=120)
        self.assertNotEqual(run.returncode, 0)
        expected = self.record(*work[:-2])["count"]
        self.assertEqual(self.shared(2, *work, "--resume", checkpoint)["count"], expected)
        self.assertEqual(self.record(*work, "--resume", checkpoint)["count"], expected)

    def test_one_process_alone_has_the_file(self):
        shutil.copy(KARATE, self.folder / "graph.txt")
        one = self.record("clique", KARATE, "--all")
        record = json.loads(self.shell(3, 'test "$OMPI_COMM_WORLD_RANK" = 0 || cd /', "clique graph.txt --all --json -"))
        for key in ["count", "sizes"]:
            self.assertEqual(record[key], one[key])
        self.assertEqual([record["graph"][key] for key in ["source", "vertices", "edges", "read_as"]],
                         ["graph.txt"] + [one["graph"][key] for key in ["vertices", "edges", "read_as"]])
        self.assertGreater(record["seconds"]["broadcast"], 0)
        self.assertLess(record["seconds"]["broadcast"], record["seconds"]["load"])
        self.assertNotIn("broadcast", one["seconds"])

    def test_labels_directions_and_names_travel(self):
        (self.folder / "graph.txt").write_text("A B x\nB C y\nC A x\nC D y\nD D x\n")
        (self.folder / "labels.txt").write_text("A red\nB blue\nC red\n")
        words = ["match", "graph.txt", "--names", "--directed", "--edge-labels", "--labels", "labels.txt",
                 "--pattern", "0>1,1>2", "--per-vertex", "counts"]
        self.ranks(3, *words)
        several = (self.folder / "counts").read_text()
        self.run_command(*words, "--device", "host", cwd=self.folder)
        self.assertEqual(several, (self.folder / "counts").read_text())
        self.assertIn("A", several)

    def test_what_the_reader_says_comes_once(self):
        (self.folder / "graph.txt").write_text("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n")
        _, said = self.ranks(3, "clique", "graph.txt", "-k", 3)
        self.assertEqual(len(said), 1, said)
        self.assertIn("directed", said[0])

    def test_each_reads_a_graph_that_all_have(self):
        record = self.shared(3, "clique", KARATE, "--all", "--read-each")
        self.assertEqual(record["count"], self.record("clique", KARATE, "--all")["count"])
        self.assertNotIn("broadcast", record["seconds"])

    def test_parts_of_several_processes_are_merged_by_one(self):
        for part in [1, 2]:
            self.ranks(2, "clique", ER, "-k", 4, "--part", f"{part}/2", "--checkpoint", f"part{part}", "--read-each")
        merged = self.record("merge", self.folder / "part1", self.folder / "part2")
        self.assertEqual(merged["count"], self.record("clique", ER, "-k", 4)["count"])

    def test_from_standard_input(self):
        with open(KARATE) as graph:
            run = self.launch(2, "clique", "-", "--all", "--json", "-", stdin=graph)
            out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 0, err)
        self.assertEqual(json.loads(out)["count"], self.record("clique", KARATE, "--all")["count"])

    def test_a_deadline_ends_all(self):
        record = self.shared(2, "motif", LONG, "-k", 6, "--algorithm", "paper", "--deadline", "1s", code=3)
        self.assertEqual(record["status"], "deadline")


class Refusals(RanksTest):
    def test_are_said_once(self):
        for words in [["clique", "no-such-file", "-k", 4], ["clique", ER, "-k", 4, "--no-such-option"],
                      ["clique", ER, "-k", 3, "--list", "-"], ["info", ER],
                      ["clique", ER, "-k", 3, "--devices", "auto"], ["clique", ER, "-k", 3, "--gather"],
                      ["clique", ER, "-k", 4, "--trace", "t"]]:
            out, errors = self.ranks(3, *words, code=2)
            self.assertEqual(out, "")
            self.assertEqual(len(errors), 1, errors)

    def test_of_another_graph_in_one_process(self):
        words = 'clique "gen:er:n=100,m=400,seed=$OMPI_COMM_WORLD_RANK" -k 4 --read-each'  # each has a graph of its own
        self.assertIn("give all the same graph and options", self.shell(2, "", words, code=2))

    def test_of_an_option_of_one_process(self):
        wrong = 'test "$OMPI_COMM_WORLD_RANK" = 0 || wrong=--no-such-option'
        said = self.shell(2, wrong, f"clique {ER} -k 4 $wrong", code=2)
        self.assertIn("cerrado: rank 1 of 2: cerrado clique: unknown option --no-such-option", said)

    def test_of_other_marks_in_one_process(self):
        files = {"graph.txt": "0 1 x\n1 2 y\n2 0 x\n", "labels.txt": "0 A\n1 B\n2 A\n"}
        others = {"graph.txt": ["0 1 x\n1 2 x\n2 0 x\n", "1 0 x\n1 2 y\n2 0 x\n"], "labels.txt": ["0 A\n1 A\n2 B\n"]}
        words = "match graph.txt --labels labels.txt --directed --edge-labels --pattern '0:A,1:B,0>1' --algorithm walk --read-each"
        (self.folder / "other").mkdir()
        for name in [""] + list(others):
            for other in others.get(name, [None]):
                for file, content in files.items():
                    self.write(file, content)
                    self.write(f"other/{file}", other if file == name else content)
                said = self.shell(2, 'test "$OMPI_COMM_WORLD_RANK" = 0 || cd other', words, code=2 if other else 0)
                self.assertIn("give all the same graph" if other else "matches", said)

    def test_of_read_each_in_some_processes(self):
        for rank in [0, 1]:
            said = self.shell(2, f'test "$OMPI_COMM_WORLD_RANK" = {rank} && each=--read-each', f"clique {ER} -k 4 $each", code=2)
            self.assertIn("cerrado: rank 1 of 2: --read-each is given to some of the processes", said)

    def test_of_other_patterns_in_one_process(self):
        said = self.shell(2, "", f"match {ER} --pattern $((4 + OMPI_COMM_WORLD_RANK))-cycle --algorithm walk", code=2)
        self.assertIn("give all the same graph and options", said)
        for patterns in ["0-1,1-2,0~2", "0-1,1-2,0-2"], ["0:A,1:B,0-1", "0:A,1:A,0-1"]:
            self.write("labels.txt", "".join(f"{v} {'AB'[v % 2]}\n" for v in range(500)))
            chosen = f'set -- {" ".join(patterns)}; test "$OMPI_COMM_WORLD_RANK" = 0 || shift'
            said = self.shell(2, chosen, f"match {ER} --labels labels.txt --pattern $1 --algorithm walk", code=2)
            self.assertIn("give all the same graph and options", said)
            self.assertNotIn("::", said)  # the name of a type

    def test_of_a_file_that_one_process_lacks(self):
        shutil.copy(KARATE, self.folder / "graph.txt")
        elsewhere = 'test "$OMPI_COMM_WORLD_RANK" != 1 || cd /'
        said = self.shell(3, elsewhere, "clique graph.txt -k 3 --read-each", code=2)
        self.assertIn("cerrado: rank 1 of 3: graph.txt: no such file", said)
        self.assertEqual(said.count("cerrado: "), 1, said)

    def test_of_a_file_that_no_process_has_come_soon(self):
        begun = time.monotonic()
        for how in [[], ["--read-each"]]:
            _, errors = self.ranks(4, "clique", "no-such-file", "-k", 4, *how, code=2)
            self.assertEqual(errors, ["cerrado: no-such-file: no such file; check the path"])
        self.assertLess(time.monotonic() - begun, 40)

    def test_of_read_each_without_a_launcher(self):
        for words in [["clique", ER, "-k", 4], ["motif", ER, "-k", 3], ["match", ER, "--pattern", "K3"],
                      ["compress", "score", ER, "-k", 3]]:
            out, error = self.run_command(*words, "--read-each", code=2)
            self.assertEqual(out, "")
            self.assertRegex(error, r"^cerrado: --read-each has no effect in one process.*\n$")

    def test_of_a_launcher_that_the_module_does_not_know(self):
        environment = dict(os.environ, PMI_SIZE="4")
        run = subprocess.run([COMMAND, "clique", ER, "-k", "4"], capture_output=True, text=True, env=environment, timeout=60)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("the launcher says there are 4 processes, and MPI says 1", run.stderr)

    @unittest.skipIf(shutil.which("mpirun.mpich") is None, "there is no mpirun of another MPI (package mpich)")
    def test_of_another_mpi_comes_once(self):
        run = subprocess.run(["mpirun.mpich", "-n", "3", COMMAND, "clique", ER, "-k", "4"], capture_output=True, text=True, timeout=60)
        self.assertNotEqual(run.returncode, 0)
        self.assertEqual(run.stdout, "")
        self.assertEqual(run.stderr.count("there are 3 processes, and MPI says 1"), 1, run.stderr)


class WithoutModule(CommandTest):
    def test_a_launcher_is_refused_with_the_package(self):
        alone = self.folder / "cerrado"
        shutil.copy(COMMAND, alone)
        run = subprocess.run([alone, "clique", ER, "-k", "4"], capture_output=True, text=True, timeout=60,
                             env=dict(os.environ, OMPI_COMM_WORLD_SIZE="2"))
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("libopenmpi-dev", run.stderr)


if __name__ == "__main__":
    unittest.main()

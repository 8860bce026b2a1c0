"""sieve: vertices in a match, one match, all of them, what is refused, and early stops."""
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest

from support import KARATE, CommandTest, start, wait_for_progress


class Sieve(CommandTest):
    def sieve(self, *arguments, graph=KARATE, colours="mod:7", motif="3^4,5", **keywords):
        return self.run_command("sieve", graph, "--colours", colours, "--motif", motif, *arguments, **keywords)

    def test_vertices_in_a_match(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "vertices.csv")
            record = json.loads(self.sieve("--json", "-", "--per-vertex", file, "--verify")[0])
            self.assertEqual(record["vertices"], 5)
            with open(file) as rows:
                lines = rows.read().split("\n")
        self.assertEqual(lines[0], "vertex,in_match")
        self.assertEqual([line for line in lines if line.endswith(",1")], ["3,1", "10,1", "24,1", "31,1", "33,1"])

    def test_one_match_and_all(self):
        self.assertIn("match     3 10 24 31 33", self.sieve("--first", "--verify")[0])
        self.assertEqual(self.sieve("--list", "-", "--verify")[0], "3 10 24 31 33\n")
        out, _ = self.sieve("--list", "-", "--limit", "7", colours="mod:3", motif="0,0,1,1,2", code=3)
        self.assertEqual(len(out.splitlines()), 7)
        record = json.loads(self.sieve("--oracle", "--json", "-", motif="3^5")[0])
        self.assertFalse(record["exists"])
        out, _ = self.sieve("--oracle", colours="mod:3", motif="0,0,1,1,2")
        self.assertIn("match     yes\n", out)
        self.assertNotIn("missed", out)  # a match that was found is one for certain
        record = json.loads(self.sieve("--oracle", "--json", "-", colours="mod:3", motif="0,0,1,1,2")[0])
        self.assertEqual((record["exists"], record["miss"]), (True, 0))

    def test_colours_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "colours.txt")
            with open(file, "w") as out:
                out.write("# id colours\n1 4\n2 4,5\n3 6\n")
            out, _ = self.sieve("--list", "-", "--verify", colours=file, motif="4,5,6")
            self.assertEqual(out, "1 2 3\n")
            out, _ = self.sieve("--list", "-", "--verify", colours=file, motif="6,*")  # any, or none
            self.assertEqual(len(out.splitlines()), 10)  # the degree of vertex 3
            with open(file, "a") as out:
                out.write("99 1\n")
            out, err = self.sieve("--list", "-", colours=file, motif="4,5,6")
            self.assertEqual(out, "1 2 3\n")
            self.assertIn("colours.txt: 1 of 4 colours names no vertex of the graph", err)
            with open(file, "a") as out:
                out.write("1 x\n")
            self.require_refusal("sieve", KARATE, "--colours", file, "--motif", "4", code=2, says=[":6:", "vertex 1 is on an earlier line"])
            with open(file, "w") as out:
                out.write("99 1\n")
            self.require_refusal("sieve", KARATE, "--colours", file, "--motif", "1", code=2, says=["for a vertex of the graph"])

    def test_labels_are_colours_by_name(self):
        labels = KARATE.replace("karate.txt", "karate.labels.txt")
        with open(labels) as lines:
            clubs = dict(line.split() for line in lines if not line.startswith("#"))
        colours = self.write("colours.txt", "".join(f"{v} {int(club == 'officer')}\n" for v, club in clubs.items()))
        for by_name, by_number in [("hi,hi,officer", "0,0,1"), ("officer^3,*", "1^3,*")]:
            out, _ = self.run_command("sieve", KARATE, "--labels", labels, "--motif", by_name, "--list", "-", "--verify")
            numbered, _ = self.sieve("--list", "-", colours=colours, motif=by_number)
            self.assertEqual(sorted(out.splitlines()), sorted(numbered.splitlines()))
            self.assertGreater(len(out.splitlines()), 20)
        out, _ = self.run_command("sieve", KARATE, "--labels", labels, "--motif", "hi^2,officer")
        self.assertIn("motif     hi^2,officer: 3 vertices", out)
        out, _ = self.run_command("sieve", KARATE, "--labels", labels, "--motif", "hi", "--json", "-")
        self.assertEqual(json.loads(out)["parameters"]["labels"], labels)
        self.assertEqual(json.loads(out)["vertices"], 17)
        for arguments, says in [(("--labels", labels, "--motif", "hi,officr"), "'officr' is no label of the graph, but officer"),
                                (("--labels", labels), "--labels and --motif"),
                                (("--labels", labels, "--colours", "mod:2", "--motif", "1"), "give one of them")]:
            self.require_refusal("sieve", KARATE, *arguments, code=2, says=[says])

    def test_one_is_not_several(self):
        out, _ = self.sieve(graph="gen:path:n=2", colours="mod:2", motif="1")
        self.assertIn("2 vertices, 1 edge, largest degree 1\n", out)
        self.assertIn("1: 1 vertex\n", out)
        self.assertIn("vertices  1 is in a match", out)

    def problem(self, *lines):
        """A path 1 to 5 with colours 1 1 2 3 1, and more lines."""
        file = self.folder / "problem.txt"
        text = ["c a path", "p motif 5 4", *(f"e {v} {v + 1}" for v in range(1, 5)),
                *(f"n {v} {c}" for v, c in enumerate([1, 1, 2, 3, 1], 1)), *lines]
        file.write_text("\n".join(text) + "\n")
        return file

    def test_graph_colours_and_motif_in_one_file(self):
        out, _ = self.run_command("sieve", self.problem("k 3 1 1 2"), "--list", "-", "--verify")
        self.assertEqual(out, "1 2 3\n")
        record = json.loads(self.run_command("sieve", self.problem("k 1 2 3"), "--json", "-")[0])
        self.assertEqual((record["parameters"]["motif"], record["vertices"]), ("1,2,3", 4))
        with open(self.problem("k 3 1 1 2")) as text:
            self.assertIn("3 are in a match", self.run_command("sieve", "-", stdin=text)[0])
        self.require_refusal("sieve", self.problem("k 1 9 9"), "--motif", "1", code=2, says=["--colours and --motif"])
        self.require_refusal("sieve", self.problem("k 2 1 x"), code=2, says=["problem.txt:12:", "'x'"])
        self.require_refusal("sieve", KARATE, code=2, says=["karate.txt:", "'p motif vertices edges'"])
        self.require_refusal("sieve", "gen:path:n=5", code=2, says=["--colours and --motif are missing"])

    def test_the_test_of_a_file(self):
        for claim, ways in {"t unique 3 1 2": [(), ("--first",), ("--oracle",), ("--list", "-")],
                            "t count 1": [(), ("--first",), ("--oracle",)]}.items():
            for way in ways:
                _, err = self.run_command("sieve", self.problem("k 3 1 1 2", claim), *way)
                self.assertIn("the test of the file holds", err)
        for motif, claim, says in [("k 3 1 1 2", "t unique 3 4 5", "1 2 3"), ("k 3 1 1 2", "t count 0", "finds 1"),
                                   ("k 2 1 9", "t count 2", "finds 0"), ("k 2 1 9", "t unique 1 2", "finds none"),
                                   ("k 1 1", "t unique 1", "finds 3 vertices in matches")]:
            out, err = self.run_command("sieve", self.problem(motif, claim), code=1)
            self.assertIn("are in a match", out)
            self.assertIn("the test in the file fails", err)
            self.assertIn(says, err)
        for way in ("--first", "--oracle"):
            _, err = self.run_command("sieve", self.problem("k 3 1 1 2", "t count 0"), way, code=1)
            self.assertIn("claims no match", err)

    def test_a_seed_says_it_all(self):
        runs = {self.sieve("--repeat", "1", "--seed", seed, "--per-vertex", "-", "--threads", threads)[0]
                for seed in ("4",) for threads in ("1", "2")}
        self.assertEqual(len(runs), 1)

    def test_refusals(self):
        command = ("sieve", KARATE, "--colours", "mod:3")
        self.require_refusal(*command, "--motif", "0^31", code=2, says=["larger than 30"])
        self.require_refusal(*command, "--motif", "", code=2, says=["--colours and --motif"])
        self.require_refusal(*command, "--motif", "0,b", code=2, says=["'b' is no colour"])
        self.require_refusal(*command, "--motif", "0", "--error", "1", code=2, says=["between 0 and 1"])
        self.require_refusal(*command, "--motif", "0", "--error", "0.1", "--repeat", "2", code=2, says=["--repeat"])
        self.require_refusal(*command, "--motif", "0", "--first", "--oracle", code=2, says=["--first"])
        self.require_refusal(*command, "--motif", "0", "--limit", "3", code=2, says=["--list"])
        self.require_refusal(*command, "--motif", "0", "--per-vertex", "/none/v", code=1, says=["/none/v"])
        self.require_refusal("sieve", KARATE, "--colours", "mod:0", "--motif", "0", code=2, says=["above 0"])

    def test_what_nobody_can_match(self):
        for motif, colours in [("0^5", "mod:1"), ("7", "mod:2"), ("*^5", "mod:1")]:
            out, _ = self.sieve("--verify", graph="gen:path:n=4", colours=colours, motif=motif)
            self.assertIn("vertices  0 are in a match", out)
            self.assertIn("none", self.sieve("--first", graph="gen:path:n=4", colours=colours, motif=motif)[0])

    def test_one_colour_is_any_motif(self):
        for k in (3, 5):
            motifs = json.loads(self.run_command("motif", KARATE, "-k", k, "--json", "-")[0])
            self.assertEqual(len(self.sieve("--list", "-", colours="mod:1", motif=f"0^{k}")[0].splitlines()),
                             int(motifs["count"]))

    def test_a_full_disk(self):
        for option in ("--json", "--csv", "--per-vertex", "--list"):
            out, err = self.run_command("sieve", KARATE, "--colours", "mod:3", "--motif", "0,1", option, "/dev/full", code=1)
            self.assertRegex(err, "/dev/full.*No space")
            self.assertEqual("in a match" in out, option != "--list", "the table is lost only with the run itself")

    def test_what_the_runs_would_take(self):
        out, _ = self.sieve("--estimate", "--device", "host", graph="gen:regular:n=100,d=6,seed=1", colours="mod:1",
                            motif="0^12")
        self.assertIn("sieved    100 vertices, 300 edges", out)
        self.assertIn("runs      9; each takes 4,096 points", out)
        self.assertRegex(out, r"memory    [0-9.]+ [KM]iB on host")

    def test_parts_checkpoints_and_devices_give_the_same(self):
        question = ["sieve", "gen:er:n=60,m=90,seed=11", "--colours", "mod:2", "--motif", "0^5,1^4"]
        expected, _ = self.run_command(*question, "--per-vertex", "-")
        for how in [["--devices", "host,host"], ["--devices", "host,host", "--isolate"], ["--checkpoint", self.folder / "a.ck"]]:
            self.assertEqual(self.run_command(*question, *how, "--per-vertex", "-")[0], expected)
        _, err = self.run_command(*question, "--resume", self.folder / "a.ck")
        self.assertRegex(err, r"the run goes on from here, with (\d+) of \1 layers done")
        self.require_refusal(*question, "--seed", 2, "--resume", self.folder / "a.ck", code=2, says=["seed 1", "seed 2"])
        files = [self.folder / f"part{i}.ck" for i in (1, 2)]
        for i, file in enumerate(files, 1):
            self.run_command(*question, "--part", f"{i}/2", "--checkpoint", file)
        self.assertEqual(self.run_command("merge", *files, "--per-vertex", "-")[0], expected)
        self.require_refusal(*question, "--first", "--checkpoint", self.folder / "b.ck", code=2, says=["--first"])

    def test_cuda_devices_give_what_the_host_gives(self):
        if not self.has_cuda():
            self.skipTest("no CUDA device can be used here")
        devices = json.loads(self.run_command("info", "--device", "--json")[0])
        numbers = [str(i) for i, device in enumerate(devices) if device["kind"] == "cuda"]

        def vertices(*where):
            return self.sieve("--per-vertex", "-", "--repeat", "1", *where, graph="gen:powerlaw:n=500,exponent=2,degree=9",
                              colours="mod:5", motif="0^4,1^3,2^3,3^2")[0]
        expected = vertices("--device", "host")
        for count in range(1, len(numbers) + 1):
            self.assertEqual(vertices("--devices", ",".join(numbers[:count])), expected)
        self.require_refusal("sieve", KARATE, "--colours", "mod:3", "--motif", "0", "--devices", len(numbers), code=2,
                             says=["no CUDA device"])

    def test_a_stopped_run(self):
        out, _ = self.sieve("--deadline", "0.5", "--device", "host", graph="gen:er:n=2000,m=20000,seed=1",
                            colours="mod:1", motif="0^24", code=3)
        self.assertIn("0 or more", out)

    def test_gigabytes_do_not_delay_the_end(self):
        """They are taken, and hardly used before the deadline."""
        process = start("sieve", "gen:er:n=1000000,m=2000000,seed=1", "--colours", "mod:1", "--motif", "0^12", "--device",
                        "host", "--deadline", "1ms", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 3)
        self.assertLess(usage.ru_maxrss, 1 << 20, "KiB")

    def test_verifying_ends_when_told(self):
        long = ["sieve", "gen:er:n=300,m=3000,seed=1", "--colours", "mod:1", "--motif", "0^7", "--device", "host", "--verify"]
        out, _ = self.run_command(*long, "--deadline", "1s", code=3)
        self.assertIn("not verified: the serial program was stopped by the deadline", out)
        self.assertIn("300 are in a match", out)
        process = start(*long, "--json", self.folder / "record.json")
        while not (self.folder / "record.json").exists():
            self.assertIsNone(process.poll(), "it ended before its record was there")
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertIn("stopped by Ctrl-C", out)

    def test_an_interrupted_run(self):
        process = start("sieve", "gen:er:n=2000,m=20000,seed=1", "--colours", "mod:1", "--motif", "0^24", "--device",
                        "host", "--progress", "json", "--oracle")
        wait_for_progress(process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertIn("match     not known: the run was stopped", out)


if __name__ == "__main__":
    unittest.main()

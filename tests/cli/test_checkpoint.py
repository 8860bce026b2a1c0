"""Checkpoints: runs that are ended, or killed at any moment, and go on from where they were."""
import json
import pathlib
import random
import signal
import time

from support import KARATE, CommandTest, start, wait_for_progress

# With a checkpoint each takes a second or two of one thread, which is several times what it is given at once.
RUNS = {
    "motif": ["motif", "gen:er:n=3000,m=36000,seed=1", "-k", "5"],
    "pivot": ["clique", "gen:er:n=500,m=50000,seed=1", "--all"],
    "bitmap": ["clique", "gen:er:n=600,m=72000,seed=1", "-k", "8", "--algorithm", "bitmap"],
}
A_PART = ["--threads", 1, "--deadline", 0.15]


def kill_somewhere(process, chance):
    """Mostly while it searches, sometimes at its start, which may be before it has read its checkpoint; or it ends before."""
    if chance.random() < 0.75:
        while (line := process.stderr.readline()) and '"event":"progress"' not in line:
            pass
    time.sleep(chance.uniform(0, 0.1))
    process.kill()


class Checkpoints(CommandTest):
    def checkpoint(self):
        return self.folder / "run.checkpoint"

    def resume(self, *run, code=0):
        return self.record(*run, "--resume", self.checkpoint(), code=code)

    def kill_and_resume(self, run, kills, device, every="0.1"):
        """Kills the run so often, goes on after each, and gives the count of the last, which ends."""
        chance = random.Random(7)
        while kills > 0 or not self.checkpoint().exists():
            how = "--resume" if self.checkpoint().exists() else "--checkpoint"
            process = start(*run, "--device", device, how, self.checkpoint(), "--checkpoint-every", every, "--progress",
                            "json", "--json", "-", "--threads", chance.choice(["1", "2", "5"]))
            kill_somewhere(process, chance)
            process.communicate()
            kills -= 1
        return self.resume(*run)["count"]

    def test_killed_runs_go_on_to_the_same_count(self):
        for name, run in RUNS.items():
            with self.subTest(name):
                expected = self.record(*run)["count"]
                self.assertEqual(self.kill_and_resume(run, 5, "host"), expected)
                self.checkpoint().unlink()

    def test_killed_lockstep_runs_go_on_on_the_host(self):
        run = ["clique", "gen:complete:n=15", "-k", "7", "--algorithm", "oriented"]
        self.assertEqual(self.kill_and_resume(run, 4, "lockstep"), "6435")

    def test_deadlines_add_up_to_the_whole(self):
        run = RUNS["motif"]
        whole = self.record(*run)
        part = self.record(*run, "--checkpoint", self.checkpoint(), *A_PART, code=3)
        self.assertEqual(part["status"], "deadline")
        self.assertNotIn("count", part)
        self.assertGreater(int(part["count_at_least"]), 0)
        rest = self.resume(*run)
        self.assertEqual(rest["status"], "complete")
        self.assertEqual((rest["count"], rest["patterns"]), (whole["count"], whole["patterns"]))
        again = self.resume(*run)  # is there at once
        self.assertEqual((again["count"], again["patterns"]), (whole["count"], whole["patterns"]))

    def keep(self, *run, code=0):
        """The record and standard error of the command that is given again and again."""
        out, err = self.run_command(*run, "--device", "host", "--json", "-", "--checkpoint", self.checkpoint(), code=code)
        return json.loads(out), err

    def test_the_same_command_goes_on(self):
        run = RUNS["motif"]
        whole = self.record(*run)
        _, err = self.keep(*run, *A_PART, code=3)
        self.assertEqual(err, "")
        rest, err = self.keep(*run)
        self.assertRegex(err, r"run\.checkpoint: the run goes on from here, with \d+ of \d+ jobs done after \d+\.\d s")
        self.assertEqual((rest["count"], rest["patterns"]), (whole["count"], whole["patterns"]))
        again, err = self.keep(*run)
        self.assertIn("run.checkpoint: this run has come to its end", err)
        self.assertEqual((again["count"], again["patterns"]), (whole["count"], whole["patterns"]))
        self.assertEqual(again["device"], rest["device"])
        table, _ = self.run_command(*run, "--device", "host", "--checkpoint", self.checkpoint())
        self.assertIn(f"s on host ({rest['device']['name']})", table)
        self.assertRegex(table, r"\d+\.\d+ s in all parts of the run")

    def test_a_script_that_is_killed_and_started_anew_loses_nothing(self):
        chance = random.Random(5)
        run = RUNS["pivot"]
        for _ in range(4):
            process = start(*run, "--device", "host", "--checkpoint", self.checkpoint(), "--checkpoint-every", "100ms",
                            "--progress", "json")
            kill_somewhere(process, chance)
            process.communicate()
        self.assertEqual(self.keep(*run)[0]["count"], self.record(*run)["count"])

    def test_what_is_there_of_others_stays(self):
        run = ["clique", KARATE, "-k", "4", "--device", "host"]
        listed, notes = self.folder / "list.txt", self.folder / "notes.txt"
        for file in [listed, notes]:
            file.write_text("mine")
        self.run_command(*run, "--checkpoint", self.checkpoint())
        before = self.checkpoint().read_bytes()
        self.require_refusal("clique", KARATE, "-k", "5", "--device", "host", "--checkpoint", self.checkpoint(), code=2,
                             says=["4 to 4 vertices", "another file"])
        self.require_refusal(*run, "--list", listed, "--checkpoint", self.checkpoint(), code=2, says=["listed as text"])
        self.require_refusal(*run, "--list", listed, "--checkpoint", notes, code=2, says=["no checkpoint"])
        self.assertEqual((self.checkpoint().read_bytes(), listed.read_text(), notes.read_text()), (before, "mine", "mine"))

    def test_from_one_file_to_another(self):
        run = [*RUNS["motif"], "--device", "host", "--json", "-"]
        whole = self.record(*RUNS["motif"])
        other = self.folder / "other.checkpoint"
        self.run_command(*run, "--checkpoint", self.checkpoint(), *A_PART, code=3)
        before = self.checkpoint().read_bytes()
        both = ["--resume", self.checkpoint(), "--checkpoint", other]
        self.run_command(*run, *both, *A_PART, code=3)
        self.assertEqual(self.checkpoint().read_bytes(), before)
        out, err = self.run_command(*run, *both)
        self.assertIn("other.checkpoint: the run goes on", err)
        self.assertEqual(json.loads(out)["count"], whole["count"])
        out, _ = self.run_command(*run, "--resume", self.checkpoint(), "--checkpoint", self.checkpoint())
        self.assertEqual(json.loads(out)["count"], whole["count"])

    def test_interrupt_leaves_a_checkpoint(self):
        run = RUNS["pivot"]
        process = start(*run, "--device", "host", "--checkpoint", self.checkpoint(), "--json", "-", "--progress", "json")
        wait_for_progress(process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual((process.returncode, json.loads(out)["status"]), (3, "interrupted"))
        whole = self.record(*run)
        rest = self.resume(*run)
        self.assertEqual((rest["count"], rest["sizes"]), (whole["count"], whole["sizes"]))

    def marked_graph(self, arcs):
        """A directed graph whose vertices bear labels: its file, and the options that read it."""
        chance = random.Random(3)
        lines = [f"{chance.randrange(4000)} {chance.randrange(4000)}\n" for _ in range(arcs)]
        graph, labels = self.folder / f"{arcs}.txt", self.folder / "labels.txt"
        graph.write_text("".join(lines))
        labels.write_text("".join(f"{v} {'ABC'[v % 3]}\n" for v in range(4000)))
        return [graph, "--directed"], [graph, "--directed", "--labels", labels]

    def test_every_form_goes_on(self):
        (directed, _), (_, labelled) = self.marked_graph(60000), self.marked_graph(90000)
        large = "gen:ba:n=15000,m=30,seed=1"
        for name, run in {
            "directed motifs": ["motif", *directed, "-k", "4"],
            "labels": ["match", *labelled, "--pattern", "0:A,1:B,0>1,1>2,2>3"],
            "formula": ["match", large, "--pattern", "house"],
            "formula of two runs": ["match", large, "--pattern", "gem"],
            "signed sum": ["match", "gen:ba:n=2500,m=20,seed=1", "--pattern", "house", "--induced", "--algorithm", "formula"],
        }.items():
            with self.subTest(name):
                expected = self.record(*run)
                notes, code, part = [], 3, 0
                while code == 3:
                    part += 1
                    process = start(*run, "--device", "host", "--threads", "1", "--json", "-", "--checkpoint", self.checkpoint(),
                                    "--checkpoint-every", "0.1", "--deadline", expected["seconds"]["load"] / 2 + 0.01 * 3**part)
                    out, err = process.communicate(timeout=240)
                    code = process.returncode
                    notes.append(err)
                self.assertEqual(code, 0, err)
                found = json.loads(out)
                self.assertEqual((found["count"], found.get("form")), (expected["count"], expected.get("form")))
                self.assertTrue(any("the run goes on from here" in note for note in notes), "it was never ended in the middle")
                again, err = self.keep(*run)
                self.assertEqual(again["count"], expected["count"])
                self.assertIn("come to its end", err)
                self.checkpoint().unlink()

    def test_killed_sums_go_on(self):
        run = ["match", "gen:ba:n=2500,m=20,seed=1", "--pattern", "house", "--induced", "--algorithm", "formula"]
        expected = self.record(*run)["count"]
        self.assertEqual(self.kill_and_resume(run, 4, "host"), expected)

    def test_killed_patterns_in_time_go_on(self):
        run = ["temporal", "gen:bursts:n=1000,m=60000,span=60000,seed=1", "--delta", "5000", "--pattern", "path:6", "--pattern", "cycle:3"]
        whole = self.record(*run)
        self.assertEqual(self.kill_and_resume(run, 3, "host"), whole["count"])
        self.assertEqual(self.resume(*run)["patterns"], whole["patterns"])  # is there at once
        for other in [[*run[:-1], "cycle:4"], [*run, "--ties", "strict"], [*run, "--consecutive"]]:
            _, err = self.run_command(*other, "--device", "host", "--resume", self.checkpoint(), code=2)
            self.assertRegex(err, "the checkpoint is of the application temporal patterns 0>1,1>2.*, this run of temporal patterns 0>1,1>2")

    def test_killed_random_graphs_in_time_go_on(self):
        run = ["temporal", "gen:bursts:n=300,m=3000,span=60000,seed=1", "--delta", "600", "--random"]
        whole, parts = self.folder / "whole.csv", self.folder / "parts.csv"
        few, many = (self.record(*run, graphs, "--counts", whole) for graphs in (200, 400))
        self.kill_and_resume([*run, "200"], 3, "host")
        self.assertEqual(self.resume(*run, 200)["statistics"], few["statistics"])
        more = self.resume(*run, 400, "--counts", parts)  # asks for more
        self.assertEqual((more["statistics"], parts.read_text()), (many["statistics"], whole.read_text()))
        self.assertEqual(self.resume(*run, 200)["statistics"], few["statistics"])
        _, err = self.run_command(*run, 200, "--seed", 2, "--device", "host", "--resume", self.checkpoint(), code=2)
        self.assertRegex(err, "seed 1, this run of .*seed 2")

    def test_parts_of_temporal_counts_are_merged(self):
        graph = ["temporal", "gen:bursts:n=200,m=3000,span=60000,seed=1", "--delta"]
        for words in [["600,900"], ["600", "--pattern", "path:3"], ["600", "--random", 9]]:
            files = [self.folder / f"{len(words)}{words[-1]}.{i}" for i in (1, 2, 3)]
            for i, file in enumerate(files):
                out, _ = self.run_command(*graph, *words, "--device", "host", "--part", f"{i + 1}/3", "--checkpoint", file)
                self.assertRegex(out, rf"^part {i + 1}/3 of gen:bursts.*: (\d+) of \1 jobs done in ")
            merged, whole = self.record(*graph, *words, "--merge", *files), self.record(*graph, *words)
            for key in ("count", "tables", "patterns", "statistics", "random_graphs"):
                self.assertEqual(merged.get(key), whole.get(key), key)

    def test_temporal_counts_of_several_runs_are_refused(self):
        run = ["temporal", "gen:bursts:n=30,m=60,span=1000,seed=1", "--device", "host", "--checkpoint", self.checkpoint()]
        for words, says in [(["--delta", "5,9", "--pattern", "path:2"], "each --delta alone"),
                            (["--delta", "5", "--pattern", "path:2", "--list", self.folder / "list.txt"], "--list"),
                            (["--delta", "5", "--per-arc", self.folder / "arcs.csv"], "--per-arc")]:
            self.require_refusal(*run, *words, code=2, says=["--checkpoint", says])

    def test_counts_per_vertex_go_on(self):
        run = ["clique", "gen:er:n=600,m=56000,seed=1", "-k", "6"]
        whole, parts = self.folder / "whole.csv", self.folder / "parts.csv"
        self.record(*run, "--per-vertex", whole)
        self.record(*run, "--per-vertex", parts, "--checkpoint", self.checkpoint(), *A_PART, code=3)
        self.assertFalse(parts.exists(), "a part")
        self.resume(*run, "--per-vertex", parts)
        self.assertEqual(parts.read_text(), whole.read_text())

    def test_others_are_refused(self):
        run = ["clique", KARATE, "-k", "4"]
        self.record(*run, "--checkpoint", self.checkpoint())
        for other, says in [
            (["clique", KARATE, "-k", "5"], "4 to 4 vertices"),
            (["motif", KARATE, "-k", "4"], "clique"),
            (["clique", "gen:complete:n=9", "-k", "4"], "graph"),
            (["clique", KARATE, "-k", "4", "--algorithm", "oriented"], "oriented"),
        ]:
            self.require_refusal(*other, "--device", "host", "--resume", self.checkpoint(), code=2,
                                 says=["checkpoint", says])

    def test_a_second_process_is_refused(self):
        run = ["clique", "gen:er:n=1500,m=225000,seed=1", "-k", "6", "--device", "host", "--threads", "1"]
        target = self.folder / "list.txt"
        first = start(*run, "--list", target, "--checkpoint", self.checkpoint(), "--checkpoint-every", "0.1", "--progress", "json")
        wait_for_progress(first)
        says = [f"process {first.pid} on ", "another file"]
        self.require_refusal(*run, "--list", target, "--checkpoint", self.checkpoint(), code=2, says=["run.checkpoint: ", *says])
        link = self.folder / "link"
        link.symlink_to(self.checkpoint())
        self.require_refusal(*run, "--checkpoint", link, code=2, says=["link: ", *says])
        self.require_refusal(*run, "--list", target, "--checkpoint", self.folder / "other", code=2, says=["list.txt: ", *says])
        first.kill()
        first.communicate()
        self.run_command(*run, "--list", target, "--checkpoint", self.checkpoint(), "--deadline", "0.3", code=3)  # nobody has it
        self.assertFalse(list(self.folder.glob("*.lock")))

    def test_what_is_no_lock_stays(self):
        mine = self.write("run.checkpoint.lock", "mine")
        self.require_refusal("clique", KARATE, "-k", "4", "--checkpoint", self.checkpoint(), code=2, says=[mine])
        self.assertEqual(pathlib.Path(mine).read_text(), "mine")

    def test_a_full_disk_does_not_end_the_run(self):
        import resource
        run = [*RUNS["pivot"], "--checkpoint", self.checkpoint(), "--checkpoint-every", "0.1", "--devices"]
        room = dict(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)))
        out, err = self.run_command(*run, "host", "--json", "-", **room)
        self.assertEqual(json.loads(out)["count"], self.record(*RUNS["pivot"])["count"])
        self.assertRegex(err, r"^cerrado: .*run\.checkpoint: the file could not be written .*; the run goes on, .*\n$")
        _, err = self.run_command(*run, "host", "--json", "-", *A_PART, code=3, **room)
        self.assertIn("repeats the work done since then", err)
        for devices in ["host", "host,host"]:
            _, err = self.run_command(*run, devices, "--part", "1/2", code=1, **room)
            self.assertIn("the result of this part is lost", err)
        self.assertFalse(self.checkpoint().exists())

    def test_places_for_no_file_are_named_at_the_start(self):
        run = ["clique", KARATE, "-k", "4", "--device", "host"]
        self.require_refusal(*run, "--checkpoint", self.folder, code=1, says=["give a file name in it"])
        self.require_refusal(*run, "--checkpoint", self.folder / "none" / "ck", code=1, says=["create its folder first"])

    def test_other_marks_are_another_graph(self):
        graph = self.write("graph.txt", "0 1 x\n1 2 y\n2 0 x\n")
        labels = self.write("labels.txt", "0 A\n1 B\n2 A\n")
        run = ["match", graph, "--directed", "--edge-labels", "--labels", labels, "--pattern", "0:A,1:B,0>1", "--algorithm", "walk"]
        self.record(*run, "--checkpoint", self.checkpoint())
        for file, content in [(graph, "0 1 x\n1 2 x\n2 0 x\n"), (graph, "1 0 x\n1 2 y\n2 0 x\n"), (labels, "0 A\n1 A\n2 B\n")]:
            before = pathlib.Path(file).read_text()
            self.write(file, content)
            self.require_refusal(*run, "--device", "host", "--resume", self.checkpoint(), code=2, says=["a graph of 3 vertices"])
            self.write(file, before)
        self.resume(*run)

    def test_those_of_earlier_versions_are_named(self):
        old = self.write("old", b"cerrado checkpoint 9\n" + bytes(40))
        self.require_refusal("clique", KARATE, "-k", "4", "--checkpoint", old, code=2, says=["of another version of Cerrado"])

    def test_damaged_and_missing_ones_are_refused(self):
        run = ["clique", KARATE, "-k", "4", "--device", "host"]
        self.require_refusal(*run, "--resume", self.folder / "none", code=2, says=["none", "cannot be read"])
        self.require_refusal(*run, "--resume", KARATE, code=2, says=["no checkpoint"])
        self.run_command(*run, "--checkpoint", self.checkpoint())
        content = self.checkpoint().read_bytes()
        for damaged in [content[:-1], content[:40], content[:-9] + b"x" + content[-8:]]:
            self.checkpoint().write_bytes(damaged)
            self.require_refusal(*run, "--resume", self.checkpoint(), code=2, says=["damaged"])

    def list_until_done(self, run, target):
        """Lists in runs that are killed or told to end, until one comes to its end. Returns how many it took."""
        chance = random.Random(11)
        for runs in range(1, 200):
            how = "--resume" if self.checkpoint().exists() else "--checkpoint"
            end = chance.choice([[], ["--deadline", "0.15"]])
            process = start(*run, "--device", "host", "--list", target, how, self.checkpoint(), "--checkpoint-every",
                            "0.1", "--progress", "json", "--threads", chance.choice(["1", "2"]), *end)
            if not end:
                kill_somewhere(process, chance)
            _, err = process.communicate(timeout=60)
            if process.returncode == 0:
                return runs
            self.assertIn(process.returncode, (3, -signal.SIGKILL), err)
        self.fail("it does not end")

    def test_lists_go_on_with_nothing_twice_and_nothing_missing(self):
        run = ["clique", "gen:er:n=1500,m=225000,seed=1", "-k", "6"]
        whole, parts = self.folder / "whole.txt", self.folder / "parts.txt"
        self.run_command(*run, "--device", "host", "--list", whole)
        self.assertGreater(self.list_until_done(run, parts), 2, "hardly ever was it ended in the middle")
        self.assertTrue(sorted(parts.read_text().split("\n")) == sorted(whole.read_text().split("\n")), "another list")
        content = parts.read_bytes()
        parts.write_bytes(content + b"1 2 3")  # what a run that was killed has written after its last checkpoint
        self.run_command(*run, "--device", "host", "--list", parts, "--resume", self.checkpoint())
        self.assertEqual(parts.read_bytes(), content)

    def test_binary_lists_go_on(self):
        run = ["clique", "gen:er:n=1500,m=225000,seed=1", "-k", "6"]
        whole, parts = self.folder / "whole.bin", self.folder / "parts.bin"
        self.run_command(*run, "--device", "host", "--list", whole)
        self.list_until_done(run, parts)
        content, expected = parts.read_bytes(), whole.read_bytes()
        self.assertEqual((len(content), content[:16]), (len(expected), expected[:16]))
        records = [{content[i:i + 48] for i in range(16, len(content), 48)} for content in (content, expected)]
        self.assertTrue(records[0] == records[1], "another list")

    def test_lists_that_cannot_be_cut_back_are_refused(self):
        run = ["clique", KARATE, "-k", "4", "--device", "host"]
        for target in ["-", "/dev/null"]:
            self.require_refusal(*run, "--list", target, "--checkpoint", self.checkpoint(), code=2, says=["--list", "file"])
        target = self.folder / "cliques.txt"
        self.require_refusal(*run, "--list", target, "--limit", "3", "--checkpoint", self.checkpoint(), code=2,
                             says=["--limit"])
        self.run_command(*run, "--list", target, "--checkpoint", self.checkpoint())
        self.assertEqual(len(target.read_text().splitlines()), 11)
        self.require_refusal(*run, "--list", target, "--list-format", "binary", "--resume", self.checkpoint(), code=2,
                             says=["listed as text"])
        self.require_refusal(*run, "--resume", self.checkpoint(), code=2, says=["listed as text"])
        self.require_refusal(*run, "--list", self.folder / "none.txt", "--resume", self.checkpoint(), code=2,
                             says=["none.txt", "no such list"])
        self.assertFalse((self.folder / "none.txt").exists())
        self.require_refusal(*run, "--list", self.folder / "no" / "list.txt", "--checkpoint", self.folder / "new", code=1,
                             says=["list.txt", "another place"])
        target.write_text("1 2 3 4\n")
        self.require_refusal(*run, "--list", target, "--resume", self.checkpoint(), code=2, says=["cliques.txt", "8 bytes"])


if __name__ == "__main__":
    import unittest
    unittest.main()

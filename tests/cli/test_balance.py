"""Load balancing on the command line: options, traces, replay, sweeps, and what is refused."""
import csv
import json
import pathlib
import re
import signal
import unittest

from support import COMMAND, KARATE, CommandTest, start, wait_for_progress

ALIKE = pathlib.Path(COMMAND).resolve().parent.parent / "docs" / "alike.so"  # a policy in a library

WORK = ["motif", KARATE, "-k", 6, "--threads", 4]
ON_HOST = [*WORK, "--device", "host"]
SWEEP = ["balance", "sweep", "motif", KARATE, "-k", 5, "--device", "host"]
LONG = ["motif", "gen:er:n=30000,m=600000,seed=1", "-k", "6", "--algorithm", "fast", "--device", "host"]


class Options(CommandTest):
    def test_never_moves_nothing(self):
        """Not even where a worker at a long job would serve idle ones unasked: all subgraphs of a star are of one job."""
        longest = ["motif", "gen:star:n=200", "-k", "6", "--threads", "4"]
        for policy, moves in [("never", False), ("heaviest", True)]:
            record = self.record(*longest, "--balance", "share", "--policy", policy, "--threshold", 1)
            self.assertEqual(record["balance"]["donated"] > 0, moves, policy)

    def test_counts_are_those_without_balancing(self):
        expected = self.record(*WORK)
        self.assertNotIn("policy", expected.get("balance", {}))  # on a GPU the command chooses share, without a policy
        for mechanism in ["share", "stop", "even", "heaviest", "random", "never", ALIKE]:
            for threshold in [0, 0.5, 1]:
                record = self.record(*WORK, "--balance", mechanism, "--threshold", threshold, "--poll", "20us")
                self.assertEqual(record["patterns"], expected["patterns"], (mechanism, threshold))

    def test_record_says_how(self):
        balance = self.record(*WORK, "--balance", "stop", "--policy", "even", "--threshold", 0.2, "--donations", 8, "--poll", "0.5ms")["balance"]
        self.assertEqual(list(balance), ["mechanism", "policy", "threshold", "donations", "poll_seconds", "donated", "stops",
                                         "stop_seconds"])
        self.assertEqual([balance[key] for key in list(balance)[:5]], ["stop", "even", 0.2, 8, 0.0005])

    def test_a_policy_name_means_share(self):
        balance = self.record(*WORK, "--balance", "heaviest")["balance"]
        self.assertEqual((balance["mechanism"], balance["policy"]), ("share", "heaviest"))
        balance = self.record(*WORK, "--balance", ALIKE)["balance"]
        self.assertEqual((balance["mechanism"], balance["policy"]), ("share", str(ALIKE)))
        self.assertEqual(self.record(*WORK, "--balance", "share")["balance"]["policy"], "dumato")

    def test_refusals(self):
        for options, says in [(["--balance", "steal"], ["none, stop, share", "dumato"]),
                              (["--balance", "share", "--policy", "steal"], ["'steal'", "dumato, even"]),
                              (["--balance", "./none.so"], ["./none.so: no policy could be loaded"]),
                              (["--balance", str(pathlib.Path(COMMAND).resolve())], ["no policy could be loaded"]),
                              (["--balance", "even", "--policy", "dumato"], ["two policies"]),
                              (["--policy", "even"], ["--policy has no effect"]),
                              (["--threshold", 0.5], ["--threshold has no effect"]),
                              (["--donations", 5], ["--donations has no effect"]),
                              (["--poll", "1ms"], ["--poll has no effect"]),
                              (["--balance", "share", "--threshold", 1.5], ["0 to 1"]),
                              (["--balance", "share", "--donations", 0], ["1 or more"]),
                              (["--balance", "share", "--poll", "5 parsecs"], ["100us"]),
                              (["--balance", "share", "--poll", "0us"], ["100us"]),
                              (["--trace", "x.trace", "--estimate"], ["--trace has no effect"])]:
            self.require_refusal(*ON_HOST, *options, code=2, says=says)


class Traces(CommandTest):
    def trace(self, *options):
        path = self.folder / "run.trace"
        self.run_command(*ON_HOST, *options, "--trace", path)
        return path, [json.loads(line) for line in path.read_text().splitlines()]

    def test_header_looks_and_end(self):
        _, (header, *looks, end) = self.trace("--balance", "share", "--threshold", 0.1, "--poll", "20us")
        self.assertEqual((header["format"], header["version"]), ("cerrado-trace", 2))
        self.assertEqual((header["app"], header["graph"], header["k"], header["workers"]), ("motif", KARATE, 6, 4))
        self.assertEqual(header["settings"], {"threshold": 0.1, "donations": 16, "seed": 1})
        self.assertEqual(end["status"], "complete")
        self.assertTrue(looks)
        times = [look["time"] for look in looks]
        self.assertEqual(times, sorted(times))
        for look in looks:
            self.assertEqual(look["active"] + look["idle"], 4)

    def test_without_balancing_too(self):
        _, (header, *looks, _) = self.trace()
        self.assertEqual((header["mechanism"], header["policy"]), ("none", "never"))
        self.assertFalse(any(look["rebalance"] for look in looks))

    def test_of_several_devices_is_a_file_for_each(self):
        paths = [self.folder / "run.trace", self.folder / "run.trace.1"]
        out, _ = self.run_command(*WORK, "--devices", "host,host", "--balance", "share", "--poll", "20us", "--trace", paths[0],
                                  "--json", "-")
        record = json.loads(out)
        self.assertEqual(record["patterns"], self.record(*WORK)["patterns"])
        for path in paths:
            header, *looks, end = [json.loads(line) for line in path.read_text().splitlines()]
            self.assertEqual((header["device"], header["mechanism"], end["status"]), ("host", "share", "complete"))
            times = [look["time"] for look in looks]
            self.assertEqual(times, sorted(times))
            self.assertLessEqual(max(times, default=0), end["end"] + 0.1)
            out, _ = self.run_command("balance", "replay", path)
            self.assertIn("looks", out)
        self.assertFalse((self.folder / "run.trace.2").exists())

    def test_files_of_several_devices_are_checked_before_the_run(self):
        path = self.folder / "run.trace"
        self.require_refusal(*WORK, "--devices", "host,host", "--trace", path, "--json", f"{path}.1", code=2, says=["run.trace.1"])
        self.require_refusal(*WORK, "--devices", "auto", "--trace", path, code=2, says=["must name its devices"])
        self.assertFalse(path.exists())

    def test_of_an_interrupted_run_is_replayed(self):
        path = self.folder / "run.trace"
        process = start(*LONG, "--balance", "share", "--trace", path, "--progress", "json")
        wait_for_progress(process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, 3)
        self.assertIn('"status":"interrupted"', path.read_text().splitlines()[-1])
        out, err = self.run_command("balance", "replay", path)
        self.assertIn("0 of", out)
        self.assertEqual(err, "")

    def test_of_a_killed_run_is_replayed_with_a_note(self):
        path = self.folder / "run.trace"
        process = start(*LONG, "--balance", "share", "--trace", path, "--progress", "json")
        for _ in range(5):
            wait_for_progress(process)
        process.kill()
        process.communicate(timeout=120)
        out, err = self.run_command("balance", "replay", path)
        self.assertRegex(out, r"(?m)^[1-9]\S* looks; ")
        self.assertRegex(err, "has no end|cut off")

    def test_cannot_be_written(self):
        self.require_refusal(*ON_HOST, "--trace", self.folder / "no" / "run.trace", code=1, says=["could not be created"])


class Replay(CommandTest):
    def setUp(self):
        super().setUp()
        head = {"format": "cerrado-trace", "version": 2, "app": "clique", "graph": "g", "k": 5, "algorithm": "fast", "mechanism": "stop",
                "policy": "dumato", "settings": {"threshold": 0.3, "donations": 2, "seed": 1}, "poll_seconds": 1e-4, "workers": 4,
                "device": "cuda"}
        look = {"time": 0.001, "skipped": 0, "active": 3, "idle": 1, "queued": 0, "shared": 0, "donated": 0, "rebalance": False,
                "stop_seconds": 0, "reason": "waits", "donations": [], "changes": [[0, 1, 50], [1, 1, 7], [2, 1, 3]]}
        then = {**look, "time": 0.002, "skipped": 5, "active": 2, "idle": 2, "rebalance": True, "stop_seconds": 1e-3,
                "donations": [[0, 4]], "changes": [[2, 0, 0]]}
        self.lines = [head, look, then, {"end": 0.003, "skipped": 1, "thinned": 1, "status": "complete"}]
        self.path = self.write("run.trace", "".join(json.dumps(line) + "\n" for line in self.lines))

    def test_both_looks_of_a_round_and_brief_ones(self):
        head, look, then, end = self.lines
        calls = {**then, "stop_seconds": 0, "donations": [[0, 4]]}
        brief = {name: value for name, value in {**look, "time": 0.0025}.items() if name not in ("reason", "donations", "changes")}
        stopped = {**then, "time": 0.003, "skipped": 0, "stop_seconds": 1e-3, "active": 4, "idle": 0, "rebalance": False,
                   "donations": [], "all": [40, 7, 0, 2]}
        del stopped["changes"]
        path = self.write("round.trace", "".join(json.dumps(line) + "\n" for line in (head, look, calls, brief, stopped, end)))
        out, _ = self.run_command("balance", "replay", path)
        self.assertIn("3 looks; the trace leaves out 7 more", out)
        self.assertIn("1 looks rebalance with both, 0 of 3 differ", out)

    def test_the_same_policy_decides_the_same(self):
        out, _ = self.run_command("balance", "replay", self.path)
        self.assertIn("2 looks; the trace leaves out 6 more", out)
        self.assertRegex(out, r"(?m)^looks that rebalance +1 +1$")
        self.assertRegex(out, r"(?m)^traversals asked for +4 +4$")
        self.assertIn("1 looks rebalance with both, 0 of 2 differ", out)

    def test_another_threshold_is_shown_where_it_differs(self):
        out, _ = self.run_command("balance", "replay", self.path, "--threshold", 0.2)
        self.assertIn("1 looks rebalance with both, 1 of 2 differ", out)
        self.assertRegex(out, r"(?m)^0\.0010 s +25\.00 % +waits +2 from 1$")

    def test_the_command_lists_no_more_differences_than_asked(self):
        out, _ = self.run_command("balance", "replay", self.path, "--policy", "never", "--differences", 0)
        self.assertNotIn("waits", out)
        self.assertRegex(out, r"(?m)^policy +dumato +never$")

    def test_a_policy_of_a_library(self):
        out, _ = self.run_command("balance", "replay", self.path, "--policy", ALIKE)
        self.assertRegex(out, rf"(?m)^policy +dumato +{re.escape(str(ALIKE))}$")
        self.assertIn("2 looks; the trace leaves out 6 more", out)
        here, _ = self.run_command("balance", "replay", self.path, "--policy", "alike.so", cwd=ALIKE.parent)
        self.assertEqual(here.replace("alike.so", str(ALIKE)).split(), out.split())

    def test_refusals(self):
        self.require_refusal("balance", "replay", self.path, "--policy", "steal", code=2, says=["'steal'", "dumato"])
        self.require_refusal("balance", "replay", self.folder / "none.trace", code=2, says=["cannot be opened"])
        self.require_refusal("balance", "replay", KARATE, code=2, says=["karate.txt:1:", "no header"])
        damaged = self.write("damaged.trace", pathlib.Path(self.path).read_text().replace('"skipped": 5', '"skipped": x'))
        self.require_refusal("balance", "replay", damaged, code=2, says=["damaged.trace:3: a damaged line"])


class Sweeps(CommandTest):
    GRID = ["--mechanisms", "none,stop,share", "--thresholds", "0.1:0.5:0.2", "--donations", "1,16", "--workers", "1,3", "--repeat", 2]
    ROWS = 2 * (2 + 2 * 2 * 3 * 2)  # repeats x (none per worker count + mechanisms x workers x thresholds x donations)

    def sweep(self, path, *options, **others):
        return self.run_command(*SWEEP, *(options or self.GRID), "--csv", path, **others)

    def rows(self, path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def test_every_combination_once_with_one_count(self):
        path = self.folder / "sweep.csv"
        out, err = self.sweep(path)
        rows = self.rows(path)
        self.assertEqual(len(rows), self.ROWS)
        self.assertEqual({row["count"] for row in rows}, {str(self.record("motif", KARATE, "-k", 5)["count"])})
        self.assertEqual(len({row["pattern_sum"] for row in rows}), 1)
        self.assertEqual(len({tuple(row[name] for name in list(row)[:12]) for row in rows}), self.ROWS)
        self.assertEqual({row["threshold"] for row in rows}, {"", "0.1", "0.3", "0.5"})
        self.assertEqual({row["workers_used"] for row in rows}, {"1", "3"})
        self.assertEqual(err.count("\n"), self.ROWS)
        self.assertRegex(out, r"(?m)^ +3 +share +dumato +0\.5 +16 +\d+\.\d+ +\d")

    def test_goes_on_where_it_was_stopped(self):
        path = self.folder / "sweep.csv"
        self.sweep(path)
        whole = path.read_text().splitlines(keepends=True)
        path.write_text("".join(whole[:11]) + whole[11][:20])
        _, err = self.sweep(path)
        self.assertIn("the last row was incomplete", err)
        self.assertEqual(len(self.rows(path)), self.ROWS)
        self.assertEqual(path.read_text().splitlines(keepends=True)[:11], whole[:11])
        before = path.read_bytes()
        _, err = self.sweep(path)
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(err, f"{self.ROWS} of {self.ROWS} rows were already in {path}\n")

    def test_deep_motifs_of_a_small_graph_agree_with_all_thresholds(self):
        path = self.folder / "sweep.csv"
        self.run_command("balance", "sweep", "motif", KARATE, "-k", 6, "--device", "host", "--workers", "2,4,8",
                         "--thresholds", "0.1:0.9:0.2", "--csv", path)
        rows = self.rows(path)
        self.assertEqual({row["count"] for row in rows}, {str(self.record("motif", KARATE, "-k", 6)["count"])})
        self.assertEqual({row["workers_used"] for row in rows}, {"2", "4", "8"})
        self.assertEqual({row["threshold"] for row in rows if row["mechanism"] != "none"}, {"0.1", "0.3", "0.5", "0.7", "0.9"})

    def test_counts_that_disagree_are_an_error(self):
        path = self.folder / "sweep.csv"
        self.sweep(path, "--mechanisms", "none", "--repeat", 1)
        count = self.rows(path)[0]["count"]
        path.write_text(path.read_text().replace(f",{count},", f",{int(count) + 1},"))
        _, err = self.sweep(path, "--mechanisms", "share", "--repeat", 1, code=1)
        self.assertIn("the counts disagree", err)
        self.assertIn(f"{int(count) + 1} with", err)

    def test_interrupted(self):
        path = self.folder / "sweep.csv"
        process = start("balance", "sweep", *LONG[:6], "--csv", path, "--repeat", 100)
        while not path.exists() or not path.read_text():
            self.assertIsNone(process.poll(), "it ended by itself")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("give the same command again to go on", err)
        self.assertEqual(self.rows(path), [])

    def test_refusals(self):
        path = self.folder / "sweep.csv"
        for options, says in [(["--thresholds", "0.1:0.9"], ["FROM:TO:STEP"]), (["--thresholds", "2"], ["0 to 1"]),
                              (["--thresholds", "0.9:0.1:0.1"], ["FROM <= TO"]), (["--donations", "0"], ["from 1"]),
                              (["--donations", "1,,2"], ["empty word"]), (["--workers", "2,2"], ["twice"]), (["--workers", "x"], ["whole number"]),
                              (["--mechanisms", "steal"], ["none, stop or share"]), (["--policies", "steal"], ["dumato"]),
                              (["--poll", "soon"], ["100us"])]:
            self.require_refusal(*SWEEP, *options, "--csv", path, code=2, says=says)
            self.assertFalse(path.exists(), options)

    def test_another_file_is_left_alone(self):
        path = self.write("notes.txt", "my notes\nwithout an end")
        self.require_refusal(*SWEEP, "--csv", path, code=2, says=["notes.txt:1: this is not a table of a sweep"])
        self.assertEqual(pathlib.Path(path).read_text(), "my notes\nwithout an end")


if __name__ == "__main__":
    unittest.main()

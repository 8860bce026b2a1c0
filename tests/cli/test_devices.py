"""One run that several devices share, on the command line: the same answers, and what each device did."""
import json
import signal
import unittest

from support import KARATE, CommandTest, start, wait_for_progress

ER = "gen:er:n=500,m=6000,seed=1"
LONG = "gen:er:n=30000,m=600000,seed=1"
BURSTS = "gen:bursts:n=300,m=6000,span=20000,seed=1"


class Devices(CommandTest):
    def shared(self, *arguments, devices="host,host,host", code=0):
        out, _ = self.run_command(*arguments, "--devices", devices, "--json", "-", code=code)
        return json.loads(out)

    def test_every_command_counts_what_one_device_counts(self):
        for work in [["clique", ER, "-k", 4], ["clique", ER, "--all"], ["motif", ER, "-k", 4],
                     ["match", ER, "--pattern", "house"], ["match", ER, "--pattern", "K4", "--pattern", "5-cycle", "--algorithm", "walk"],
                     ["compress", "score", ER, "-k", 3], ["temporal", BURSTS, "--delta", "60,900"],
                     ["temporal", BURSTS, "--delta", "60,900", "--pattern", "path:3", "--ties", "strict"]]:
            one, several = self.record(*work), self.shared(*work)
            for key in ["count", "patterns", "sizes", "matches", "rows", "tables"]:
                without_runs = [[{k: v for k, v in row.items() if k not in ("seconds", "device", "roots", "memory", "form", "balance")}
                                 for row in record[key]] if isinstance(record.get(key), list) else record.get(key)
                                for record in (one, several)]
                self.assertEqual(without_runs[0], without_runs[1], (work, key))
            self.assertNotIn("devices", one)
            self.assertEqual([row["name"] for row in several["devices"]], ["host"] * 3)
            self.assertEqual(several["parameters"]["device"], ["host"] * 3)

    def test_the_table_has_a_row_for_each(self):
        out, _ = self.run_command("motif", KARATE, "-k", 5, "--algorithm", "fast", "--devices", "host,host")
        self.assertRegex(out, r"(?m)^device +name +jobs +busy s +handed over$")
        self.assertEqual(out.count("\nhost "), 2)
        self.assertIn("2 x CPU", out)

    def test_says_what_is_not_shared(self):
        out, _ = self.run_command("match", KARATE, "--pattern", "house", "--algorithm", "formula", "--devices", "host,host")
        self.assertIn("not shared among the 2 devices", out)

    def test_lists_and_counts_per_vertex(self):
        lists = []
        for where in ["--device", "--devices"]:
            path = self.folder / ("list" + where)
            self.run_command("clique", ER, "-k", 3, "--list", path, where, "host" if where == "--device" else "host,host")
            lists.append(sorted(tuple(sorted(map(int, line.split()))) for line in path.read_text().splitlines()))
        self.assertEqual(lists[0], lists[1])
        counts = []
        for where, which in [("--device", "host"), ("--devices", "host,host")]:
            path = self.folder / ("vertices" + where)
            self.run_command("clique", ER, "-k", 3, "--per-vertex", path, where, which)
            counts.append(path.read_text())
        self.assertEqual(counts[0], counts[1])

    def test_a_limit_is_of_all(self):
        path = self.folder / "some"
        record = self.shared("clique", ER, "-k", 3, "--list", path, "--limit", 10, code=3)
        self.assertEqual((record["status"], record["count"]), ("limit", "10"))
        self.assertEqual(len(path.read_text().splitlines()), 10)

    def test_a_checkpoint_goes_on_on_another_number(self):
        path = self.folder / "run.ck"
        graph = ["motif", "gen:er:n=3000,m=40000,seed=1", "-k", 5]
        work = [*graph, "--algorithm", "fast", "--threads", 1, "--checkpoint", path]
        self.shared(*work, "--deadline", 0.2, code=3)
        self.record(*work, "--deadline", 0.2, code=3)
        expected = self.record(*graph)
        got = self.shared(*work, devices="host,host")
        self.assertEqual(got["patterns"], expected["patterns"])

    def test_ctrl_c_ends_all(self):
        process = start("motif", LONG, "-k", "6", "--algorithm", "fast", "--devices", "host,host", "--progress", "json", "--json",
                        self.folder / "r.json")
        wait_for_progress(process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["status"], "interrupted")

    def test_rows_are_of_all_patterns(self):
        record = self.shared("match", ER, "--pattern", "K4", "--pattern", "5-cycle", "--algorithm", "walk", devices="host,host")
        self.assertGreaterEqual(sum(row["parts"] for row in record["devices"]), 4)
        self.assertGreater(sum(row["jobs"] for row in record["devices"]), 500)

    def test_auto_takes_one_where_there_are_no_two(self):
        out, _ = self.run_command("info", "--device", "--json", "-")
        if sum(row["kind"] == "cuda" and not row["note"] for row in json.loads(out)) > 1:
            self.skipTest("there are several CUDA devices")
        out, err = self.run_command("clique", KARATE, "-k", 3, "--devices", "auto", "--json", "-")
        self.assertIn("--devices auto: there are no two CUDA devices here", err)
        record = json.loads(out)
        self.assertEqual((record["count"], record["parameters"]["device"]), ("45", "auto"))

    def test_verified(self):
        out, _ = self.run_command("clique", KARATE, "-k", 3, "--devices", "host,host", "--verify")
        self.assertIn("45", out)

    def test_refusals(self):
        for options, code, says in [(["--devices", "gpu"], 2, ["'gpu'", "all, numbers"]),
                                    (["--devices", "host", "--device", "host"], 2, ["--devices", "--device"]),
                                    (["--devices", "auto,0"], 2, ["'auto'"])]:
            self.require_refusal("clique", KARATE, "-k", 3, *options, code=code, says=says)
        out, _ = self.run_command("info", "--device")
        if "this build has no CUDA" in out:
            self.require_refusal("clique", KARATE, "-k", 3, "--devices", "all", code=1, says=["no CUDA device can be used"])


if __name__ == "__main__":
    unittest.main()

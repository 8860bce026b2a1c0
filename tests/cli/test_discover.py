"""discover: patterns that are more frequent than in random graphs."""
import csv
import io
import json
import math
import re
import shlex
import statistics
import time
import unittest
import xml.etree.ElementTree

from support import DATA, KARATE, CommandTest, start

ARCS = "".join(f"{u} {v}\n" for u in range(30) for v in {(u * u + 3) % 30, (u + 1) % 30, (7 * u + 5) % 30} if u != v)


class Discover(CommandTest):
    def setUp(self):
        super().setUp()
        self.arcs = self.folder / "arcs.txt"
        self.arcs.write_text(ARCS)

    def discover(self, *arguments, code=0):
        return self.record("discover", *arguments, code=code)

    def test_record(self):
        record = self.discover(self.arcs, "--directed", "-k", 3, "--random", 40)
        self.assertEqual((record["app"], record["status"], record["random_graphs"]), ("discover", "complete", 40))
        self.assertEqual(record["parameters"]["null"], "mutual")
        self.assertGreater(record["taken"], 0)
        self.assertLessEqual(record["taken"], record["steps"])
        motifs = self.record("motif", self.arcs, "--directed", "-k", 3)
        counts = {pattern["graph6"]: pattern["count"] for pattern in motifs["patterns"]}
        found = {row["graph6"]: row["count"] for row in record["patterns"] if row["count"] != "0"}
        self.assertEqual(found, counts)
        known = [row["z"] for row in record["patterns"] if row["z"] is not None]
        self.assertEqual(known, sorted(known, reverse=True))

    def test_statistics_are_those_of_the_counts(self):
        file = self.folder / "counts.csv"
        record = self.discover(self.arcs, "--directed", "-k", 3, "--random", 30, "--counts", file)
        rows = list(csv.DictReader(io.StringIO(file.read_text())))
        self.assertEqual([row["random"] for row in rows], [str(number) for number in range(30)])
        for row in record["patterns"]:
            counts = [int(one[row["graph6"]]) for one in rows]
            given = int(row["count"])
            self.assertAlmostEqual(row["mean"], statistics.mean(counts), places=9)
            self.assertAlmostEqual(row["deviation"], statistics.stdev(counts), places=9)
            self.assertAlmostEqual(row["p_over"], (1 + sum(one >= given for one in counts)) / 31)
            self.assertAlmostEqual(row["p_under"], (1 + sum(one <= given for one in counts)) / 31)
            if row["z"] is not None:
                self.assertAlmostEqual(row["z"], (given - row["mean"]) / row["deviation"])
                self.assertEqual(row["motif"], given - row["mean"] >= 2 * row["deviation"])
        self.assertAlmostEqual(math.hypot(*(row["profile"] or 0 for row in record["patterns"])), 1)

    def test_given_patterns(self):
        """They alone have rows, with the counts that match has."""
        listed = self.folder / "listed.txt"
        listed.write_text("FFL\n0>1,0>2  # two targets\n0>1,1>2,2>0\n")
        for induced in (True, False):
            options = ["--patterns", listed] + ([] if induced else ["--edge-induced"])
            record = self.discover(self.arcs, "--directed", *options, "--random", 20, "--verify")
            self.assertEqual(record["parameters"]["k"], 3)
            self.assertEqual(len(record["patterns"]), 3)
            for row in record["patterns"]:
                match = self.record("match", self.arcs, "--directed", "--pattern", row["graph6"],
                                    *(["--induced"] if induced else []))
                self.assertEqual(row["count"], match["count"])
        listed.write_text("FFL\n0>1,1>2,2>3\n")
        self.require_refusal("discover", self.arcs, "--directed", "--patterns", listed, code=2, says=["one size"])
        listed.write_text("# none\n")
        self.require_refusal("discover", self.arcs, "--directed", "--patterns", listed, code=2, says=["no pattern"])
        self.require_refusal("discover", self.arcs, "--directed", code=2, says=["-k", "--patterns"])

    def test_many_patterns_are_not_drawn(self):
        for k, is_drawn in ((3, True), (5, False)):
            table, _ = self.run_command("discover", self.arcs, "--directed", "-k", k, "--random", 2, "--device", "host")
            self.assertEqual("drawn" in table, is_drawn, k)

    def test_a_table_has_two_hundred_rows_at_most(self):
        file = self.folder / "patterns.csv"
        table, _ = self.run_command("discover", self.arcs, "--directed", "-k", 5, "--random", 2, "--device", "host",
                                    "--csv", file)
        rows = list(csv.DictReader(io.StringIO(file.read_text())))
        self.assertGreater(len(rows), 200)
        self.assertEqual(len(re.findall(r"&D[?-~]+ ", table)), 200)
        without_z = sum(row["z"] == "" for row in rows[200:])
        self.assertIn(f"{len(rows) - 200:,} patterns more, {without_z:,} of them without z", table)

    def test_parts_are_merged(self):
        question = ["discover", self.arcs, "--directed", "-k", 3, "--random", 20]
        whole = self.record(*question)
        files = [self.folder / f"part{i}.ck" for i in range(1, 4)]
        for i, file in enumerate(files, 1):
            out, _ = self.run_command(*question, "--part", f"{i}/3", "--checkpoint", file)
            self.assertRegex(out, rf"part {i}/3 of .*: (6|7) of (6|7) jobs done")
            self.require_refusal(*question, "--part", f"{i}/3", "--checkpoint", file, "--csv", "-", code=2, says=["--part"])
        self.require_refusal(*question, "--merge", *files[:2], code=2, says=["3 parts, and these are missing: 3"])
        self.require_refusal("discover", self.arcs, "--directed", "-k", 3, "--random", 21, "--merge", *files, code=2,
                             says=["20 random graphs"])
        for merging in [[*question, "--merge", *files], ["merge", *files]]:
            self.assertEqual(self.record(*merging)["patterns"], whole["patterns"])

    def test_every_null_model(self):
        for model in ["degree", "mutual", "global", "jdm", "er"]:
            record = self.discover(self.arcs, "--directed", "-k", 3, "--random", 10, "--null", model)
            self.assertEqual(record["parameters"]["null"], model)
        record = self.discover(self.arcs, "--directed", "-k", 4, "--random", 10, "--null", "triads")
        self.assertEqual(record["parameters"]["null"], "triads")
        self.assertLessEqual(record["far"], 10)
        out, _ = self.run_command("discover", self.arcs, "--directed", "-k", 4, "--random", 10, "--null", "triads", "--device",
                                  "host")
        self.assertEqual("do not have nearly the same patterns" in out, record["far"] > 0)
        for model in ["degree", "jdm", "er"]:
            self.assertEqual(self.discover(KARATE, "-k", 4, "--random", 10, "--null", model)["random_graphs"], 10)

    def test_threads_change_nothing(self):
        outputs = set()
        for threads in [1, 2, 3]:
            out, _ = self.run_command("discover", self.arcs, "--directed", "-k", 3, "--random", 25, "--device", "host",
                                      "--threads", threads, "--csv", "-")
            outputs.add(out)
        self.assertEqual(len(outputs), 1)
        other, _ = self.run_command("discover", self.arcs, "--directed", "-k", 3, "--random", 25, "--device", "host",
                                    "--seed", 2, "--csv", "-")
        self.assertNotIn(other, outputs)

    def test_table(self):
        out, _ = self.run_command("discover", self.arcs, "--directed", "-k", 3, "--random", 20, "--device", "host")
        self.assertIn("20 of 20 random graphs; null model mutual", out)
        self.assertIn("only 7 of the counts of the 13 triads are independent", out)
        out, _ = self.run_command("discover", "gen:star:n=20", "-k", 3, "--random", 5, "--device", "host")
        self.assertIn("no switch can change this graph", out)

    def test_few_switches_are_told(self):
        options = ("--directed", "-k", 3, "--random", 5, "--null", "degree")
        out, _ = self.run_command("discover", self.arcs, *options, "--switches", 0.5)
        self.assertRegex(out, r"few switches are taken, 0\.\d+ for each edge: .*; give more switches, such as --switches 2\n")
        out, _ = self.run_command("discover", self.arcs, *options)
        self.assertNotIn("few switches", out)

    def test_a_graph_without_a_pattern_of_that_size(self):
        graph = self.folder / "edge.txt"
        graph.write_text("1 2\n")
        out, _ = self.run_command("discover", graph, "-k", 3, "--random", 10)
        self.assertIn("no pattern: neither the graph nor a random graph has a connected subgraph of 3 vertices", out)
        self.assertNotIn("fewest", out)

    def test_verify(self):
        nine = self.folder / "nine.txt"
        nine.write_text("".join(f"{u} {(3 * u + 1) % 20}\n{u} {u + 1}\n" for u in range(20)))
        for arguments in [[self.arcs, "--directed", "-k", 4], [KARATE, "-k", 5], [nine, "--directed", "-k", 9]]:
            out, _ = self.run_command("discover", *arguments, "--random", 5, "--device", "host", "--verify")
            self.assertIn("the counts of the graph and of 3 random graphs agree with the serial program", out)

    def test_a_stopped_run_is_of_the_graphs_that_are_done(self):
        begin = time.monotonic()
        record = self.discover("gen:er:n=4000,m=40000,seed=1", "-k", 4, "--random", 100000, "--deadline", 1, code=3)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(record["status"], "deadline")
        self.assertLess(record["random_graphs"], 100000)
        out, _ = self.run_command("discover", "gen:er:n=4000,m=40000,seed=1", "-k", 4, "--device", "host", "--deadline",
                                  0.01, code=3)
        self.assertIn("no statistics", out)

    def test_a_picture_has_a_line_and_a_bar_for_each_pattern(self):
        file = self.folder / "motifs.svg"
        record = self.discover(self.arcs, "--directed", "-k", 3, "--random", 40, "--svg", file)
        picture = xml.etree.ElementTree.parse(file).getroot()
        svg = "{http://www.w3.org/2000/svg}"
        known = [row for row in record["patterns"] if row["z"] is not None]
        self.assertEqual(len(picture.findall(f"{svg}circle")), 3 * len(known))
        bars = [rect.get("class") for rect in picture.findall(f"{svg}rect") if rect.get("class")]
        self.assertEqual([bar == "over" for bar in bars], [row["motif"] for row in known])
        arrows = [line for line in picture.findall(f"{svg}line") if line.get("class") == "edge"]
        self.assertEqual(len(arrows), sum(len(row["edges"]) for row in known))
        texts = [text.text for text in picture.findall(f"{svg}text")]
        for row in known:
            self.assertIn(row["name"] or row["graph6"], texts)
            self.assertIn(f"{row['z']:.2f}", texts)
        many = xml.etree.ElementTree.fromstring(
            self.run_command("discover", self.arcs, "--directed", "-k", 4, "--random", 40, "--svg", "-")[0])
        self.assertEqual(len([rect for rect in many.findall(f"{svg}rect") if rect.get("class")]), 35)

    def test_random_graphs_are_those_that_were_counted(self):
        folder, counts = self.folder / "made" / "graphs", self.folder / "counts.csv"
        named = self.folder / "named.txt"
        named.write_text("".join(f"g{line.replace(' ', ' g')}\n" for line in ARCS.splitlines()))
        record = self.discover(named, "--names", "--directed", "-k", 3, "--random", 11, "--write-random", folder,
                               "--counts", counts)
        rows = list(csv.DictReader(io.StringIO(counts.read_text())))
        files = sorted(folder.iterdir())
        self.assertEqual([file.name for file in files], [f"random-{number:02}.txt" for number in range(11)])
        for file, row in zip(files, rows):
            motifs = self.record("motif", file, "--names", "--directed", "-k", 3)
            found = {pattern["graph6"]: pattern["count"] for pattern in motifs["patterns"]}
            self.assertEqual({graph6: count for graph6, count in row.items() if graph6 != "random" and count != "0"}, found)
        self.assertIn(" g", files[0].read_text().splitlines()[-1])
        self.assertEqual(record["random_graphs"], 11)
        _, err = self.run_command("discover", named, "--names", "--directed", "-k", 3, "--random", 2, "--write-random",
                                  named, "--device", "host", code=1)
        self.assertIn("--write-random", err)

    def test_what_a_motif_needs(self):
        plain = self.discover(self.arcs, "--directed", "-k", 4, "--random", 40)
        counts = sorted(int(row["count"]) for row in plain["patterns"] if row["motif"])
        self.assertGreater(len(counts), 2)
        least = counts[1] + 1
        frequent = self.discover(self.arcs, "--directed", "-k", 4, "--random", 40, "--min-count", least)
        self.assertEqual([row["graph6"] for row in frequent["patterns"] if row["motif"]],
                         [row["graph6"] for row in plain["patterns"] if row["motif"] and int(row["count"]) >= least])
        excess = self.discover(self.arcs, "--directed", "-k", 4, "--random", 40, "--min-excess", 1.5)
        self.assertEqual([row["graph6"] for row in excess["patterns"] if row["motif"]],
                         [row["graph6"] for row in plain["patterns"]
                          if row["motif"] and int(row["count"]) - row["mean"] >= 1.5 * row["mean"]])
        self.require_refusal("discover", KARATE, "-k", 3, "--min-excess", -1, code=2, says=["excess"])

    def test_the_command_of_a_pattern_lists_it(self):
        tricky = self.folder / "it's a graph; here.csv"
        tricky.write_text("from,to\n" + "".join(line.replace(" ", ",") + "\n" for line in ARCS.splitlines()))
        for arguments in [["--directed", "-k", 3, "--columns", "from,to"], ["-k", 4, "--columns", "1,2"]]:
            record = self.discover(tricky, *arguments, "--random", 10)
            for row in record["patterns"][:4]:
                if row["count"] == "0":
                    self.assertIsNone(row["command"])
                    continue
                words = shlex.split(row["command"])
                self.assertEqual(words[0], "cerrado")
                listed, _ = self.run_command(*words[1:], "--device", "host")
                self.assertEqual(str(len(listed.splitlines())), row["count"])

    def test_killed_searches_go_on(self):
        checkpoint, question = self.folder / "search.checkpoint", ["gen:er:n=500,m=2500,seed=1", "-k", 4, "--random"]
        expected = self.discover(*question, 400)
        kills, seconds = 0, 0.1
        while kills < 3 or not checkpoint.exists():
            process = start("discover", *question, 400, "--checkpoint", checkpoint, "--checkpoint-every", 0.1, "--device", "host",
                            "--threads", 1 + kills % 3, "--json", "-")
            time.sleep(seconds)
            process.kill()
            process.communicate()
            kills, seconds = kills + 1, seconds * 1.5
        rest = self.discover(*question, 400, "--resume", checkpoint)
        self.assertEqual((rest["status"], rest["patterns"], rest["taken"]),
                         ("complete", expected["patterns"], expected["taken"]))
        self.assertGreater(rest["seconds"]["run_of_all_parts"], rest["seconds"]["run"])
        again, err = self.run_command("discover", *question, 400, "--checkpoint", checkpoint, "--json", "-")
        self.assertIn("with 400 of 400 random graphs done", err)
        self.assertEqual(json.loads(again)["patterns"], expected["patterns"])
        self.assertEqual(json.loads(again)["seconds"]["run"], 0)  # nothing was left to count, and the graph is known, too
        whole = {other: self.discover(*question, other)["patterns"] for other in (410, 20)}
        for other in [410, 20, 410]:
            self.assertEqual(self.discover(*question, other, "--resume", checkpoint)["patterns"], whole[other])
        _, err = self.run_command("discover", *question, 410, "--checkpoint", checkpoint)
        self.assertIn("with 410 of 410 random graphs done", err)  # those that were not asked for stayed

    def test_a_stopped_search_goes_on(self):
        checkpoint, question = self.folder / "search.checkpoint", ["gen:er:n=500,m=5000,seed=1", "-k", 4, "--random"]
        part = self.discover(*question, 10**6, "--checkpoint", checkpoint, "--deadline", 1, code=3)
        self.assertEqual(part["status"], "deadline")
        rest = self.discover(*question, 20, "--resume", checkpoint)
        self.assertEqual((rest["status"], rest["patterns"]), ("complete", self.discover(*question, 20)["patterns"]))

    def test_a_checkpoint_of_another_search_is_refused(self):
        checkpoint = self.folder / "search.checkpoint"
        self.discover(self.arcs, "--directed", "-k", 3, "--random", 5, "--checkpoint", checkpoint)
        before = checkpoint.read_bytes()
        for k, other in [(3, ["--seed", 2]), (3, ["--switches", 9]), (3, ["--null", "degree"]), (4, [])]:
            self.require_refusal("discover", self.arcs, "--directed", "-k", k, "--random", 5, "--checkpoint", checkpoint,
                                 *other, code=2, says=["checkpoint"])
        self.require_refusal("discover", self.arcs, "-k", 3, "--random", 5, "--checkpoint", checkpoint, code=2,
                             says=["checkpoint"])
        self.assertEqual(checkpoint.read_bytes(), before)
        self.discover(self.arcs, "--directed", "-k", 3, "--random", 5, "--checkpoint", checkpoint, "--theta", 3)

    def test_estimate(self):
        out, _ = self.run_command("discover", self.arcs, "--directed", "-k", 4, "--random", 5000, "--estimate", "--device",
                                  "host")
        self.assertIn("5,000, null model mutual, 10 switches for each of 90 edges", out)
        self.assertIn("16 random graphs and the graph itself", out)
        self.assertGreater(float(re.search(r"time +about ([0-9.e+-]+) s", out)[1]), 0)
        begin = time.monotonic()
        out, _ = self.run_command("discover", "gen:er:n=3000,m=300000,seed=1", "-k", 6, "--estimate", "--device", "host")
        self.assertLess(time.monotonic() - begin, 60)
        self.assertIn("none was counted in this time", out)
        self.require_refusal("discover", self.arcs, "-k", 3, "--estimate", "--counts", "-", code=2, says=["--estimate"])

    def test_wrong_questions_are_refused(self):
        for arguments, says in [
            (["-k", 3, "--random", 1], "2 or more"),
            (["-k", 2], "3"),
            (["-k", 3, "--null", "strange"], "--null"),
            (["-k", 3, "--null", "mutual"], "has no directions"),
            (["-k", 3, "--switches", -2], "0 or more"),
            (["-k", 3, "--theta", -1], "theta"),
            (["-k", 3, "--json", "-", "--counts", "-"], "--counts"),
        ]:
            self.require_refusal("discover", KARATE, *arguments, code=2, says=[says])

    @unittest.skipUnless((DATA / "ecoli-transcription.txt.gz").exists(), f"real graphs are not in {DATA}")
    def test_motifs_of_the_literature(self):
        """Milo et al. 2002: feed-forward loops of E. coli and yeast, and bi-fans."""
        for graph, k, name, count, mean, deviation in [
            ("ecoli-transcription", 3, "030T", "40", 7.60, 3.13),
            ("yeast-transcription", 3, "030T", "70", 13.9, 4.0),
            ("s420", 3, "030C", "20", 1.07, 1.04),
            ("ecoli-transcription", 4, "bi-fan", "203", 61.6, 14.6),
        ]:
            record = self.discover(DATA / f"{graph}.txt.gz", "--directed", "-k", k, "--random", 400, "--threads", 2)
            [row] = [row for row in record["patterns"] if row["name"] == name]
            self.assertEqual(row["count"], count)
            self.assertLess(abs(row["mean"] - mean), 5 * deviation / math.sqrt(400) + 0.05)
            self.assertLess(abs(row["deviation"] / deviation - 1), 0.2)
            self.assertTrue(row["motif"])


if __name__ == "__main__":
    unittest.main()

"""frequent: patterns with their supports, the supports of given patterns, several graphs in one file, and what is refused."""
import csv
import io
import pathlib
import signal
import time

from support import DATA, DATASETS, KARATE, CommandTest, start

LABELS = ["--labels", str(DATASETS / "karate.labels.txt")]
SQUARE = "0 1\n1 2\n2 3\n3 0\n"


class Frequent(CommandTest):
    def supports(self, *arguments):
        return {row["pattern"]: row["support"] for row in self.record("frequent", *arguments)["patterns"]}

    def test_a_square_has_paths_and_itself(self):
        square = self.write("square.txt", SQUARE)
        record = self.record("frequent", square, "--support", "4")
        self.assertEqual([(row["vertices"], row["edges"], row["support"]) for row in record["patterns"]],
                         [(2, 1, 4), (3, 2, 4), (4, 3, 4), (4, 4, 4)])
        self.assertEqual([(level["candidates"], level["frequent"]) for level in record["levels"]],
                         [(1, 1), (1, 1), (3, 1), (2, 1)])
        self.assertEqual(record["count"], 4)
        self.assertEqual([row["edges"] for row in self.record("frequent", square, "--support", "4", "--induced")["patterns"]],
                         [1, 2, 4])

    def test_a_share_is_rounded_up(self):
        for share, support in (("50%", 17), ("2%", 1), ("51%", 18), ("100%", 34)):
            self.assertEqual(self.record("frequent", KARATE, "--support", share, "--max-edges", "1")["parameters"]["support"],
                             support, share)

    def test_the_patterns_are_those_that_match_reads(self):
        found = self.supports(KARATE, *LABELS, "--support", "8", "--max-edges", "3")
        self.assertGreater(len(found), 5)
        patterns = self.write("patterns.txt", "\n".join(found) + "\n")
        self.assertEqual(self.supports(KARATE, *LABELS, "--patterns", patterns), found)
        for text in list(found)[:3]:
            self.assertNotEqual(self.record("match", KARATE, *LABELS, "--pattern", text)["count"], "0")

    def test_closed_maximal_and_top(self):
        every = self.supports(KARATE, *LABELS, "--support", "8")
        closed, maximal = (self.supports(KARATE, *LABELS, "--support", "8", option) for option in ("--closed", "--maximal"))
        self.assertLess(set(maximal), set(closed))
        self.assertLess(set(closed), set(every))
        top = self.supports(KARATE, *LABELS, "--top", "3")
        self.assertEqual(sorted(top.values(), reverse=True), sorted(every.values(), reverse=True)[:3])

    def test_supports_and_domains_of_a_pattern(self):
        record = self.record("frequent", KARATE, "--pattern", "0-1,0-2,0-3,0-4")
        row = record["patterns"][0]
        self.assertEqual(row["support"], min(row["domain_sizes"]))
        self.assertEqual(row["orbits"], [0, 1, 1, 1, 1])
        out, _ = self.run_command("frequent", KARATE, "--pattern", "0-1,0-2,0-3,0-4", "--domains", "-")
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual([len(line["ids"].split()) for line in rows], row["domain_sizes"])
        degrees = {}
        for line in pathlib.Path(KARATE).read_text().splitlines():
            if line[0].isdigit():
                for vertex in line.split()[:2]:
                    degrees[vertex] = degrees.get(vertex, 0) + 1
        self.assertEqual(set(rows[0]["ids"].split()), {v for v, degree in degrees.items() if degree >= 4})
        for least, answer in ((row["support"], True), (row["support"] + 1, False)):
            asked = self.record("frequent", KARATE, "--pattern", "0-1,0-2,0-3,0-4", "--at-least", least)
            self.assertEqual(asked["patterns"][0]["is_at_least"], answer)

    def test_of_several_graphs_the_support_is_their_number(self):
        graphs = str(DATA / "files" / "gspan_multi.lg")
        if not (DATA / "files").exists():
            self.skipTest("the small files are not there")
        two = "t # 0\nv 0 5\nv 1 5\ne 0 1 9\nt # 1\nv 0 5\nv 1 5\nv 2 5\ne 0 1 9\ne 1 2 9\nt # -1\n"
        for path in (graphs, self.write("two.lg", two)):
            rows = self.record("frequent", path, "--support", "1", "--edge-labels")["patterns"]
            self.assertEqual([(row["edges"], row["support"]) for row in rows], [(1, 2), (2, 1)])
            self.assertEqual(len(self.record("frequent", path, "--support", "100%", "--edge-labels")["patterns"]), 1)
            self.assertEqual(self.record("frequent", path, "--pattern", "0-1")["patterns"][0]["support"], 2)
        out, _ = self.run_command("frequent", path, "--pattern", "0-1,1-2", "--domains", "-")
        self.assertIn("2:0 2:2", out)
        self.assertEqual(self.record("frequent", path, "--graph", "2", "--support", "3")["patterns"][0]["support"], 3)
        self.require_refusal("frequent", path, "--support", "3", code=2, says=["2 graphs"])
        self.require_refusal("match", path, "--pattern", "0-1", code=2, says=["second graph"])
        some = self.write("some.txt", "0\n1\n")
        self.require_refusal("frequent", path, "--support", "1", "--within", some, code=2, says=["--graph"])
        self.assertEqual(self.record("frequent", path, "--graph", "2", "--support", "2", "--within", some)["count"], 1)

    def test_outputs(self):
        words = ["frequent", KARATE, "--support", "20", "--max-edges", "5"]
        rows = list(csv.DictReader(io.StringIO(self.run_command(*words, "--csv", "-")[0])))
        self.assertEqual(len(rows), self.record(*words)["count"])
        table, _ = self.run_command(*words)
        self.assertIn("1 edge: 1 of 1 candidate frequent", table)
        self.assertIn("edge-induced", table)
        out, err = self.run_command("frequent", KARATE, *LABELS, "--support", "5", "--max-edges", "3", "--verify")
        self.assertIn("agree with the serial program", out + err)
        self.assertIn("lists", self.run_command("frequent", KARATE, "--support", "5", "--estimate")[0])

    def test_stopped_early(self):
        dense = "gen:er:n=2000,m=20000,seed=1"
        begin = time.monotonic()
        record = self.record("frequent", dense, "--support", "1900", "--deadline", "1", code=3)
        self.assertLess(time.monotonic() - begin, 4)
        self.assertEqual(record["status"], "deadline")
        self.assertEqual(len(record["patterns"]), sum(level["frequent"] for level in record["levels"]))
        self.assertGreater(len(record["patterns"]), 0)
        process = start("frequent", dense, "--support", "1900", "--device", "host")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 3)
        self.assertIn("PARTIAL", out)

    def test_refusals(self):
        def refused(*arguments, says):
            self.require_refusal("frequent", KARATE, *arguments, code=2, says=says)

        refused(says=["--support 300", "--top"])
        refused("--support", "0", says=["support of 0"])
        refused("--support", "35", says=["34 vertices"])
        refused("--support", "101%", says=["101%", "up to 100"])
        refused("--support", "0%", says=["0%"])
        refused("--support", "many", says=["many"])
        refused("--support", "3", "--max-edges", "0", says=["--max-edges"])
        refused("--support", "3", "--max-vertices", "16", says=["--max-vertices"])
        refused("--support", "3", "--closed", "--maximal", says=["excludes"])
        refused("--support", "3", "--pattern", "house", says=["excludes"])
        refused("--support", "3", "--at-least", "2", says=["--pattern"])
        refused(*LABELS, "--pattern", "0:nobody,0-1", says=["nobody"])
        refused("--pattern", "20-path", says=["20 vertices"])
        refused("--pattern", "0-1,0~2,1~2", says=["anti-vertex"])
        refused("--support", "3", "--json", "-", "--csv", "-", says=["only one"])

"""cerrado match: what it prints, and what it is refused for."""
import csv
import io
import json
import math
import unittest

from support import KARATE, CommandTest, start


class Match(CommandTest):
    def counts(self, *arguments):
        out, _ = self.run_command("match", KARATE, "--device", "host", "--csv", "-", *arguments)
        row = list(csv.DictReader(io.StringIO(out)))[0]
        return int(row["count"]), int(row["mappings"])

    def refused(self, says, *arguments):
        self.require_refusal("match", KARATE, *arguments, code=2, says=[says])

    def test_counts(self):
        self.assertEqual(self.counts("--pattern", "K3"), (45, 270))
        self.assertEqual(self.counts("--pattern", "Bw"), (45, 270))
        self.assertEqual(self.counts("--pattern", "0-1,1-2,0-2"), (45, 270))
        self.assertEqual(self.counts("--pattern", "3-path", "--induced"), (393, 786))
        self.assertEqual(self.counts("--pattern", "3-path", "--edge-induced"), (528, 1056))
        self.assertEqual(self.counts("--pattern", "0-1,1-2,0~2"), (393, 786))
        self.assertEqual(self.counts("--pattern", "0-1,0~2,1~2"), (11, 22))
        self.assertEqual(self.counts("--pattern", "K6"), (0, 0))

    def test_short_name_is_the_same_command(self):
        long, _ = self.run_command("isomorphism", KARATE, "--pattern", "house", "--csv", "-")
        short, _ = self.run_command("match", KARATE, "--pattern", "house", "--csv", "-")
        self.assertEqual(long.split(",")[:10], short.split(",")[:10])

    def test_every_order_gives_the_same(self):
        square = "0-1,1-2,2-3,3-0"
        for order in ["0,1,2,3", "2,1,0,3", "0,1,3,2"]:
            self.assertEqual(self.counts("--pattern", square, "--order", order), (154, 1232))

    def test_record(self):
        out, _ = self.run_command("match", KARATE, "--pattern", "gem", "--json", "-", "--device", "host", "--algorithm", "walk")
        record = json.loads(out)
        self.assertEqual(record["count"], "421")
        self.assertEqual(record["parameters"]["k"], 5)
        self.assertIn("edge-induced", record["semantics"])
        match = record["matches"][0]
        self.assertEqual((match["pattern"], match["name"], match["graph6"]), ("gem", "gem", "DR{"))
        self.assertEqual((match["automorphisms"], match["count"], match["mappings"]), (2, "421", "842"))
        plan = match["plan"]
        self.assertEqual(sorted(plan["order"]), [0, 1, 2, 3, 4])
        self.assertEqual((plan["levels"], sorted(plan["counted"])), (3, [0, 1]))
        self.assertEqual(len(plan["restrictions"]), 1)
        self.assertEqual(plan["visited"], [34, 92, 97])
        for predicted, visited in zip(plan["predicted"], plan["visited"], strict=True):
            self.assertAlmostEqual(predicted, visited, delta=3)
        self.assertEqual(len(match["orbits"]), 5)
        of_star = self.record("match", KARATE, "--pattern", "17-star")["matches"][0]["graph6"]
        self.assertEqual(self.record("match", KARATE, "--pattern", of_star)["count"], "1")
        self.assertIsNone(self.record("match", KARATE, "--pattern", "0-1,1-2,0~2")["matches"][0]["graph6"])
        induced = self.record("match", KARATE, "--pattern", "0-1,1-2,0~2", "--induced")
        self.assertEqual(induced["matches"][0]["graph6"], "BW", "which says the same")
        self.assertIn("induced: no edge but", induced["semantics"])

    def test_record_of_what_was_visited(self):
        def visited(*arguments):
            return [match["plan"]["visited"] for match in self.record("match", KARATE, *arguments)["matches"]]

        house = ["--pattern", "house", "--order", "3,4,1,0,2"]
        self.assertEqual(visited(*house, "--pieces", "64", "--balance", "share"), visited(*house, "--threads", "1"))
        self.assertEqual(visited("--pattern", "bull", "--pattern", "claw"), [[34, 55], [34]])
        for not_walked in [["--pattern", "house"], ["--pattern", "claw", "--induced", "--algorithm", "formula"]]:
            self.assertEqual(visited(*not_walked), [[]])

    def test_lists_in_the_order_of_the_pattern(self):
        out, _ = self.run_command("match", KARATE, "--pattern", "0-1,1-2,0~2", "--list", "-", "--device", "host")
        matches = [line.split() for line in out.splitlines()]
        self.assertEqual(len(matches), 393)
        self.assertEqual(len({tuple(match) for match in matches}), 393)
        for ends in matches:
            self.assertLess(int(ends[0]), int(ends[2]), "the least of the two images")
        out, _ = self.run_command("match", KARATE, "--pattern", "K3", "--list", "-", "--limit", "2", code=3)
        self.assertEqual(len(out.splitlines()), 2)

    def test_says_whether_there_is_one(self):
        for pattern, answer in [("K5", True), ("K6", False)]:
            out, _ = self.run_command("match", KARATE, "--pattern", pattern, "--exists")
            self.assertRegex(out, rf"(?m)^{pattern} +{'yes' if answer else 'no'} ")
            out, _ = self.run_command("match", KARATE, "--pattern", pattern, "--exists", "--json", "-")
            record = json.loads(out)
            for said in (record, record["matches"][0]):
                self.assertIs(said["exists"], answer)
                for absent in ("count", "count_at_least", "mappings", "plan"):
                    self.assertNotIn(absent, said)
            self.assertEqual(record["status"], "complete")
            out, _ = self.run_command("match", KARATE, "--pattern", pattern, "--exists", "--csv", "-")
            rows = list(csv.DictReader(io.StringIO(out)))
            self.assertEqual([(row["pattern"], row["exists"], row["status"]) for row in rows],
                             [(pattern, "true" if answer else "false", "complete")])
            self.assertNotIn("count", rows[0])

    def test_the_first_match_is_there_at_once(self):
        for graph, pattern in [("gen:complete:n=30", "C12"), ("gen:ba:n=2314,m=8,seed=1", "9-path"),
                               ("gen:ba:n=300,m=20,seed=1", "12-path"), ("gen:star:n=1000001", "20-star")]:
            out, _ = self.run_command("match", graph, "--pattern", pattern, "--exists", "--device", "host", timeout=20)
            self.assertRegex(out, rf"(?m)^{pattern} +yes ")
        out, _ = self.run_command("match", "gen:complete:n=30", "--pattern", "C12", "--list", "-", "--limit", "100",
                                  "--device", "host", code=3, timeout=20)
        lines = out.splitlines()
        self.assertEqual((len(lines), len(set(lines))), (100, 100))
        out, _ = self.run_command("match", "gen:star:n=1000001", "--pattern", "7-star", "--csv", "-", "--device", "host")
        self.assertEqual(next(csv.DictReader(io.StringIO(out)))["count"], str(math.comb(10**6, 7)))

    def test_what_is_not_known_is_not_denied(self):
        asked = ["match", "gen:grid:rows=60,columns=60", "--pattern", "C15", "--pattern", "K5", "--exists", "--deadline", ".2",
                 "--device", "host"]  # a grid has no odd cycle, and a search for one takes many seconds
        out, _ = self.run_command(*asked, "--json", "-", code=3)
        record = json.loads(out)
        self.assertIs(record["matches"][0]["exists"], None)
        self.assertEqual(record["status"], "deadline")
        self.assertIn("not known", self.run_command(*asked, code=3)[0])

    def test_what_induced_matches_say_anyway_changes_nothing(self):
        """1~2 in a star: its three leaves are alike all the same."""
        star = self.folder / "star.txt"
        star.write_text("0 1\n0 2\n0 3\n")
        options = ("--pattern", "0-1,0-2,0-3,1~2", "--induced")
        match = self.record("match", star, *options, "--verify")["matches"][0]
        self.assertEqual((match["count"], match["mappings"], match["automorphisms"]), ("1", "6", 6))
        out, _ = self.run_command("match", star, *options, "--list", "-")
        self.assertEqual(out, "0 1 2 3\n")
        self.assertIs(self.record("match", star, *options, "--exists")["matches"][0]["exists"], True)

    def test_counts_by_orbit(self):
        out, _ = self.run_command("match", KARATE, "--pattern", "0-1,1-2,0~2", "--per-orbit", "-", "--device", "host")
        rows = list(csv.reader(io.StringIO(out)))
        self.assertEqual(rows[0], ["vertex", "orbit0", "orbit1"])
        self.assertEqual(sum(int(row[1]) for row in rows[1:]), 2 * 393)
        self.assertEqual(sum(int(row[2]) for row in rows[1:]), 393)
        vertices, orbits = self.folder / "v.csv", self.folder / "o.bin"
        out, _ = self.run_command("match", KARATE, "--pattern", "house", "--per-vertex", str(vertices), "--per-orbit",
                                  str(orbits), "--verify")
        self.assertIn("verified: 34 of 34 roots agree", out)
        with vertices.open() as file:
            self.assertEqual(sum(int(row["count"]) for row in csv.DictReader(file)), 5 * 781)
        self.assertEqual(orbits.read_bytes()[:8], b"CERORBI\x01")
        self.assertEqual(orbits.stat().st_size, 16 + 34 * (8 + 3 * 16))

    def test_several_patterns_in_one_run(self):
        out, _ = self.run_command("match", KARATE, "--pattern", "house", "--pattern", "K4", "--csv", "-", "--device", "host")
        self.assertEqual([(row["pattern"], row["count"], row["k"]) for row in csv.DictReader(io.StringIO(out))],
                         [("house", "781", "5"), ("K4", "11", "4")])
        file = self.folder / "patterns.txt"
        file.write_text("# two\nhouse   # with a roof\n\n0-1,0~2,1~2\n")
        out, _ = self.run_command("match", KARATE, "--patterns", str(file), "--json", "-", "--verify", "--device", "host")
        record = json.loads(out)
        self.assertEqual([(match["pattern"], match["count"]) for match in record["matches"]],
                         [("house", "781"), ("0-1,0~2,1~2", "11")])
        self.assertEqual((record["count"], record["parameters"]["k"]), ("792", None))
        out, _ = self.run_command("match", KARATE, "--patterns", str(file), "--explain", "--device", "host")
        self.assertRegex(out, r"(?m)^0-1,0~2,1~2$")
        _, _ = self.run_command("match", KARATE, "--patterns", str(file), "--exists", "--pattern", "K6")
        file.write_text("house\n0-0\n")
        self.refused(f"{file}:2: ", "--patterns", str(file))
        file.write_text("# none\n")
        self.refused("the file has no pattern", "--patterns", str(file))
        self.refused("cannot be read", "--patterns", str(self.folder / "nothing"))
        self.refused("give one --pattern", "--pattern", "K3", "--pattern", "K4", "--order", "0,1,2")
        self.refused("for one pattern", "--pattern", "K3", "--pattern", "K4", "--list", "-")

    def test_all_patterns_of_a_size(self):
        out, _ = self.run_command("match", KARATE, "--all", "4", "--csv", "-", "--device", "host")
        counts = {row["name"]: int(row["count"]) for row in csv.DictReader(io.StringIO(out))}
        for name in ["4-cycle", "diamond", "paw", "4-path", "3-star"]:
            self.assertEqual(counts[name], self.counts("--pattern", name)[0], name)
        out, _ = self.run_command("match", KARATE, "--all", "4", "--verify", "--device", "host")
        self.assertIn("verified: 34 of 34 roots agree", out)
        out, _ = self.run_command("match", KARATE, "--all", "3", "--induced", "--verify", "--device", "host")
        self.assertIn("verified: 34 of 34 roots agree", out)
        self.refused("expected 3 to 9", "--all", "10")
        self.refused("drop --pattern", "--all", "4", "--pattern", "K3")
        self.refused("--pattern PATTERN, --patterns FILE or --all K")
        self.refused("--all only counts", "--all", "4", "--list", "-")
        self.refused("drop --order", "--all", "4", "--directed")

    def test_table_and_verifier(self):
        out, _ = self.run_command("match", KARATE, "--pattern", "house", "--verify")
        self.assertRegex(out, r"(?m)^house +781 +1,562 ")
        self.assertIn("verified: 34 of 34 roots agree", out)
        out, _ = self.run_command("match", KARATE, "--pattern", "0-1,1-2,0-2,0~3,1~3,2~3", "--verify", "--device", "lockstep")
        self.assertIn("verified: 34 of 34 roots agree", out)

    def test_explains_its_plan(self):
        out, _ = self.run_command("match", KARATE, "--pattern", "gem", "--explain", "--device", "host", "--algorithm", "walk")
        self.assertRegex(out, r"(?m)^vertex \d +any$")
        self.assertRegex(out, r"(?m)^vertices \d, \d together: ")
        self.assertRegex(out, r"(?m)^predicted +34, ")
        self.assertRegex(out, r"(?m)^algorithm +walk +about")
        out, _ = self.run_command("match", KARATE, "--pattern", "0-1,0~2,1~2", "--explain")
        self.assertIn("no other", out)

    def test_counts_more_vertices_than_are_walked_to(self):
        self.assertEqual(self.counts("--pattern", "17-star"), (1, 355687428096000))
        out, _ = self.run_command("match", "gen:star:n=12", "--pattern", "11-star", "--verify")
        self.assertIn("verified: 12 of 12 roots agree", out)
        out, _ = self.run_command("match", "gen:complete:n=33", "--pattern", "31-star", "--json", "-", "--device", "host")
        match = json.loads(out)["matches"][0]
        self.assertEqual((match["count"], match["plan"]["levels"], len(match["plan"]["counted"])), ("1056", 1, 31))
        self.assertEqual(match["automorphisms"], "8222838654177922817725562880000000")  # 31!, beyond 64 bits
        self.assertEqual(match["mappings"], "8683317618811886495518194401280000000")
        asked = ["match", "gen:star:n=40", "--pattern", "31-star", "--device", "host"]
        out, _ = self.run_command(*asked, "--json", "-")
        self.assertEqual([json.loads(out)["matches"][0][key] for key in ("count", "mappings")], ["61523748", None])
        out, _ = self.run_command(*asked)
        self.assertRegex(out, r"(?m)^31-star +61,523,748 +over 2\^128 ")
        hubs = "0-1" + "".join(f",0-{v}" for v in range(2, 12)) + "".join(f",1-{v}" for v in range(12, 20))
        out, _ = self.run_command("match", KARATE, "--pattern", hubs, "--explain", "--device", "host")
        self.assertRegex(out, r"(?m)^vertices .* together: 8 of h0, 10 of h1$")
        for pattern, answer in (("18-star", "no"), ("17-star", "yes")):
            out, _ = self.run_command("match", KARATE, "--pattern", pattern, "--exists", "--device", "host")
            self.assertRegex(out, rf"(?m)^{pattern} +{answer} ")
        grid = ["match", "gen:grid:rows=9,columns=9", "--pattern", ",".join(f"{v}-{(v + 1) % 24}" for v in range(24)), "--device", "host"]
        out, _ = self.run_command(*grid, "--exists")
        self.assertRegex(out, r"(?m) yes ")
        out, _ = self.run_command(*grid, "--list", "-", "--limit", 2, code=3)
        self.assertEqual([len(set(line.split())) for line in out.splitlines()[-2:]], [24, 24])
        for more in (["--induced"], ["--list", "-"], ["--per-vertex", "-"], ["--per-orbit", "-"]):
            self.refused("one by one, and it can find 16", "--pattern", hubs, *more)

    def test_goes_on_with_the_same_pattern_alone(self):
        file = self.folder / "match.checkpoint"
        graph = "gen:ba:n=2500,m=12,seed=1"
        walk = ["--device", "host", "--algorithm", "walk", "--csv", "-"]
        expected, _ = self.run_command("match", graph, "--pattern", "house", *walk)
        code, out, arguments = 3, "", ["--checkpoint", file]
        for part in range(1, 200):
            process = start("match", graph, "--pattern", "house", *walk, "--deadline", 0.1 * part, *arguments)
            out, _ = process.communicate(timeout=240)
            code, arguments = process.returncode, ["--resume", file]
            if code != 3:
                break
            self.run_command("match", graph, "--pattern", "gem", "--device", "host", *arguments, code=2)
        self.assertEqual(code, 0)
        self.assertEqual(out.splitlines()[1].split(",")[:3], expected.splitlines()[1].split(",")[:3])

    def test_bad_patterns_show_the_place(self):
        for pattern, says in [("0-1,0~1", "character 5"), ("0-0", "loops"), ("0-1,2-3", "not connected"), ("", "character 1"),
                              ("0-32", "0 to 31"), ("hous", "not a known name"), ("0>1", "without directions"),
                              ("0:A,0-1", "but the graph has none"), ("0~1", "no edge")]:
            self.require_refusal("match", KARATE, "--pattern", pattern, code=2, says=[says])

    def test_what_a_graph_has_not_is_refused(self):
        labels = self.folder / "labels.txt"
        labels.write_text("1 red\n2 blue\n")
        self.refused('bears the label "green"', "--labels", labels, "--pattern", "0:green,0-1")
        self.require_refusal("match", "gen:complete:n=2000", "--pattern", "0-1" + "".join(f",0-{v}" for v in range(2, 15)),
                             code=2, says=["a count has 128 bits"])
        broken = self.folder / "broken.lg"
        broken.write_text("t # 0\nv 0 A\nv 1 B\ne 0 7 x\n")
        self.require_refusal("match", broken, "--pattern", "0:A,0-1", code=2, says=[f"{broken}:4:"])

    def test_formulas_and_walks_agree(self):
        for pattern, count in [("4-cycle", 154), ("diamond", 151), ("house", 781), ("5-cycle", 374),
                               ("butterfly", 266), ("5-path", 11032), ("banner", 3824), ("gem", 421)]:
            for algorithm in ["auto", "walk", "formula"]:
                asked = ["--pattern", pattern, "--algorithm", algorithm, "--device", "host"]
                out, _ = self.run_command("match", KARATE, *asked, "--json", "-")
                record = json.loads(out)
                self.assertEqual(record["count"], str(count))
                self.assertEqual(record["form"], "walk" if algorithm == "walk" else "formula")
            out, _ = self.run_command("match", KARATE, "--pattern", pattern, "--verify", "--device", "lockstep")
            self.assertIn("verified: 34 of 34 roots agree", out)
        out, _ = self.run_command("match", KARATE, "--pattern", "house", "--explain")
        self.assertRegex(out, r"(?m)^formula .*triangles times 4-cycles")
        self.assertRegex(out, r"(?m)^algorithm +formula ")
        asked = ["--pattern", "claw", "--induced", "--device", "host"]
        for algorithm in ["walk", "formula"]:
            out, _ = self.run_command("match", KARATE, *asked, "--algorithm", algorithm, "--json", "-", "--verify")
            self.assertEqual((json.loads(out)["count"], json.loads(out)["form"]), ("1098", algorithm))
            self.assertEqual(json.loads(out)["matches"][0]["plan"]["predicted"] == [], algorithm == "formula")
        out, _ = self.run_command("match", "gen:rmat:scale=12,degree=24,seed=1", *asked, "--explain")
        self.assertIn("3-star - paw + 2 diamond - 4 4-clique", out)
        for wrong in [["--pattern", "6-path"], ["--pattern", "6-path", "--induced"], ["--pattern", "house", "--order", "3,4,1,0,2"]]:
            self.require_refusal("match", KARATE, *wrong, "--algorithm", "formula", code=2, says=["no formula"])

    def test_other_mistakes(self):
        self.require_refusal("match", KARATE, code=2, says=["--pattern"])
        self.require_refusal("match", KARATE, "--pattern", "house", "--order", "0,1,2", code=2, says=["order 0,1,2"])
        self.require_refusal("match", KARATE, "--pattern", "house", "--induced", "--edge-induced", code=2, says=["--induced"])
        self.require_refusal("match", KARATE, "--pattern", "house", "--verify=3", code=2, says=["--verify"])
        self.require_refusal("match", "gen:star:n=200000", "--pattern", ",".join(f"0-{i}" for i in range(1, 12)), code=2, says=["128 bits"])


if __name__ == "__main__":
    unittest.main()

"""compress and decompress: a .cgz holds the graph, and what is wrong is said."""
import json
import os
import random
import unittest

from support import DATA, KARATE, CommandTest

LABELS = KARATE.replace("karate.txt", "karate.labels.txt")


class Compress(CommandTest):
    def compressed(self, graph, *options):
        target = self.folder / "g.cgz"
        out, _ = self.run_command("compress", graph, "-o", target, *options)
        self.assertRegex(out, r"bits an edge, order \w+")
        return target

    def cbin(self, graph, *options):
        target = self.folder / "plain.cbin"
        self.run_command("convert", graph, target, *options)
        return target.read_bytes()

    def unpacked(self, file, *options, code=0):
        target = self.folder / "back.cbin"
        _, err = self.run_command("decompress", file, "-o", target, *options, code=code)
        return target.read_bytes() if target.exists() else None, err

    def test_gives_the_very_bytes_of_convert(self):
        for graph in [KARATE, "gen:rmat:scale=10,degree=8,seed=1", "gen:star:n=100", "gen:complete:n=50"]:
            for options in [[], ["--effort", "1"], ["--effort", "3"], ["--threads", "1"], ["--order", "ids"], ["--order", "bisect"]]:
                with self.subTest(graph, options=options):
                    self.assertEqual(self.unpacked(self.compressed(graph, *options))[0], self.cbin(graph))

    def test_a_complete_graph_takes_less_than_a_kilobyte(self):
        file = self.compressed("gen:complete:n=2000", "--order", "ids")
        self.assertLess(file.stat().st_size, 1024)
        self.assertEqual(self.unpacked(file)[0], self.cbin("gen:complete:n=2000"))

    def test_real_graphs_are_as_small_as_they_should_be(self):
        """Bytes, a percent above what is reached."""
        for name, most in [("citeseer", 6500), ("wiki-vote", 73500)]:
            graph = DATA / f"{name}.txt.gz"
            if not graph.exists():
                self.skipTest(f"no {graph}; set CERRADO_DATA_DIR")
            file = self.compressed(graph)
            self.assertLess(file.stat().st_size, most)
            self.assertEqual(self.unpacked(file)[0], self.cbin(graph))

    def test_an_order_by_metis_gives_the_same_or_is_refused_with_a_remedy(self):
        target = self.folder / "g.cgz"
        if "the order metis was not tried" in self.run_command("compress", KARATE, "-o", target)[1]:
            _, err = self.run_command("compress", KARATE, "-o", target, "--order", "metis", code=2)
            self.assertIn("install libmetis-dev", err)
        else:
            self.assertEqual(self.unpacked(self.compressed(KARATE, "--order", "metis"))[0], self.cbin(KARATE))

    def test_the_file_is_the_same_for_any_number_of_threads(self):
        graph = "gen:rmat:scale=12,degree=16,seed=3"
        files = [self.compressed(graph, "--threads", threads).read_bytes() for threads in ("1", "3")]
        self.assertEqual(*files)

    def test_tells_how_far_it_has_come(self):
        arguments = ("compress", "gen:rmat:scale=12,degree=16,seed=3", "-o", self.folder / "g.cgz", "--progress")
        _, err = self.run_command(*arguments, "json")
        events = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
        self.assertEqual({event["event"] for event in events}, {"compressing"})
        shares = [event["share"] for event in events]
        self.assertEqual(shares[0], 0)
        self.assertEqual(shares, sorted(shares))
        self.assertLess(shares[-1], 1)
        for quiet in ("off", "auto"):  # no terminal
            self.assertNotIn("compressing", self.run_command(*arguments, quiet)[1])

    def test_lists_that_copy_one_another_refer_to_it(self):
        """Each vertex copies nine tenths of the list of one shortly before it, as pages of a site do."""
        draw, lists = random.Random(3), []
        for v in range(2000):
            copied = lists[draw.randrange(max(0, v - 20), v)] if v > 0 else []
            own = [draw.randrange(v) for _ in range(2)] if v > 0 else []
            lists.append(sorted({u for u in copied if draw.random() < 0.9} | set(own)))
        graph = self.folder / "copies.txt"
        graph.write_text("".join(f"{v} {u}\n" for v, links in enumerate(lists) for u in links))
        gaps = self.compressed(graph, "--effort", "1").stat().st_size
        file = self.compressed(graph)
        self.assertLess(file.stat().st_size, 0.6 * gaps)
        self.assertIn("lists: references", self.run_command("info", file)[0])
        self.assertEqual(self.unpacked(file)[0], self.cbin(graph))

    def test_ids_are_dropped_on_demand(self):
        file = self.compressed(KARATE, "--drop-ids", "--order", "bisect", "--labels", LABELS)
        for pattern in ["0-1,1-2,2-0", "0:hi,1:hi,0-1,1-2"]:
            counts = [self.record("match", graph, "--pattern", pattern, *labels)["count"]
                      for graph, labels in [(file, []), (KARATE, ["--labels", LABELS])]]
            self.assertEqual(counts[0], counts[1])
        names = self.folder / "names.txt"
        names.write_text("ann bob\n")
        _, err = self.run_command("compress", names, "--names", "--drop-ids", "-o", self.folder / "n.cgz", code=2)
        self.assertIn("leave --drop-ids out", err)

    def test_keeps_directions_labels_and_names(self):
        marks = ["--directed", "--labels", LABELS]
        self.assertEqual(self.unpacked(self.compressed(KARATE, *marks))[0], self.cbin(KARATE, *marks))
        genes = self.folder / "genes.txt"
        genes.write_text("brca1 tp53 binds\ntp53 atm\natm brca1 binds\n")
        marks = ["--names", "--edge-labels"]
        self.assertEqual(self.unpacked(self.compressed(genes, *marks))[0], self.cbin(genes, *marks))

    def test_keeps_attributes_on_demand(self):
        edges, cells = self.folder / "e.csv", self.folder / "v.csv"
        edges.write_text("source,target,weight,kind\n1,2,9007199254740993,a\n1,2,4,b\n2,3,,\n3,3,5,a\n3,1,7,\n")
        cells.write_text("id,type,size\n1,KC,0.5\n2,,\n3,PN,2\n")
        marks = ["--directed", "--vertices", cells]
        for order in ["ids", "bisect"]:
            file = self.compressed(edges, "--order", order, *marks)
            self.assertEqual(self.unpacked(file)[0], self.cbin(edges, *marks))
        self.assertEqual(self.unpacked(self.compressed(edges, "--attributes"))[0], self.cbin(edges, "--attributes"))
        self.assertEqual(self.unpacked(self.compressed(edges))[0], self.cbin(edges))
        out, _ = self.run_command("compress", edges, "-o", file, "--drop-ids", "--order", "bisect", *marks)
        self.assertIn("2 attributes of vertices, and 2 attributes of edges in 5 rows\n", out)
        self.assertRegex(self.run_command("info", file)[0], r"(?m)^its attributes +\d")
        query = 'A -> B [weight > 4]; A.type = "KC"; B -> C'
        self.assertEqual(self.record("query", file, query)["count"], self.record("query", edges, *marks, query)["count"])
        _, err = self.run_command("decompress", file, "-o", self.folder / "g.graphml")
        self.assertIn("attributes are not kept in this format; .cbin keeps them", err)
        _, err = self.run_command("convert", edges, file, "--attributes", code=2)
        self.assertIn("use `cerrado compress GRAPH -o", err)

    def test_every_command_takes_it(self):
        file = self.compressed(KARATE)
        self.assertEqual(self.record("clique", file, "-k", "3")["count"], self.record("clique", KARATE, "-k", "3")["count"])
        self.assertIn("78", self.run_command("info", file)[0])
        self.run_command("convert", file, self.folder / "k.mtx")

    def test_a_damaged_block_is_named_and_the_rest_is_kept_on_demand(self):
        file = self.compressed(KARATE)
        content = bytearray(file.read_bytes())
        content[200] ^= 1  # after the header and the index
        file.write_bytes(content)
        _, err = self.run_command("clique", file, "-k", "3", code=2)
        self.assertIn("g.cgz: block 1 of 1 (vertices 0 to 33) is damaged; fetch or compress it again", err)
        self.assertEqual(len(err.splitlines()), 1)
        rest, err = self.unpacked(file, "--keep-going", code=3)
        self.assertIsNotNone(rest)
        self.assertIn("block 1 of 1 (vertices 0 to 33) is damaged", err)

    def test_bad_usage_is_told(self):
        for arguments, problem in [
            ((KARATE,), "there is no file to write: give -o FILE.cgz"),
            (("-o", "x.cgz"), "there is no GRAPH"),
            ((KARATE, "-o", self.folder / "x.txt"), "must end in .cgz"),
            ((KARATE, "-o", self.folder / "x.cgz", "--effort", "4"), "--effort"),
            ((KARATE, "-o", self.folder / "x.cgz", "--order", "alphabet"), "--order"),
        ]:
            with self.subTest(problem):
                _, err = self.run_command("compress", *arguments, code=2)
                self.assertIn(problem, err)
                self.assertEqual(len(err.splitlines()), 1)
        _, err = self.run_command("decompress", KARATE, "-o", self.folder / "x.cbin", code=2)
        self.assertIn("not a .cgz file", err)
        _, err = self.run_command("convert", KARATE, self.folder / "x.cgz", code=2)
        self.assertIn("use `cerrado compress GRAPH -o", err)

    def test_nothing_half_written_stays(self):
        _, err = self.run_command("compress", KARATE, "-o", self.folder / "missing" / "x.cgz", code=1)
        self.assertIn("create its folder first", err)
        if os.path.exists("/dev/full"):
            link = self.folder / "full.cgz"
            link.symlink_to("/dev/full")
            _, err = self.run_command("compress", KARATE, "-o", link, code=1)
            self.assertIn("free some disk space", err)
        self.assertEqual([name for name in os.listdir(self.folder) if name != "full.cgz"], [])


if __name__ == "__main__":
    unittest.main()

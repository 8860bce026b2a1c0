"""six: what is refused, and leaves no file."""
import unittest

from six_support import ALL, NEEDED, PETERSEN, Six


class Refusals(Six):
    def test_graphs_and_patterns(self):
        prepare = ("prepare", PETERSEN, "-o", self.folder / "c.six", "--pattern")
        for pattern, says in [("0-1", "2 vertices"), ("7-path", "7 vertices"), ("0-1,1-2,2~*", ""), ("nonsense", "nonsense"),
                              ("0>1,1>2", "direct"), ("0:A,0-1,1-2", "label")]:
            self.refused(*prepare, pattern, says=[says])
        self.refused(*prepare, "house", "--split", 5, says=["the split is 5: choose 0 to 4"])
        for graph, says in [("gen:er:n=1025,m=5000,seed=1", "1,025 vertices, and a proof takes at most 1,024"),
                            ("gen:path:n=5", "5 vertices, and a proof needs six different ones: count with cerrado match")]:
            self.refused("prepare", graph, "--pattern", "house", "-o", self.folder / "c.six", says=[says])
            self.refused("count", graph, "--pattern", "house", says=[says])
        self.refused("prepare", "gen:er:n=1000,m=5000,seed=1", "--pattern", "house", "--split", 1, "-o",
                     self.folder / "c.six", says=["choose 2 or more"])
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_points(self):
        instance, shard = self.prepare(), self.folder / "a.shard"
        for options, says in [(("--prime", 2), "prime 2 does not exist"), (("--prime", 0, "--first", ALL), "--count"),
                              (("--prime", 0, "--first", ALL, "--count", 1), f"prime 0 has {ALL:,}"),
                              (("--prime", 1, "--first", 1811939327, "--count", 2), "prime 1 has 1,811,939,328"),
                              (("--count", 0), "one or more"), (("--prime", 0, "--first", NEEDED), "--count"),
                              (("--count", 70000000), "67,108,864"), (("--devices", 0), "--device")]:
            self.refused("evaluate", instance, *options, "--device", "host", "-o", shard, says=[says])
        self.assertFalse(shard.exists())

    def test_files_of_another_instance(self):
        instance, other = self.prepare(), self.prepare(PETERSEN, "5-cycle", name="d.six")
        shard, foreign = self.evaluate(instance, "a.shard"), self.evaluate(other, "b.shard")
        proof = self.folder / "c.proof"
        self.six("decode", instance, shard, "-o", proof)
        for words, says in [(("evaluate", other, "--count", 5, "--device", "host", "-o", shard), "a.shard: the shard belongs to another"),
                            (("merge", shard, foreign, "-o", self.folder / "all"), "b.shard: the shard belongs to another instance"),
                            (("status", shard, foreign), "b.shard: the shard belongs to another instance"),
                            (("status", shard, "--instance", other), "a.shard: the shard belongs to another instance"),
                            (("decode", other, shard, "-o", self.folder / "p"), "a.shard: the shard belongs to another instance"),
                            (("verify", other, proof), "the proof belongs to another instance"),
                            (("verify", instance, shard), "this is a shard; give a proof"),
                            (("decode", shard, instance, "-o", self.folder / "p"), "this is a shard; give an instance"),
                            (("status", PETERSEN), "this is no shard")]:
            self.refused(*words, says=[says])
        self.refused("verify", instance, proof, "--soundness", 0, says=["give a number above 0"])

    def test_nothing_that_is_read_is_overwritten(self):
        instance, graph = self.prepare(), self.write("g.txt", "1 2\n2 3\n3 4\n4 5\n5 6\n")
        shard, other = self.evaluate(instance, "a.shard"), self.evaluate(instance, "b.shard")
        proof = self.folder / "c.proof"
        self.six("decode", instance, shard, "-o", proof)
        before = {path: path.read_bytes() for path in self.folder.iterdir()}
        for words in [("prepare", graph, "--pattern", "house", "-o", graph),
                      ("prepare", graph, "--pattern", "house", "-o", self.folder / "n", "--json", self.folder / "n"),
                      ("evaluate", instance, "-o", instance), ("evaluate", instance, "-o", shard, "--json", shard),
                      ("status", shard, "--json", shard), ("merge", shard, other, "-o", other),
                      ("decode", instance, shard, "-o", shard), ("decode", instance, shard, "-o", proof, "--csv", instance),
                      ("verify", instance, proof, "--json", proof), ("count", graph, "--pattern", "house", "--json", graph)]:
            self.refused(*words, says=["file"])
        self.assertEqual({path: path.read_bytes() for path in self.folder.iterdir()}, before)

    def test_usage(self):
        self.refused(says=["six"])
        self.refused("prepare", PETERSEN, "-o", "x", says=["--pattern"])
        self.refused("prepare", PETERSEN, "--pattern", "house", says=["-o"])
        self.refused("decod", says=["did you mean decode?"])


if __name__ == "__main__":
    unittest.main()

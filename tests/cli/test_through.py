"""--through and --within: subgraphs that have given vertices, or no others."""
from support import KARATE, CommandTest


class ThroughAndWithin(CommandTest):
    def lines(self, *arguments):
        out, _ = self.run_command(*arguments, "--list", "-", "--device", "host")
        return sorted(tuple(map(int, line.split())) for line in out.splitlines())

    def test_lists_are_those_of_all_that_have_the_vertices(self):
        for command in (["clique", KARATE, "-k", "3"], ["clique", KARATE, "--maximal"], ["match", KARATE, "--pattern", "house"],
                        ["match", KARATE, "--pattern", "0-1,0-2", "--induced"]):
            every = self.lines(*command)
            for through in ({1, 2}, {33}, {34, 33, 24}):
                words = ",".join(map(str, through))
                some = self.lines(*command, "--through", words)
                key = sorted if command[0] == "clique" else tuple
                self.assertEqual(sorted(map(tuple, map(key, some))),
                                 sorted(tuple(key(one)) for one in every if through <= set(one)), (command, through))
                self.assertEqual(self.record(*command, "--through", words)["count"], str(len(some)))

    def test_counts_are_verified(self):
        for command in (["clique", KARATE, "-k", "4"], ["clique", KARATE, "--all"], ["motif", KARATE, "-k", "4"],
                        ["match", KARATE, "--pattern", "bull"], ["match", KARATE, "--all", "4"]):
            out, err = self.run_command(*command, "--through", "1,3", "--verify", "--device", "host")
            self.assertIn("agree with the serial program", out + err)
        self.assertEqual(self.record("clique", KARATE, "--all", "--through", "1,3")["clique_number"], 5)
        self.assertTrue(self.record("match", KARATE, "--pattern", "triangle", "--through", "1,2", "--exists")["matches"][0]["exists"])
        self.assertIn("through 1, 3", self.record("motif", KARATE, "-k", "3", "--through", "1,3")["semantics"])

    def test_within_is_the_graph_of_these_vertices(self):
        file = self.write("some.txt", "# officers\n34\n33\n 24 \n30\n\n28\n")
        info = self.record("clique", KARATE, "-k", "3", "--within", file)
        self.assertEqual(info["graph"]["vertices"], 5)
        self.assertIn("some.txt", info["graph"]["source"])
        every = self.lines("clique", KARATE, "-k", "3")
        expected = [one for one in every if set(one) <= {34, 33, 24, 30, 28}]
        self.assertEqual(self.lines("clique", KARATE, "-k", "3", "--within", file), expected)
        self.assertEqual(int(info["count"]), len(expected))
        self.assertEqual(self.lines("clique", KARATE, "-k", "3", "--within", file, "--through", "24"),
                         [one for one in expected if 24 in one])
        for command in (["motif", "-k", "3"], ["graphlets"], ["frequent", "--support", "2"], ["discover", "-k", "3", "--random", "3"]):
            self.assertEqual(self.record(command[0], KARATE, *command[1:], "--within", file)["graph"]["vertices"], 5)

    def test_within_is_not_of_the_file_of_a_pattern(self):
        some = self.write("some.txt", "34\n33\n24\n30\n28\n")
        pattern = self.write("path.lg", "t 3 2\nv 0\nv 1\nv 2\ne 0 1\ne 1 2\n")
        counts = {self.record("match", KARATE, "--pattern", text, "--within", some)["count"] for text in (pattern, "3-path")}
        self.assertEqual(len(counts), 1)
        self.assertNotEqual(counts, {"0"})

    def test_names(self):
        graph = self.write("names.txt", "ann bob\nbob carl\ncarl ann\ncarl dora\n")
        some = self.write("some.txt", "ann\nbob\ncarl\n")
        out, _ = self.run_command("clique", graph, "--names", "-k", "2", "--through", "carl", "--within", some, "--list", "-")
        self.assertEqual(sorted(map(sorted, map(str.split, out.splitlines()))), [["ann", "carl"], ["bob", "carl"]])
        self.require_refusal("clique", graph, "--names", "-k", "2", "--through", "eve", code=2, says=["eve"])

    def test_refusals(self):
        def refused(*arguments, says):
            self.require_refusal(*arguments, code=2, says=says)

        some = self.write("some.txt", "1\n2\n99\n")
        refused("clique", KARATE, "-k", "3", "--through", "99", says=["99"])
        refused("clique", KARATE, "-k", "3", "--through", "x", says=["x", "number"])
        refused("clique", KARATE, "-k", "3", "--through", "1,1", says=["twice"])
        refused("clique", KARATE, "-k", "3", "--within", some, says=["some.txt", "99"])
        refused("clique", KARATE, "-k", "3", "--within", self.write("none.txt", "# nobody\n"), says=["no vertex"])
        refused("clique", KARATE, "-k", "3", "--through", "1", "--within", self.write("two.txt", "2\n3\n"), says=["no vertex 1"])
        refused("match", KARATE, "--pattern", "house", "--through", "1", "--per-orbit", "-", says=["counts at vertices"])
        refused("clique", KARATE, "--maximal", "--through", "1", "--verify", says=["--verify"])
        refused("clique", KARATE, "-k", "3", "--through", "1", "--verify=5", says=["--verify=ROOTS"])
        refused("clique", KARATE, "--largest", "--through", "1", says=["--largest"])
        self.require_refusal("clique", KARATE, "-k", "3", "--within", self.folder / "no.txt", code=1, says=["no.txt"])

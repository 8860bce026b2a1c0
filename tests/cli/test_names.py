"""--names: ids that are names, in every command that reads a graph and in everything that it writes."""
import gzip
import itertools
import json
import pathlib
import random
import struct
import unittest

from support import DATASETS, CommandTest

P53 = str(DATASETS / "p53.txt")


class Names(CommandTest):
    def test_are_listed_and_counted_at(self):
        out, _ = self.run_command("clique", P53, "--names", "-k", 3, "--list", "-", "--device", "host")
        self.assertEqual(sorted(out.splitlines()),
                         ["ATM CHEK2 TP53", "ATM MDM2 TP53", "CCNE1 CDK2 CDKN1A", "MDM2 MDM4 TP53"])
        out, _ = self.run_command("clique", P53, "--names", "-k", 3, "--per-vertex", "-", "--device", "host")
        self.assertEqual(out.splitlines()[:4], ["vertex,count", "ATM,2", "CCNE1,1", "CDK2,1"])
        out, _ = self.run_command("clique", P53, "--names", "-k", 3, "--per-edge", "-", "--device", "host")
        self.assertEqual(out.splitlines()[:3], ["source,target,count", "ATM,CHEK2,1", "ATM,MDM2,1"])
        out, _ = self.run_command("match", P53, "--names", "--pattern", "0-1,1-2,0~2", "--per-orbit", "-")
        self.assertEqual(out.splitlines()[:2], ["vertex,orbit0,orbit1", "ATM,3,1"])
        out, _ = self.run_command("match", P53, "--names", "--directed", "--pattern", "0>1,1>2,0>2", "--list", "-")
        self.assertIn("TP53 ATM CHEK2", out.splitlines())

    def test_give_what_numbers_give(self):
        """The same graph by names that sort as its numbers do."""
        generator = random.Random(3)
        pairs = generator.sample(list(itertools.combinations(range(100, 200), 2)), 900)
        numbers = self.write("numbers.txt", "".join(f"{a} {b}\n" for a, b in pairs))
        names = self.write("names.txt", "".join(f"g{b}, g{a}\n" for a, b in pairs))
        for outputs in [["-k", 4, "--list", "-"], ["-k", 4, "--per-vertex", "-"], ["-k", 3, "--per-edge", "-"]]:
            by_number, _ = self.run_command("clique", numbers, *outputs, "--device", "host")
            by_name, _ = self.run_command("clique", names, "--names", *outputs, "--device", "host")
            header = 0 if "--list" in outputs else 1  # lists have none, and threads write them in any order
            self.assertEqual(sorted(by_name.replace("g", "").splitlines()[header:]),
                             sorted(by_number.splitlines()[header:]))

    def test_every_command_takes_them(self):
        for command in [["info"], ["clique", "-k", 3], ["motif", "-k", 3], ["match", "--pattern", "triangle"]]:
            out, err = self.run_command(command[0], P53, "--names", *command[1:])
            self.assertEqual(err, "")
        self.run_command("balance", "sweep", "clique", P53, "--names", "-k", 3, "--device", "host", "--mechanisms",
                         "none", "--repeat", 1, "--csv", self.folder / "sweep.csv")
        self.assertTrue(self.record("clique", P53, "--names", "-k", 3)["graph"]["names"])
        self.assertRegex(self.run_command("info", P53, "--names")[0], r"(?m)^ids are +names$")

    def test_are_kept_by_convert_or_it_says_so(self):
        binary, text, matrix = self.folder / "p.cbin", self.folder / "p.txt.gz", self.folder / "p.mtx"
        _, err = self.run_command("convert", P53, binary, "--names", "--directed")
        self.assertEqual(err, "")
        self.run_command("convert", binary, text)
        self.assertIn("\nTP53 MDM2\n", gzip.open(text, "rt").read())
        lists = [self.run_command("clique", *graph, "-k", 3, "--list", "-", "--device", "host")[0]
                 for graph in [[P53, "--names"], [binary], [binary, "--names"], [text, "--names"]]]
        self.assertEqual([sorted(listed.splitlines()) for listed in lists], [sorted(lists[0].splitlines())] * 4)
        _, err = self.run_command("convert", binary, matrix)
        self.assertIn("p.mtx: names are not kept in this format; .cbin keeps them", err)
        _, err = self.run_command("info", matrix, "--names", code=2)
        self.assertIn("p.mtx: the vertices of this format have no names", err)

    def test_of_labels(self):
        labels = self.write("labels.txt", "ATM kinase\nCHEK2\tkinase\nTP53,TF\nBRCA1 of no vertex\n")
        out, _ = self.run_command("match", P53, "--names", "--labels", labels, "--pattern", "0:kinase,1:TF,0-1", "--list", "-")
        self.assertEqual(sorted(out.splitlines()), ["ATM TP53", "CHEK2 TP53"])
        out, _ = self.run_command("info", P53, "--names", "--labels", labels, "--json")
        self.assertEqual(json.loads(out)["labels"], {"TF": 1, "kinase": 2})

    def test_of_graphml_come_by_themselves(self):
        path = self.write("g.graphml", '<graphml><key id="k" for="node" attr.name="label"/><graph edgedefault="directed">'
                          '<node id="TP53"><data key="k">TF</data></node><node id="ATM"><data key="k">kinase</data></node>'
                          '<edge source="ATM" target="TP53"/></graph></graphml>')
        binary = self.folder / "g.cbin"
        self.run_command("convert", path, binary, "--directed")
        for graph in [[path, "--directed"], [binary]]:
            out, err = self.run_command("match", *graph, "--pattern", "0:kinase,0>1", "--list", "-")
            self.assertEqual((out, err), ("ATM TP53\n", ""))
        _, err = self.run_command("info", path)
        self.assertIn("the file says that its edges are directed", err)
        _, err = self.run_command("info", self.write("bad.graphml", "<graphml>\n<graph>"), code=2)
        self.assertIn("bad.graphml:2: the element <graph> has no edgedefault", err)

    def test_are_numbers_in_binary_lists(self):
        names = [line.split(",")[0] for line in
                 self.run_command("clique", P53, "--names", "-k", 1, "--per-vertex", "-")[0].splitlines()[1:]]
        target = self.folder / "list.bin"
        self.run_command("clique", P53, "--names", "-k", 3, "--list", target, "--device", "host")
        ids = [number for number, in struct.iter_unpack("<Q", target.read_bytes()[16:])]
        self.assertEqual(sorted(" ".join(names[i] for i in ids[at:at + 3]) for at in range(0, len(ids), 3))[0],
                         "ATM CHEK2 TP53")

    def test_come_from_standard_input_and_other_systems(self):
        text = "TP53;édà\r\nédà;MDM2\r\nTP53;MDM2\r\n".encode()
        path = self.folder / "windows.csv"
        path.write_bytes(b"\xef\xbb\xbf" + text)
        for source in [path, "-"]:
            with open(path) as file:
                out, _ = self.run_command("clique", source, "--names", "-k", 3, "--list", "-", stdin=file)
            self.assertEqual(out, "MDM2 TP53 édà\n")

    def test_are_asked_for_where_numbers_were_expected(self):
        _, err = self.run_command("info", self.write("g.txt", "1 2\n# c\nTP53 MDM2\n"), code=2)
        self.assertRegex(err, r"g\.txt:3: 'TP53' is not a vertex id; .*--names")
        _, err = self.run_command("info", P53, code=2)
        self.assertRegex(err, r"p53\.txt:4: 'TP53' is not a vertex id; .*--names")

    def test_headers(self):
        out, err = self.run_command("info", self.write("g.csv", "source,target\n1,2\n2,3\n"))
        self.assertEqual(err, "", "these words leave no doubt")
        self.assertRegex(out, r"(?m)^edges +2$")
        out, err = self.run_command("info", self.write("w.csv", "here,there\n1,2\n2,3\n"))
        self.assertRegex(err, r"w.csv: read as CSV: columns here \(1\) and there \(2\) of 2, 1 header line; .*'here' and 'there' have "
                         "1 number in common.*; the first line, 'here,there', is taken as a header")
        self.assertRegex(out, r"(?m)^edges +2$")
        out, err = self.run_command("info", self.write("n.csv", "kind,whom\nA,B\nB,C\n"), "--names")
        self.assertIn("the first line joins 'kind' and 'whom', which are on no other line", err)
        self.assertRegex(out, r"(?m)^edges +3$")

    def test_a_list_goes_on_only_with_the_same_names(self):
        names = self.write("names.txt", "".join(f"g{a:04} g{b:04}\n" for a, b in itertools.combinations(range(40), 2)))
        other = self.write("other.txt", pathlib.Path(names).read_text().replace("g", "h"))
        run = ["-k", 8, "--list", self.folder / "list.txt", "--device", "host", "--names", "--threads", 1]
        checkpoint = self.folder / "run.ck"
        self.run_command("clique", names, *run, "--checkpoint", checkpoint, "--deadline", 0.2, code=3)
        self.run_command("clique", other, *run, "--resume", checkpoint, "--deadline", 0.2, code=2)


if __name__ == "__main__":
    unittest.main()

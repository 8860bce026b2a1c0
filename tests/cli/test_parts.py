"""--part and --merge: a run in parts on machines that do not know of each other."""
import json

from support import CommandTest

ER = "gen:er:n=500,m=6000,seed=1"


class Parts(CommandTest):
    def parts(self, of, *work):
        files = [self.folder / f"part{number}.ck" for number in range(1, of + 1)]
        for number, file in enumerate(files, 1):
            out, _ = self.run_command(*work, "--part", f"{number}/{of}", "--checkpoint", file)
            self.assertIn(f"part {number}/{of} of {ER}: ", out)
            self.assertIn("done in", out)
        return files

    def test_merged_parts_are_the_whole(self):
        for work in [["clique", ER, "-k", 4], ["clique", ER, "--all"], ["motif", ER, "-k", 4, "--algorithm", "paper"],
                     ["match", ER, "--pattern", "house", "--algorithm", "walk"]]:
            whole = self.record(*work)
            merged = self.record(*work, "--merge", *self.parts(3, *work))
            for key in ["count", "patterns", "sizes", "status"]:
                self.assertEqual(whole.get(key), merged.get(key), (work, key))
            for file in self.folder.iterdir():
                file.unlink()

    def test_the_merged_can_be_verified(self):
        work = ["clique", ER, "-k", 3]
        files = self.parts(2, *work)
        out, _ = self.run_command(*work, "--merge", *files, "--verify")
        self.assertIn("verified", out)
        self.require_refusal(*work, "--merge", *files, "--per-vertex", self.folder / "v", code=2, says=["part1.ck"])
        self.require_refusal(*work, "--merge", *files, "--list", self.folder / "l", code=2, says=["--merge", "--list"])

    def test_the_files_know_their_command(self):
        work = ["motif", ER, "-k", 4, "--algorithm", "paper", "--threads", 1]
        files = self.parts(3, *work)
        merged, _ = self.run_command("merge", *reversed(files), "--json", "-")
        self.assertEqual(json.loads(merged)["patterns"], self.record(*work)["patterns"])
        self.require_refusal("merge", *files[1:], code=2, says=["3 parts, and these are missing: 1"])
        self.require_refusal("merge", *files, "--no-such-option", code=2, says=["--no-such-option"])
        self.require_refusal("merge", self.folder / "none", code=2, says=["none"])
        self.require_refusal("merge", self.folder, code=2, says=["is a directory, not a checkpoint"])
        self.require_refusal("merge", code=2, says=["cerrado merge --help"])
        self.run_command(*work, "--checkpoint", self.folder / "whole")
        self.require_refusal("merge", self.folder / "whole", code=2, says=["whole run"])

    def test_parts_of_other_labels_are_refused(self):
        graph = self.write("graph.txt", "0 1\n1 2\n2 0\n")
        files = [self.folder / "1.ck", self.folder / "2.ck"]
        work = ["match", graph, "--labels", self.folder / "labels.txt", "--pattern", "0:A,1:B,0-1", "--algorithm", "walk"]
        for part, labels in enumerate(["0 A\n1 B\n2 A\n", "0 A\n1 A\n2 B\n"], 1):
            self.write("labels.txt", labels)
            self.run_command(*work, "--part", f"{part}/2", "--checkpoint", files[part - 1])
        self.require_refusal("merge", *files, code=2, says=["2.ck", "a graph of 3 vertices"])

    def test_stopped_parts_go_on(self):
        work = ["motif", "gen:er:n=3000,m=60000,seed=1", "-k", 5, "--algorithm", "paper"]
        file = self.folder / "ck"
        out, _ = self.run_command(*work, "--part", "1/2", "--checkpoint", file, "--deadline", "300ms", code=3)
        self.assertRegex(out, r"part 1/2 of .*: stopped \(deadline\) with [0-9,]+ of [0-9,]+ jobs done")
        self.require_refusal(*work, "--merge", file, code=2, says=["part 1 of 2 is not done"])
        self.require_refusal(*work, "--resume", file, code=2, says=["part 1 of 2"])

    def test_what_lacks_is_named(self):
        work = ["clique", ER, "-k", 4]
        files = self.parts(4, *work)
        self.require_refusal(*work, "--merge", *files[:2], code=2, says=["4 parts, and these are missing: 3, 4"])
        self.require_refusal(*work, "--merge", *files, files[1], code=2, says=["part 2 of 4 is in"])
        self.require_refusal("clique", ER, "-k", 5, "--merge", *files, code=2, says=["part1.ck", "clique of 4"])
        self.require_refusal(*work, "--merge", self.folder / "none", code=2, says=["none", "cannot be read"])

    def test_bad_parts_are_refused(self):
        work = ["clique", ER, "-k", 4, "--checkpoint", self.folder / "ck"]
        for part in ["0/3", "4/3", "3", "1/", "/3", "a/b", "1/3x", "1/0", "1/70000", "-1/3"]:
            self.require_refusal(*work, f"--part={part}", code=2, says=[f"--part {part}", "3/16"])
        for pattern in ["diamond", "house", "gem"]:  # the jobs of these formulas read what others have written
            self.require_refusal("match", ER, "--pattern", pattern, "--algorithm", "formula", "--checkpoint", self.folder / "ck",
                                 "--part", "1/2", code=2, says=["parts", "an algorithm that walks"])
        self.require_refusal("clique", ER, "-k", 4, "--part", "1/2", code=2, says=["--checkpoint"])
        self.require_refusal(*work, "--part", "1/2", "--json", "-", code=2, says=["--merge"])
        self.require_refusal(*work, "--merge", "x", code=2, says=["--merge", "--checkpoint"])
        self.assertEqual(list(self.folder.iterdir()), [])

"""Tables as people hold them: each is read as it was meant, or refused, or a line on standard error says what was taken for what."""
import json
import os
import re
import shlex
import subprocess
import tempfile
import threading
import unittest

from support import COMMAND, DATA

INDEX = DATA / "tables" / "INDEX.tsv"


def run(arguments, **options):
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, errors="replace", timeout=60, **options)


def graph_of(output):
    """Vertices, edges and triangles, as `cerrado info` prints them."""
    found = [re.search(rf"(?m)^{word}\s+([\d,]+)", output) for word in ["vertices", "edges", "triangles"]]
    return " ".join(each[1].replace(",", "") if each else "-" for each in found)


class Tables(unittest.TestCase):
    def info(self, text, *options, piped=False):
        """`cerrado info` of a table in a file, or through a pipe. Returns: exit code, its graph, standard error."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "table.csv")
            with open(path, "w", newline="") as file:
                file.write(text)
            if piped:
                with open(path, "rb") as file:
                    done = run(["info", "-", *options], stdin=file)
            else:
                done = run(["info", path, *options])
        return done.returncode, graph_of(done.stdout), done.stderr

    def assert_read(self, text, graph, *options, says=""):
        for piped in [False, True]:
            code, got, said = self.info(text, *options, piped=piped)
            self.assertEqual((code, got), (0, graph), said)
            self.assertRegex(said, says or ".*")

    def assert_refused(self, text, *options, says):
        for piped in [False, True]:
            code, _, said = self.info(text, *options, piped=piped)
            self.assertEqual(code, 2, said)
            self.assertRegex(said, says or ".*")

    def test_a_cell_is_a_number_as_a_whole(self):
        self.assert_refused("1,000\t2,000\n2,000\t3,000\n3,000\t1,000\n", says="1,000")
        self.assert_read("0\t1,2,3\n1\t0,2\n2\t0,1\n3\t0\n", "4 4 1", says="adjacency list")
        self.assert_read("7,8 9\n8,7 9\n9,7 8\n", "3 3 1", says="adjacency list")
        self.assert_read("1 2\t5\n2 3\t6\n", "3 2 0")  # blanks separate, too
        many = "".join(f"{i},{i + 1}\n" for i in range(1, 1500))
        self.assert_refused(many + "7,8 9\n", says=r":1500: the cell '8 9'")

    def test_columns_that_share_values(self):
        self.assert_refused("1 10 20 .5\n1 20 30 .5\n2 30 10 1.5\n", says=r"--columns 2,3, or --columns 1,2; the first rows are '1 10 20 \.5'")
        self.assert_refused("when,zahler,empf\n7,11,12\n8,12,13\n9,13,11\n", says="--columns 2,3")
        self.assert_read("1 2 1\n2 3 2\n3 1 1\n", "3 3 1", says="--columns takes others")
        self.assert_read("1 2 0.5\n2 3 x\n", "3 2 0", says="columns 1 and 2 of 3; --columns takes others")
        self.assert_read("kunde,ware\n1,31\n1,29\n2,31\n2,1\n", "4 4 1", says="--bipartite")
        self.assert_read("kunde,ware\n1,31\n1,29\n2,31\n2,1\n", "5 4 0", "--bipartite")
        self.assert_refused("a,b\nb,c\n", "--names", "--bipartite", says="--bipartite")

    def test_words_of_headers(self):
        for source, target in [("pre", "post"), ("bodyId_pre", "bodyId_post"), ("from_bus", "to_bus"), ("ORIGIN", "DEST"),
                               ("buyer", "seller"), (":START_ID(Person)", ":END_ID(Person)"), ("Person1Id", "Person2Id")]:
            with self.subTest(source):
                self.assert_read(f"t,{source},{target}\n1,11,12\n2,12,13\n3,13,11\n", "3 3 1", says="of 3, 1 header line")

    def test_names_of_rows(self):
        for header in [",x,y", "Unnamed: 0,x,y"]:
            self.assert_read(f"{header}\n0,101,102\n1,102,103\n2,103,101\n", "3 3 1", says=r"columns x \(2\) and y \(3\)")
        self.assert_read("x y\n1 101 102\n2 102 103\n3 103 101\n", "3 3 1", says=r"columns x \(2\) and y \(3\)")
        self.assert_read("0,1\n11,12\n12,13\n13,11\n", "5 4 1", says="on no other line")

    def test_names_that_look_like_comments(self):
        self.assert_refused("#cat\t#dog\n#dog\t#cow\ncow\t#cat\n", "--names", says="2 lines begin with #")
        self.assert_read("source,target\n#f,#g\nred,#f\nred,#g\n", "3 2 0", "--names", says="1 line begins with #.*left out")
        self.assert_read('"#f","#g"\n"red","#f"\n', "3 2 0", "--names")
        self.assert_read("# a b\na b\nb c\n", "3 2 0", "--names", says="^$")

    def test_lines_that_are_no_edges(self):
        self.assert_read("source,target\na,b\nb,NA\nb,c\nNULL,c\nc,a\n", "3 3 1", "--names", says="2 lines is NA")
        self.assert_read("source,target\na,b\nb,c\nsource,target\nc,a\n", "3 3 1", "--names", says="1 later line is as the header")
        self.assert_read("tf,confidence,mor\nada,ben,1\nben,cyn,1\nada,cyn,-1\n", "3 3 1", "--names", says="taken as a header")

    def test_ends_of_lines(self):
        for end in ["\r", "\r\n", "\n"]:
            self.assert_read(end.join(["source,target", "a,b", "b,c", "c,a", ""]), "3 3 1", "--names")
        self.assert_read("1 2\r2 3\r\n3 1\n3 4\r", "4 4 1")

    def test_tail_and_head(self):
        for table, stars in [("tail,head\n1,2\n1,3\n1,4\n", "3"), ("head,tail\n2,1\n3,1\n4,1\n", "0")]:
            done = run(["match", "-", "--directed", "--pattern", "0>1,0>2", "--json", "-"], input=table)
            self.assertIn(f'"count": "{stars}"', done.stdout)
            self.assertRegex(done.stderr, "arcs lead from (tail to head|head to tail)")


    def test_explained(self):
        table = "t,pre,post\n1,11,12\n2,12,13\n3,13,11\n"
        done = run(["info", "-", "--explain"], input=table)
        for reason in ["separator: comma, equally often", "header: the first line, 't,pre,post'", "columns: the two whose words"]:
            self.assertIn(reason, done.stdout)
        record = json.loads(run(["info", "-", "--json"], input=table).stdout)
        self.assertIn("ids: whole numbers", record["explained"])


@unittest.skipUnless(INDEX.exists(), f"no {INDEX}: set CERRADO_DATA_DIR")
class Index(unittest.TestCase):
    """The tables of the index, as files, on standard input and through a pipe."""

    def verdict(self, line, done):
        """What is wrong; None where nothing is."""
        expected = line[2]
        if done.returncode == 2:
            return None if "refused" in expected or "advice" in expected else f"refused: {done.stderr}"
        if expected.startswith("refused"):
            return "was read"
        got = graph_of(done.stdout) if " info " in line[1] else done.stdout
        if re.match(r"\d+ \d+ \d+", expected):
            if expected.startswith(got) or (re.search("a line|a warning", expected) and done.stderr):
                return None
            return f"{got} for {expected}: {done.stderr}"
        numbers = re.findall(r"\d+", expected.split("(")[0])
        return None if all(re.search(rf"\b{number}\b", got) for number in numbers) else f"{got} for {expected}"

    def test_each_table(self):
        lines = [line.split("\t") for line in INDEX.read_text().splitlines()[1:]]
        wrong = []
        for line in lines:
            words = shlex.split(line[1])[1:]
            path = INDEX.parent / line[0]
            as_file = run(words, cwd=INDEX.parent)
            # Without its ending a file of SMILES is words as other names are.
            if "--labels" in words or line[0] == "molecules.smi":
                wrong += [f"{line[0]}: {problem}" for problem in [self.verdict(line, as_file)] if problem]
                continue
            with open(path, "rb") as file:
                redirected = run(["-" if word == line[0] else word for word in words], cwd=INDEX.parent, stdin=file)
            read_end, write_end = os.pipe()
            feeder = threading.Thread(target=lambda end=write_end, data=path.read_bytes(): (os.write(end, data), os.close(end)))
            feeder.start()
            piped = run(["-" if word == line[0] else word for word in words], cwd=INDEX.parent, stdin=read_end)
            os.close(read_end)
            feeder.join()
            for way, done in [("file", as_file), ("standard input", redirected), ("pipe", piped)]:
                problem = self.verdict(line, done)
                if problem:
                    wrong.append(f"{line[0]} by {way}: {problem}")
        self.assertEqual(wrong, [], "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()

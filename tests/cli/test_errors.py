"""Bad input and bad places to write: one line that says what, where and the remedy; the exit code; no partial file."""
import gzip
import os
import unittest

from support import KARATE, CommandTest, start


class BadFiles(CommandTest):
    def refuse(self, path, *says, code=2):
        self.require_refusal("clique", path, "-k", 3, "--device", "host", code=code, says=[str(path), *says])

    def test_missing(self):
        self.refuse(self.folder / "nowhere.txt", "no such file")

    def test_control_characters_are_escaped(self):
        name = "a\x1b[2J\nb\x7f\u009b.txt"
        self.require_refusal("clique", self.folder / name, "-k", 3, code=2, says=["a\\x1b[2J\\x0ab\\x7f", "\\x9b.txt"])
        self.require_refusal("match", KARATE, "--pattern", "a\x1bb", code=2, says=["a\\x1bb"])
        self.require_refusal("clique", KARATE, "-k", 3, "--a\x1bb", code=2, says=["--a\\x1bb"])
        self.require_refusal("a\x1bb", code=2, says=["a\\x1bb"])
        self.write(name, "0 1\n1 2\n2 0\n")
        for command in [["clique", name, "-k", 3], ["info", name], ["match", KARATE, "--pattern", name]]:
            out, err = self.run_command(*command, cwd=self.folder)
            self.assertIn("a\\x1b[2J\\x0ab", out)
            self.assertNotRegex(out + err, "[\x00-\x09\x0b-\x1f\x7f\x80-\x9f]")
        self.write("é\U0001f60a.txt", "0 1\n")  # is as it was
        self.assertIn("é\U0001f60a", self.run_command("info", "é\U0001f60a.txt", cwd=self.folder)[0])

    def test_directory(self):
        self.refuse(self.folder, "directory")

    def test_empty(self):
        self.refuse(self.write("empty.txt", ""))

    def test_comments_alone(self):
        self.refuse(self.write("comments.txt", "# nothing\n% here\n"))

    def test_binary(self):
        self.refuse(self.write("binary.txt", bytes(range(256)) * 8))

    def test_broken_gzip(self):
        packed = gzip.compress(b"1 2\n2 3\n" * 1000)
        self.refuse(self.write("cut.txt.gz", packed[: len(packed) // 2]))
        self.refuse(self.write("flipped.txt.gz", packed[:-8] + b"\0" * 8))

    def test_truncated_binary_csr(self):
        whole = self.folder / "whole.cbin"
        self.run_command("convert", KARATE, whole)
        self.refuse(self.write("cut.cbin", whole.read_bytes()[:-5]))

    def test_bad_ids_name_the_line(self):
        for name, line in [("negative", "-3 4"), ("huge", "99999999999999999999999 4"), ("words", "one two"), ("lonely", "7")]:
            path = self.write(f"{name}.txt", f"1 2\n2 3\n{line}\n")
            self.refuse(path, f"{path}:3:")

    def test_too_many_vertices(self):
        path = self.write("wide.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n5000000000 5000000000 1\n2 1\n")
        self.refuse(path)


class BadUsage(CommandTest):
    def test_no_command_and_unknown_command(self):
        self.require_refusal(code=2, says=["command is required", "--help"])
        self.require_refusal("nope", code=2, says=["unknown command nope", "--help"])

    def test_mistyped_words_are_named_with_the_nearest(self):
        for words, says in [(["clqiue", "x"], "cerrado: unknown command clqiue; did you mean clique?"),
                            (["moti", KARATE, "-k", "3"], "unknown command moti; did you mean motif?"),
                            (["balance", "swep", "x"], "cerrado balance: unknown command swep; did you mean sweep?"),
                            (["clique", KARATE, "-k", "3", "--devcie", "host"], "unknown option --devcie; did you mean --device?"),
                            (["clique", KARATE, "-k", "3", "--jsn=x"], "unknown option --jsn=x; did you mean --json?"),
                            (["clique", KARATE, "second.txt", "third.txt", "-k", "3"], "one word too many, second.txt")]:
            self.require_refusal(*words, code=2, says=[says, "--help"])
        _, err = self.run_command("zzzzzz", code=2)
        self.assertNotIn("did you mean", err)

    def test_an_option_is_no_value_of_another(self):
        for words, says in [(["clique", KARATE, "--list", "--device", "-k", 3], "--list: its value is missing before --device"),
                            (["clique", KARATE, "-k", 3, "--json", "--device", "host"], "--json: its value is missing before --device"),
                            (["graphlets", KARATE, "--orbits", "vertex", "--device"], "--orbits: its value is missing before --device"),
                            (["graphlets", KARATE, "--orbits", "o.csv", "--device", "host"], "missing before --device"),
                            (["clique", KARATE, "-k", 3, "--devices", "--csv", "-"], "--devices: its value is missing before --csv")]:
            out, err = self.run_command(*words, code=2, cwd=self.folder)
            self.assertRegex(err, says)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_k_out_of_range(self):
        for command, k, expected in [("clique", 0, "1 or more"), ("clique", -7, "1 or more"), ("motif", 2, "3..9"), ("motif", 10, "3..9"),
                                     ("motif", -4, "3..9")]:
            self.require_refusal(command, KARATE, "-k", k, code=2, says=[f"-k {k} ", expected])

    def test_directed_patterns(self):
        loops = self.write("loops.txt", "# Directed graph\n1 2\n2 3\n1 3\n")
        directed = ["motif", loops, "--directed", "--device", "host"]
        for k in [2, 7]:
            self.require_refusal(*directed, "-k", k, code=2, says=["motif --directed: ", f"-k {k} ", "3..6"])
        self.require_refusal(*directed, "-k", 3, "--algorithm", "paper", code=2, says=["--algorithm paper", "--directed"])
        self.require_refusal("motif", "gen:star:n=9", "--directed", "-k", 3, code=2, says=["no directions"])
        self.require_refusal("clique", loops, "--directed", "-k", 3, code=2, says=["--directed"])

    def test_k_missing_or_no_number(self):
        self.require_refusal("clique", KARATE, code=2, says=["-k", "--help"])
        self.require_refusal("clique", KARATE, "-k", "five", code=2, says=["five"])

    def test_unknown_words(self):
        for option in ["--device", "--algorithm", "--progress"]:
            self.require_refusal("motif", KARATE, "-k", 3, option, "strange", code=2, says=[option, "strange"])
        self.require_refusal("motif", KARATE, "-k", 3, "--strange", code=2, says=["--strange"])
        self.require_refusal("motif", KARATE, "-k", 3, "--threads", -1, code=2, says=["--threads"])
        self.require_refusal("motif", KARATE, "-k", 3, "--verify=few", code=2, says=["--verify=few"])

    def test_contradictions(self):
        self.require_refusal("motif", KARATE, "-k", 3, "--json", "-", "--csv", "-", code=2, says=["--json -", "--csv -"])
        self.require_refusal("motif", KARATE, "-k", 3, "--estimate", "--json", "-", code=2, says=["--estimate"])

    def test_info_without_a_graph(self):
        self.require_refusal("info", code=2, says=["GRAPH"])
        self.require_refusal("info", "--json", KARATE, code=2, says=["GRAPH"])

    def test_bad_generators(self):
        for spec in ["gen:strange:n=5", "gen:er:n=5", "gen:er:n=x,m=5,seed=1", "gen:er:n=5,m=5,colour=red"]:
            self.require_refusal("info", spec, code=2, says=[spec])

    def test_device_that_is_not_there(self):
        if self.has_cuda():
            self.skipTest("a CUDA device is here")
        self.require_refusal("clique", KARATE, "-k", 3, "--device", "cuda", code=1, says=["CUDA", "--device host"])


class SmallStack(CommandTest):
    def test_it_is_said_with_the_remedy(self):
        import resource
        for kib in [32, 64]:  # the kernel takes 8 KiB of it at random, and the environment its part
            limit = dict(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (kib << 10, kib << 10)))
            self.require_refusal("clique", KARATE, "-k", 3, "--device", "host", code=1, says=["ulimit -s"], **limit)

    def test_a_limit_that_can_be_raised_is(self):
        import resource
        raised = dict(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (64 << 10, resource.RLIM_INFINITY)))
        self.run_command("clique", "gen:er:n=500,m=6000,seed=1", "--all", "--device", "host", **raised)


class NoThreads(CommandTest):
    """A stack for each thread larger than any memory: what the system says is what it says at `ulimit -u`, too."""

    def limit(self):
        import resource
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 46, resource.RLIM_INFINITY))

    def test_it_is_said_with_the_remedy(self):
        for arguments in [["clique", KARATE, "-k", 3, "--threads", 2], ["motif", KARATE, "-k", 4]]:
            self.require_refusal(*arguments, "--device", "host", code=1, says=["cannot start more threads", "--threads", "ulimit -u"],
                                 preexec_fn=self.limit)

    def test_tables_are_built_without(self):
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder))
        out, _ = self.run_command("motif", KARATE, "-k", 6, "--device", "host", "--estimate", preexec_fn=self.limit, env=environment)
        self.assertIn("workers", out)


class BadPlaces(CommandTest):
    def test_folder_that_is_not_there(self):
        path = self.folder / "no" / "record.json"
        self.require_refusal("clique", KARATE, "-k", 3, "--device", "host", "--json", path, code=1, says=[str(path)])

    def test_full_disk(self):
        out, err = self.run_command("clique", KARATE, "-k", 3, "--device", "host", "--json", "/dev/full", code=1)
        self.assertIn("45", out)  # one output that fails does not cost the others
        self.assertRegex(err, "^cerrado: /dev/full: .*No space left.*\n$")
        self.require_refusal("convert", KARATE, "/dev/full", code=1, says=["/dev/full", "No space left"])

    def test_file_size_limit_leaves_no_partial_file(self):
        import resource

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        path = self.folder / "big.txt"
        process = start("generate", "gen:er:n=5000,m=50000,seed=1", path, preexec_fn=limit)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn(str(path), err)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_unknown_ending(self):
        path = self.folder / "graph.docx"
        self.require_refusal("convert", KARATE, path, code=2, says=["graph.docx"])
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_full_standard_output(self):
        with open("/dev/full", "w") as full:
            process = start("motif", KARATE, "-k", 4, "--device", "host", stdout=full)
            _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("standard output", err)

    def test_closed_pipe(self):
        for arguments in [["motif", KARATE, "-k", 4, "--device", "host"], ["--help"], ["info", KARATE]]:
            reader, writer = os.pipe()
            os.close(reader)
            process = start(*arguments, stdout=writer)
            os.close(writer)
            _, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1, arguments)
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn("standard output", err)


if __name__ == "__main__":
    unittest.main()

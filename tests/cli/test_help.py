"""--help of every command teaches by example; --version."""
import os
import unittest

from support import CommandTest

COMMANDS = ["info", "generate", "convert", "selftest", "clique", "motif", "query", "temporal", "six"]


class Help(CommandTest):
    def test_top_level_names_every_command(self):
        out, _ = self.run_command("--help")
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", out)
        self.assertIn("Exit codes", out)

    def test_every_command_has_examples(self):
        for command in COMMANDS:
            out, err = self.run_command(command, "--help")
            self.assertIn("Examples:", out)
            self.assertIn(f"cerrado {command} ", out)
            self.assertEqual(err, "")

    def test_applications_name_every_option(self):
        for command in ["clique", "motif"]:
            out, _ = self.run_command(command, "--help")
            for option in ["-k", "--device", "--threads", "--workers", "--algorithm", "--json", "--csv", "--progress",
                           "--estimate", "--verify", "--seed", "--deadline"]:
                self.assertIn(option, out)

    def test_clique_names_what_lists(self):
        out, _ = self.run_command("clique", "--help")
        for option in ["--list", "--list-format", "--limit"]:
            self.assertIn(option, out)

    def test_generate_lists_the_kinds(self):
        out, _ = self.run_command("generate", "--help")
        for kind in ["er", "ba", "rmat", "regular", "complete", "powerlaw"]:
            self.assertRegex(out, rf"\b{kind}\b")

    def test_match_is_called_by_its_name(self):
        for name in ["match", "isomorphism"]:
            out, _ = self.run_command(name, "--help")
            self.assertIn("Usage: cerrado match ", out)

    def test_version(self):
        out, _ = self.run_command("--version")
        self.assertRegex(out, r"^cerrado \d+\.\d+\.\d+\n$")



class ProgramsOnPath(CommandTest):
    """cerrado NAME runs cerrado-NAME, as git does."""

    def setUp(self):
        super().setUp()
        self.path = dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}")

    def program(self, name, mode=0o755):
        file = self.folder / name
        file.write_text('#!/bin/sh\necho "$0: $*"\nexit 5\n')
        file.chmod(mode)
        return file

    def test_gets_the_other_words_and_gives_its_exit_code(self):
        file = self.program("cerrado-mine")
        out, err = self.run_command("mine", "graph.txt", "--anything", "a b", env=self.path, code=5)
        self.assertEqual((out, err), (f"{file}: graph.txt --anything a b\n", ""))

    def test_is_listed_by_the_help(self):
        self.program("cerrado-mine")
        self.assertIn("`cerrado NAME` runs: mine", self.run_command("--help", env=self.path)[0])
        self.assertNotIn("`cerrado NAME` runs", self.run_command("--help")[0])

    def test_does_not_stand_in_for_a_command(self):
        for name in ["clique", "info", "isomorphism", "merge"]:
            self.program(f"cerrado-{name}")
            self.assertIn("cerrado " + name.replace("isomorphism", "match"), self.run_command(name, "--help", env=self.path)[0])

    def test_a_file_that_cannot_be_run_is_none(self):
        self.program("cerrado-mine", 0o644)
        _, err = self.run_command("mine", env=self.path, code=2)
        self.assertIn("mine", err)


if __name__ == "__main__":
    unittest.main()

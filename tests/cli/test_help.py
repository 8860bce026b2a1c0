"""--help of every command teaches by example; --version."""
import unittest

from support import CommandTest

COMMANDS = ["info", "generate", "convert", "clique", "motif", "six"]


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


if __name__ == "__main__":
    unittest.main()

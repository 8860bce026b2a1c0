"""CERRADO_COMMANDS: the program with chosen commands alone, which demo.sh builds."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import borrowed

SOURCE = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ["CERRADO_WORK"])
BUILD = pathlib.Path(os.environ["CERRADO_BUILD"])
KARATE = str(SOURCE / "datasets" / "karate.txt")


def make_program():
    """A copy of the sources, configured with a misspelt command and then with right ones. Returns: the program."""
    tree = WORK / "cerrado"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in ["CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "apps", "bench", "canonical", "cmake", "framework",
                 "loadbalance"]:
        copy = shutil.copytree if (SOURCE / name).is_dir() else shutil.copy
        copy(SOURCE / name, tree / name)
    configure = ["cmake", "--preset", "host", *borrowed.options_of(BUILD)]
    refused = subprocess.run([*configure, "-DCERRADO_COMMANDS=motif;clqiue"], cwd=tree, capture_output=True, text=True)
    named = re.search(r"no\s+command\s+clqiue;(.*)", refused.stderr, re.DOTALL)
    if refused.returncode == 0 or not named or not {"clique", "motif"} <= set(re.findall(r"\w+", named[1])):
        raise AssertionError(f"an unknown command was not refused by the names of the others:\n{refused.stderr}")
    subprocess.run([*configure, "-DCERRADO_COMMANDS=motif;clique"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    compiled = borrowed.build_program(tree, tree / "build" / "host", BUILD)
    print("compiled:", *compiled)
    return tree / "build" / "host" / "bin" / "cerrado"


class Chosen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = make_program()

    def run_program(self, *arguments, code=0):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def test_the_program_has_the_chosen_commands(self):
        out = self.run_program("--help")
        commands = re.findall(r"^  ([a-z]+) ", out.partition("Subcommands:")[2].partition("Examples:")[0], re.MULTILINE)
        self.assertEqual(commands, ["info", "generate", "convert", "selftest", "clique", "motif", "merge"])
        self.assertNotIn("cerrado match", out)

    def test_they_count_and_verify(self):
        self.assertIn("verified: 34 of 34", self.run_program("clique", KARATE, "-k", "4", "--verify"))
        self.assertIn("verified: 34 of 34", self.run_program("motif", KARATE, "-k", "4", "--verify"))

    def test_the_selftest_is_of_the_chosen_commands(self):
        checks = json.loads(self.run_program("selftest", "--json", "-"))["checks"]
        self.assertEqual({check["command"].split()[1] for check in checks}, {"clique", "motif"})

    def test_others_are_known_by_name(self):
        self.assertIn("built without match", self.run_program("match", KARATE, code=2))

    def test_other_applications_are_not_compiled(self):
        folders = {path.name for path in (WORK / "cerrado" / "build" / "host" / "apps" / "CMakeFiles" / "cerrado_forms.dir").iterdir()}
        self.assertFalse(folders & {"six", "sieve", "discovery"}, folders)


if __name__ == "__main__":
    unittest.main()

"""--describe, and all that is made of it: completion for shells, pages of man, and the files of --share. --version --json."""
import functools
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import time
import unittest

from support import COMMAND, CommandTest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@functools.cache
def description():
    return json.loads(subprocess.run([COMMAND, "--describe"], stdout=subprocess.PIPE, check=True, timeout=60).stdout)


def command(name):
    return next(each for each in description()["commands"] if each["name"] == name)


def option(name, of):
    return next(each for each in command(of)["options"] if name in each["names"])


def names_of(options):
    return {name for each in options for name in each["names"]}


class Describe(CommandTest):
    def test_it_has_the_options_of_every_help(self):
        self.assertGreater(len(description()["commands"]), 25)
        for each in [dict(description(), name=""), *description()["commands"]]:
            out, _ = self.run_command(*each["name"].split(), "--help")
            found = re.findall(r"(?m)^  (-{1,2}\w[\w-]*(?:,--?\w[\w-]*)*)", out)
            shown = {name for names in found for name in names.split(",")}
            self.assertEqual(sorted(shown), sorted(names_of(each["options"])), each["name"])
            self.assertEqual(out.splitlines()[0], each["summary"])

    def test_an_option_says_what_it_takes(self):
        self.assertEqual(option("--device", "clique")["choices"], ["auto", "cuda", "host", "lockstep"])
        self.assertEqual(option("--device", "clique")["default"], "auto")
        self.assertEqual(option("--device", "clique")["excludes"], ["--devices"])
        self.assertEqual(option("--list-format", "match")["needs"], ["--list"])
        self.assertEqual(option("--json", "motif")["value"], "FILE|-")
        self.assertEqual((option("--names", "motif")["value"], option("--names", "motif")["default"]), (None, None))
        self.assertEqual(option("-h", "info")["names"], ["-h", "--help"])
        self.assertTrue(command("clique")["words"][0]["required"])
        self.assertTrue(option("--merge", "clique")["repeatable"])
        self.assertFalse(option("--json", "clique")["repeatable"])
        self.assertEqual([word["names"] for word in command("convert")["words"]], [["IN"], ["OUT"]])

    def test_examples(self):
        examples = command("clique")["examples"]
        self.assertIn({"command": "cerrado clique graph.txt -k 5", "text": "5-cliques of an edge list"}, examples)
        self.assertIn({"command": "cerrado clique graph.txt -k 4 --list - | head", "text": None}, examples)
        self.assertEqual(command("match")["aliases"], ["isomorphism"])

    def test_it_takes_few_milliseconds(self):
        def seconds(*words):
            process = subprocess.Popen([COMMAND, *words], stdout=subprocess.DEVNULL)
            _, _, use = os.wait4(process.pid, 0)
            process.returncode = 0
            return use.ru_utime + use.ru_stime
        for words in (["--describe"], ["--completion", "zsh"]):
            self.assertLess(min(seconds(*words) for _ in range(5)), 0.04)  # 11 ms on the machine that this was written on

    def test_what_is_wrong_is_refused(self):
        self.require_refusal("--completion", "csh", code=2, says=["--completion", "csh", "bash"])
        self.require_refusal("--json", code=2, says=["--json", "--version"])
        self.require_refusal("--share", self.write("file", ""), code=1, says=["file"])


class Completion(CommandTest):
    def script(self, shell):
        return self.write(shell, self.run_command("--completion", shell)[0])

    def run_shell(self, *words):
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    # What follows the words of a line, and the words of it that must be offered; none: it completes names of files.
    LINES = [
        (["cli"], ["clique"]), (["balance", "sw"], ["sweep"]), (["clique", "g.txt", "--devi"], ["--device", "--devices"]),
        (["clique", "g.txt", "--device", ""], ["auto", "cuda", "host", "lockstep"]), (["clique", "--device", "ho"], ["host"]),
        (["clique", "g.txt", "--devices", "a"], ["all", "auto"]), (["isomorphism", "--per-or"], ["--per-orbit"]),
        (["motif", "--warp-width", "1"], ["1", "16"]), (["compress", "sc"], ["score"]), (["--compl"], ["--completion"]),
        (["--completion", ""], ["bash", "fish", "zsh"])]
    FILES = [["clique", ""], ["clique", "--list", ""], ["clique", "-k", ""], ["compress", "g.txt", "sc"]]

    def test_bash(self):
        if not shutil.which("bash"):
            self.skipTest("there is no bash")
        script = self.script("bash")
        self.assertEqual(self.run_shell("bash", "-n", script), "")
        lines = [*self.LINES, *((words, []) for words in self.FILES), (["clique", "--device", "=", "ho"], ["host"]),
                 (["clique", "--device", "="], ["auto", "cuda", "host", "lockstep"])]
        tries = "".join(f"try cerrado {' '.join(repr(word) for word in words)}\n" for words, _ in lines)
        program = f'source {script}\ntry() {{ COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cerrado; echo "${{COMPREPLY[@]}}"; }}\n{tries}'
        offered = self.run_shell("bash", "-c", program).splitlines()
        for (words, expected), found in zip(lines, offered, strict=True):
            self.assertEqual(sorted(found.split()), expected, words)

    def test_zsh(self):
        if not shutil.which("zsh"):
            self.skipTest("there is no zsh")
        script = self.script("zsh")
        self.assertEqual(self.run_shell("zsh", "-n", script), "")
        setup = self.write("setup", f"""autoload -Uz compinit; compinit -u -D; source {script}
            compadd() {{
                local -a found
                (( ${{@[(I)-[OAD]]}} )) || {{ builtin compadd -O found "$@"; print -rl -- $found >>{self.folder}/found }}
                builtin compadd "$@"
            }}
            offer() {{ _main_complete; print END >>{self.folder}/found }}
            zle -C offer complete-word offer; bindkey '^I' offer; print END >{self.folder}/found\n""")
        mine, other = pty.openpty()
        shell = subprocess.Popen(["zsh", "-f", "-i"], stdin=other, stdout=other, stderr=other, start_new_session=True)
        self.addCleanup(lambda: [shell.kill(), shell.wait(), os.close(mine), os.close(other)])
        lines = [f"source {setup}\n", *(f"cerrado {' '.join(words)}\t" for words, _ in self.LINES)]
        for number, line in enumerate(lines, 1):
            os.write(mine, f"{line}".encode())
            end = time.monotonic() + 20
            while not (self.folder / "found").exists() or (self.folder / "found").read_text().count("END\n") < number:
                self.assertLess(time.monotonic(), end, line)
                time.sleep(.01)
            os.write(mine, b"\x15")  # an empty line
        offered = (self.folder / "found").read_text().split("END\n")[1:]
        for (words, expected), found in zip(self.LINES, offered):
            self.assertEqual(sorted(set(found.split())), expected, words)

    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("there is no fish")
        script = self.script("fish")
        self.assertEqual(self.run_shell("fish", "--no-execute", script), "")
        for words, expected in self.LINES:
            out = self.run_shell("fish", "--no-config", "-c", f"source {script}; complete -C 'cerrado {' '.join(words)}'")
            self.assertEqual(sorted(line.split("\t")[0] for line in out.splitlines()), expected, words)


class Share(CommandTest):
    def test_every_command_has_a_page_with_its_options(self):
        out, _ = self.run_command("--share", self.folder / "share")
        names = ["", *(each["name"] for each in description()["commands"])]
        self.assertIn(f"{len(names)} pages", out)
        pages = self.folder / "share" / "man" / "man1"
        self.assertEqual(len(list(pages.iterdir())), len(names))
        for name in names:
            page = (pages / ("-".join(["cerrado", *name.split()]) + ".1")).read_text()
            options = command(name)["options"] if name else description()["options"]
            for option in names_of(options):
                self.assertIn("\\fB" + option.replace("-", "\\-") + "\\fR", page)
        if not shutil.which("groff"):
            self.skipTest("there is no groff to read the pages")
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", *sorted(pages.iterdir())], capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ""))
        self.assertIn("Number of vertices of the subgraphs", done.stdout.decode())

    def test_completion_is_where_shells_look(self):
        share = self.folder / "share"
        self.run_command("--share", share)
        for shell, place in {"bash": "bash-completion/completions/cerrado", "zsh": "zsh/site-functions/_cerrado",
                             "fish": "fish/vendor_completions.d/cerrado.fish"}.items():
            self.assertEqual((share / place).read_text(), self.run_command("--completion", shell)[0])


class Version(CommandTest):
    def test_as_json(self):
        for words in (["--version", "--json"], ["--json", "--version"]):
            about = json.loads(self.run_command(*words)[0])
        self.assertEqual(f"cerrado {about['version']}\n", self.run_command("--version")[0])
        self.assertEqual(sorted(about), ["commit", "compiler", "cuda", "cuda_architectures", "licences", "mpi", "name", "options", "python",
                                         "version"])
        self.assertIn("CMAKE_BUILD_TYPE", about["options"])
        self.assertEqual(about["licences"]["cerrado"], "MIT")
        self.assertFalse([name for name, licence in about["licences"].items() if "GPL" in licence])

    def test_the_citation_is_of_this_version(self):
        self.assertIn(f"\nversion: {description()['version']}\n", (ROOT / "CITATION.cff").read_text())


if __name__ == "__main__":
    unittest.main()

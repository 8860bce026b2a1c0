"""Every option, given to every command: it has an effect, or it is refused with exit code 2 and a reason."""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from support import COMMAND, CommandTest, KARATE

GRAPH = "gen:er:n=30,m=60,seed=1"
COMMANDS = {  # what each needs to run
    "clique": [GRAPH, "-k", "3"],
    "motif": [GRAPH, "-k", "4"],
    "match": [GRAPH, "--pattern", "triangle"],
    "query": [GRAPH, "A -- B; B -- C"],
    "temporal": ["gen:bursts:n=30,m=60,span=1000,seed=1", "--delta", "50"],
    "discover": [GRAPH, "-k", "3", "--random", "3"],
    "frequent": [GRAPH, "--support", "20", "--max-edges", "3"],
    "graphlets": [GRAPH, "-k", "4"],
    "graphlets compare": [GRAPH, "gen:er:n=30,m=60,seed=2"],
    "compress score": [GRAPH, "-k", "3"],
    "sieve": [GRAPH, "--colours", "mod:3", "--motif", "0,1"],
    "six count": ["gen:cycle:n=6", "--pattern", "triangle"],
}
# A value for each option that takes one. FILE is a new file, and its end says of what kind.
VALUES = {
    "-k": "4", "--algorithm": "paper", "--approximate": "5%", "--balance": "share", "--bipartite": None, "--checkpoint": "FILE.ck",
    "--checkpoint-every": "2", "--colours": "mod:2", "--columns": "1,2", "--confidence": "90%", "--counts": "FILE.csv",
    "--csv": "FILE.csv", "--deadline": "100", "--deal": "guided", "--delimiter": ",", "--delta": "5,9", "--device": "host",
    "--devices": "host,host", "--directed": None, "--distance": "rgf", "--donations": "2", "--edge-label": "kind", "--error": "1e-3",
    "--file": "NONE", "--format": "lg", "--from": "10", "--gap": "5", "--graph": "1", "--id": "id", "--job-times": "FILE.times",
    "--json": "FILE.json", "--label": "kind", "--labels": "LABELS", "--limit": "1", "--list": "FILE.list", "--list-format": "binary",
    "--local-format": "binary", "--max-k": "4", "--merge": "NONE", "--min-count": "5", "--min-excess": ".1", "--min-k": "2",
    "--mode": "all", "--motif": "0,0", "--null": "er", "--orbits": "vertex", "--order": "degeneracy", "--part": "1/2",
    "--pattern": "house", "--patterns": "2", "--per-arc": "FILE.csv", "--per-edge": "FILE.csv", "--per-orbit": "FILE.csv",
    "--plot": "FILE.svg", "--report": "FILE.html",
    "--per-vertex": "FILE.csv", "--pieces": "8", "--policy": "steal", "--poll": "200us", "--progress": "json", "--random": "4",
    "--repeat": "2", "--resume": "NONE", "--return": "A,B", "--rows": "FILE.csv", "--sample": "1,1,.5", "--seed": "2",
    "--soundness": "20", "--split": "1", "--statistic": "concentration", "--svg": "FILE.svg", "--switches": "5", "--theta": "1",
    "--threads": "1", "--threshold": "1", "--ties": "strict", "--time": "time", "--time-unit": "ms", "--trace": "FILE.trace",
    "--types": "kind:text", "--until": "500", "--verify": None, "--vertices": "TABLE", "--warp-width": "32", "--workers": "2",
    "--write-random": "FOLDER"}
# They say what is so anyway, or what a longer run or a larger pattern would show.
WITHOUT_EFFECT = {("match", "--edge-induced"), ("motif", "--draw"), ("graphlets", "--undirected"), ("graphlets compare", "--undirected"),
                  *((command, "--progress") for command in COMMANDS)}
PRINTS_ITSELF = {"--help", "--list-names"}


def options_of(command):
    """Its options, and whether each takes a value."""
    text = subprocess.run([COMMAND, *command.split(), "--help"], stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout
    found = re.findall(r"(?m)^  (?:-\w,\s*)?(--?[a-z][a-z-]*)(?:,--?[\w-]+)*(.*)$", text)
    return {name: rest for name, rest in found if name not in PRINTS_ITSELF}


def without_times(out):
    """What a run printed, a record or a table, without what differs from run to run."""
    if out.startswith("{"):
        record = {key: value for key, value in json.loads(out).items() if key not in ("seconds", "steps", "memory", "devices")}
        out = json.dumps(record, sort_keys=True)
    return re.sub(r'"(?:run_)?seconds": [^,}]+|\d\.\d+ s', "", out)


class Options(CommandTest):
    def run_in(self, folder, command, *arguments):
        words = [COMMAND, *command.split(), *COMMANDS[command], *arguments]
        process = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
                                 timeout=120)
        return process.returncode, process.stdout, process.stderr

    def words_of(self, option, folder):
        value = VALUES.get(option, None)
        if value is None:
            return [option]
        if value == "LABELS":
            (folder / "labels.txt").write_text("".join(f"{v} {'ab'[v % 2]}\n" for v in range(30)))
            value = "labels.txt"
        if value == "TABLE":
            (folder / "table.csv").write_text("id,kind\n0,a\n")  # a note says that other vertices have no line
            value = "table.csv"
        return [option, *([value, "roles.csv"] if option == "--orbits" else [value])]

    def fault_of(self, command, option, is_served, plain):
        """What is wrong when the command gets the option; nothing if it has an effect, or is refused with a reason."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            words = self.words_of(option, folder)
            before = sorted(path.name for path in folder.iterdir())
            code, out, err = self.run_in(folder, command, *words)
            has_effect = bool(err) or sorted(path.name for path in folder.iterdir()) != before
            if code == 0 and not has_effect:  # its table may be another, or its record
                record = "" if option == "--json" else self.run_in(folder, command, *words, "--json", "-")[1]
                has_effect = (without_times(out), without_times(record)) != plain
        said = f"{command} {' '.join(words)}: code {code}\n{out[:300]}{err}"
        if code == 2:
            if "please report" in err or not any(word[:5] in err for word in [*option.strip("-").split("-"), "NONE"]):
                return "refused without a reason: " + said
            lacks = f"this command has no {option}"
            if not is_served and option != "--isolate" and (lacks not in err or not re.search(r"ha(s|ve) it", err)):
                return "lacks it, and does not say why: " + said
            return ""
        if not is_served:
            return "takes an option that it does not have: " + said
        if code not in (0, 3):
            return "fails: " + said
        return "" if has_effect or (command, option) in WITHOUT_EFFECT else "no effect: " + said

    def test_every_option_at_every_command(self):
        options = {command: options_of(command) for command in COMMANDS}
        every = sorted({option for names in options.values() for option in names})
        self.assertGreater(len(every), 70)
        with tempfile.TemporaryDirectory() as folder:
            plain = {command: tuple(without_times(self.run_in(folder, command, *how)[1]) for how in ([], ["--json", "-"]))
                     for command in COMMANDS}
        tasks = [(command, option) for command in COMMANDS for option in every]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = list(pool.map(lambda task: self.fault_of(*task, task[1] in options[task[0]], plain[task[0]]), tasks))
        self.assertEqual([fault for fault in faults if fault], [])

    def test_each_group_is_served_or_refused_with_a_reason(self):
        groups = json.loads(self.run_command("info", "--options", "--json")[0])
        for group in groups:
            self.assertEqual(sorted([*group["commands"], *group["refused"]]), sorted(COMMANDS), group["options"])
            for command, why in group["refused"].items():
                self.assertGreater(len(why), 10, (command, group["options"]))
                for option in group["options"]:
                    if option in options_of(command) or option == "--isolate":  # that is read before the command
                        continue
                    self.require_refusal(*command.split(), *COMMANDS[command], option, code=2, says=[f"this command has no {option}: {why}"])


if __name__ == "__main__":
    unittest.main()

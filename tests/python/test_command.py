"""Every function gives what the command line gives, on the host and on lockstep."""

import pytest
from conftest import karate_file, needs_lockstep, root

import cerrado as cd

DEVICES = ["host", pytest.param("lockstep", marks=needs_lockstep)]
TIMES = ("seconds", "memory", "roots", "device", "graph")


def compare(record, expected, *ignored):
    """The record is that of the command line but for times and memory."""
    for name in ("app", "version", "parameters", "form", "semantics", "status"):
        assert record[name] == expected[name], name
    ignored = (*TIMES, *ignored)
    assert {k: v for k, v in record.items() if k not in ignored} == {k: v for k, v in expected.items() if k not in ignored}
    assert record["device"]["kind"] == expected["device"]["kind"]
    assert record["roots"] == expected["roots"]
    assert {k: v for k, v in record["graph"].items() if k != "source"} == {k: v for k, v in expected["graph"].items() if k != "source"}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("arguments", [{"k": 1}, {"k": 3}, {"k": 5}, {}, {"min_k": 2}, {"max_k": 4}, {"min_k": 3, "max_k": 4}])
def test_cliques(command, karate, device, arguments):
    words = [w for name, n in arguments.items() for w in ({"k": "-k", "min_k": "--min-k", "max_k": "--max-k"}[name], n)]
    expected = command("clique", karate_file, *(words or ["--all"]), "--device", device)
    compare(karate.cliques(**arguments, device=device).to_dict(), expected)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("k", "algorithm"), [(3, "auto"), (4, "auto"), (5, "formula"), (4, "fast"), (4, "paper")])
def test_motifs(command, karate, device, k, algorithm):
    expected = command("motif", karate_file, "-k", k, "--algorithm", algorithm, "--device", device)
    compare(karate.motifs(k, algorithm=algorithm, device=device).to_dict(), expected)


@pytest.mark.parametrize("device", DEVICES)
def test_directed_motifs(command, device):
    file = root / "datasets" / "karate.txt"
    graph = cd.read(file, directed=True)
    expected = command("motif", file, "--directed", "-k", 3, "--device", device)
    compare(graph.motifs(3, directed=True, device=device).to_dict(), expected, "parameters")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("pattern", ["house", "4-cycle", "bull", "0-1,1-2,2-3,3-0,0~2", "Dd["])
@pytest.mark.parametrize("induced", [False, True])
def test_matches(command, karate, device, pattern, induced):
    words = ["--induced"] if induced else []
    expected = command("match", karate_file, "--pattern", pattern, "--device", device, *words)
    record = karate.matches(pattern, induced=induced, device=device).to_dict()
    ours, theirs = record["matches"][0], expected["matches"][0]
    assert {name: theirs[name] for name in ours} == ours
    compare(record, expected, "matches")


@pytest.mark.parametrize("k", [3, 4, 5])
@pytest.mark.parametrize("every", [False, True])
def test_graphlets(command, karate, k, every):
    expected = command("graphlets", karate_file, "-k", k, *(["--all"] if every else []))
    compare(karate.graphlets(k, all=every).to_dict(), expected)


@pytest.mark.parametrize("words", [["--all"], ["-k", "4"]])
def test_scores(command, words):
    file = "gen:powerlaw:n=300,degree=12,seed=1"
    expected = command("compress", "score", file, *words)
    found = cd.generate(file).compression_score(4 if words[0] == "-k" else None)
    rows = [{name: row[name] for name in ("k", "cliques", "compressing", "score")} for row in expected["sizes"]]
    assert found.to_dict()["sizes"] == rows
    assert found.semantics == expected["semantics"] and found.status == expected["status"]


def test_discovery(command, karate):
    expected = command("discover", karate_file, "-k", 4, "--random", 20, "--seed", 3)
    found = karate.discover(4, random=20, seed=3).to_dict()
    for ours, theirs in zip(found["patterns"], expected["patterns"], strict=True):
        assert {name: theirs[name] for name in ours} == ours
    assert found["random_graphs"] == expected["random_graphs"] and found["semantics"] == expected["semantics"]


def test_six(command):
    spec = "gen:er:n=10,m=20,seed=1"
    expected = command("six", "count", spec, "--pattern", "4-cycle")
    assert str(cd.generate(spec).count_with_proof("4-cycle").count) == expected["count"]


def test_partial_records(command):
    spec = "gen:er:n=2000,m=800000,seed=1"  # minutes of work on any machine
    expected = command("clique", spec, "-k", 9, "--deadline", "300ms", "--algorithm", "bitmap", code=3)
    record = cd.generate(spec).cliques(9, deadline="300ms", algorithm="bitmap").to_dict()
    assert set(record) == set(expected) and "count_at_least" in record and record["status"] == "deadline"


def test_checkpoints_of_both(command, tmp_path):
    """A run that the command line began goes on in Python, to the same count."""
    spec, file = "gen:er:n=2000,m=450000,seed=1", tmp_path / "k.checkpoint"
    whole = cd.generate(spec).cliques(6, algorithm="bitmap").count
    words = ["clique", spec, "-k", 6, "--algorithm", "bitmap"]
    command(*words, "--checkpoint", file, "--deadline", "50ms", code=3)
    assert cd.generate(spec).cliques(6, algorithm="bitmap", checkpoint=file).count == whole
    assert command(*words, "--checkpoint", file)["count"] == str(whole)


def test_errors_have_the_same_words(command, karate, tmp_path):
    import os
    import subprocess

    def words(*arguments):
        done = subprocess.run([os.environ["CERRADO_COMMAND"], *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 2
        return done.stderr.strip().removeprefix("cerrado: ")

    bad = tmp_path / "bad.txt"
    bad.write_text("1 2\n3 x\n")
    for arguments, call in [
        (["info", bad], lambda: cd.read(bad)),
        (["match", karate_file, "--pattern", "hose"], lambda: karate.matches("hose").count),
        (["info", "gen:er:n=5"], lambda: cd.generate("er:n=5")),
    ]:
        with pytest.raises(cd.InputError) as raised:
            call()
        assert str(raised.value).replace("names=True", "--names") in words(*arguments)


def test_checkpoints_of_motifs(command, tmp_path, karate):
    file = tmp_path / "m.checkpoint"
    expected = command("motif", karate_file, "-k", 5, "--checkpoint", file)
    assert karate.motifs(5, checkpoint=file).to_dict()["patterns"] == expected["patterns"]

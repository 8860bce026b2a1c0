"""What the tests of the Python package share."""

import json
import os
import pathlib
import random
import subprocess

import networkx as nx
import pytest

import cerrado as cd

nx.config.warnings_to_ignore.add("cache")  # of converted graphs, which is what is tested

root = pathlib.Path(__file__).resolve().parents[2]
karate_file = root / "datasets" / "karate.txt"
LONG = "er:n=2000,m=800000,seed=1"  # its cliques of 9 vertices take minutes


def why_no_lockstep():
    """What a call says where the module was built without the device lockstep, as pip builds it; else nothing."""
    try:
        cd.generate("complete:n=3").cliques(3, device="lockstep").count
    except cd.InputError as error:
        if "lockstep" not in str(error):
            raise
        return str(error)
    return ""


needs_lockstep = pytest.mark.skipif(bool(why_no_lockstep()), reason=why_no_lockstep())


@pytest.fixture
def command():
    """Runs the command line, and gives its record."""
    program = os.environ.get("CERRADO_COMMAND")
    if not program:
        pytest.skip("CERRADO_COMMAND names no command line to compare with")

    def run(*arguments, code=0):
        done = subprocess.run([program, *map(str, arguments), "--json", "-"], capture_output=True, text=True, timeout=300)
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture
def karate():
    return cd.read(karate_file)


@pytest.fixture(scope="module")
def long():
    graph = cd.generate(LONG)
    graph.cliques(3).count  # a GPU starts for as long as an interrupt may take
    return graph


def random_graph(seed, directed=False):
    """A random graph of networkx whose nodes are texts, in no order."""
    draw = random.Random(seed)
    count = draw.randrange(6, 30)
    graph = (nx.DiGraph if directed else nx.Graph)()
    names = [f"v{i}" for i in range(count)]
    draw.shuffle(names)
    graph.add_nodes_from(names)
    for _ in range(draw.randrange(count, 4 * count)):
        u, v = draw.sample(names, 2)
        graph.add_edge(u, v)
    return graph

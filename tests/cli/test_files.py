"""Small files of every kind: each is read to the graph that an index gives, or refused with the word that it asks for."""
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import threading
import unittest

from support import COMMAND, DATA

FOLDER = DATA / "files"
INDEX = FOLDER / "INDEX.tsv"


def run(line, path, **options):
    """`cerrado info`. Returns: exit code, JSON record, and all that is said, without the file's own name."""
    given = [] if line["options"] == "-" else line["options"].split()
    done = subprocess.run([COMMAND, "info", path, *given, "--json", "-"], capture_output=True, timeout=60, **options)
    said = (done.stdout + done.stderr).decode(errors="replace").replace(path, "")
    return done.returncode, json.loads(done.stdout) if done.returncode == 0 else None, said


def run_file(line):
    return run(line, str(FOLDER / line["file"]))


def run_redirected(line):
    with open(FOLDER / line["file"], "rb") as file:
        return run(line, "-", stdin=file)


def through_pipe(line, work):
    """The result of work(end), with the file's bytes coming from that end of a pipe."""
    end, begin = os.pipe()

    def feed():
        try:
            with os.fdopen(begin, "wb") as pipe:
                pipe.write((FOLDER / line["file"]).read_bytes())
        except BrokenPipeError:  # what is refused need not be read to its end
            pass

    thread = threading.Thread(target=feed)
    thread.start()
    try:
        return work(end)
    finally:
        os.close(end)
        thread.join()


def run_piped(line):
    return through_pipe(line, lambda end: run(line, "-", stdin=end))


def run_substituted(line):
    """As the shell's <(...)."""
    return through_pipe(line, lambda end: run(line, f"/dev/fd/{end}", pass_fds=[end]))


def graph_of(record, line):
    graph = record["graph"]
    got = {"vertices": graph["vertices"], "edges": graph["edges"], "triangles": record["triangles"]}
    if line["arcs"] != "-":
        got["arcs"] = graph.get("arcs")
    return {name: str(value) for name, value in got.items()}


def problem(line, way):
    """What is wrong with a line of the index, read in this way; None where nothing is."""
    code, record, said = way(line)
    about = f"{way.__name__} {line['file']} {line['options']}"
    may_be_read, may_be_refused = line["verdict"] != "refuse", line["verdict"] != "read"
    if code not in [0] * may_be_read + [2] * may_be_refused:
        return f"{about}: exit code {code}: {said}"
    if code == 0:
        got = graph_of(record, line)
        if any(line[name] != value for name, value in got.items()):
            return f"{about}: {got}, expected {line}"
    must_say = line["must_say"] != "-" and (line["verdict"] != "either" or code == 2)
    if must_say and not re.search(line["must_say"], said, re.IGNORECASE):
        return f"{about}: does not say {line['must_say']}: {said}"
    return None


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not INDEX.exists():
            raise unittest.SkipTest(f"no {INDEX}; set CERRADO_DATA_DIR")
        with open(INDEX, newline="") as file:
            cls.lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

    def require(self, lines, *ways):
        runs = [(line, way) for line in lines for way in ways]
        self.assertGreater(len(runs), 0)
        with concurrent.futures.ThreadPoolExecutor(4 * os.cpu_count()) as pool:
            problems = list(filter(None, pool.map(lambda run: problem(*run), runs)))
        self.assertEqual(problems, [], "\n".join([f"{len(problems)} of {len(runs)} runs", *problems]))

    def test_as_files(self):
        self.require(self.lines, run_file)

    def test_through_standard_input_and_pipes_where_the_content_tells(self):
        """All three ways: a file as standard input, a pipe as standard input, and a pipe by a path."""
        lines = [line for line in self.lines if line["pipe"] == "yes"]
        self.require(lines, run_redirected, run_piped, run_substituted)


if __name__ == "__main__":
    unittest.main()

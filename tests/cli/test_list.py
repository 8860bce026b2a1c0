"""clique --list: every clique once, as text and binary; limits, early stops, full disks and closed pipes."""
import collections
import itertools
import json
import os
import random
import signal
import struct
import time
import unittest

from support import KARATE, CommandTest, start

ENDLESS = ["clique", "gen:complete:n=200", "-k", 20, "--device", "host"]


def cliques(edges, k):
    """By the definition, over all combinations of k vertices."""
    vertices = sorted({v for edge in edges for v in edge})
    joined = {frozenset(edge) for edge in edges}
    return {combination for combination in itertools.combinations(vertices, k)
            if all(frozenset(pair) in joined for pair in itertools.combinations(combination, 2))}


def edges_of(path):
    with open(path) as file:
        return [tuple(map(int, line.split()[:2])) for line in file if line.strip() and line[0] not in "#%"]


def lines(text):
    return [tuple(map(int, line.split(" "))) for line in text.splitlines()]


def parse_binary(content):
    """The format of docs/formats.md: k, and the cliques."""
    magic, version, k = struct.unpack("<8sII", content[:16])
    assert (magic, version) == (b"CERLIST\x01", 1), content[:16]
    ids = [number for number, in struct.iter_unpack("<Q", content[16:])]
    assert len(ids) % k == 0, len(ids)
    return k, [tuple(ids[i:i + k]) for i in range(0, len(ids), k)]


class ListTest(CommandTest):
    def require_all(self, listed, expected):
        """Each once, ids ascending."""
        self.assertEqual(len(listed), len(set(listed)), "a clique is there twice")
        self.assertEqual(set(listed), expected)

    def random_graph(self, name, vertices, edges, seed):
        generator = random.Random(seed)
        ids = [generator.getrandbits(63) if seed % 2 else generator.randrange(10**6) for _ in range(vertices)]
        pairs = generator.sample(list(itertools.combinations(ids, 2)), edges)
        return self.write(name, "".join(f"{u} {v}\n" for u, v in pairs)), pairs


class Lists(ListTest):
    def test_every_clique_of_karate_once(self):
        edges = edges_of(KARATE)
        for k in [1, 2, 3, 4, 5, 6]:
            expected = cliques(edges, k)
            for device in ["host", "lockstep"]:
                out, err = self.run_command("clique", KARATE, "-k", k, "--device", device, "--list", "-")
                self.assertEqual(err, "")
                self.require_all(lines(out), expected)

    def test_every_clique_of_random_graphs_once(self):
        for seed in range(4):
            path, edges = self.random_graph(f"{seed}.txt", 22, 120, seed)
            for algorithm in ["fast", "bitmap"]:
                out, _ = self.run_command("clique", path, "-k", 4, "--device", "host", "--algorithm", algorithm, "--list", "-")
                self.require_all(lines(out), cliques(edges, 4))

    def test_whatever_work_moves(self):
        path, edges = self.random_graph("moves.txt", 30, 330, 1)
        expected = cliques(edges, 5)
        for mechanism in ["none", "stop", "share"]:
            out, _ = self.run_command("clique", path, "-k", 5, "--device", "host", "--threads", 3, "--list", "-",
                                      "--balance", mechanism, *([] if mechanism == "none" else ["--poll", "20us"]))
            self.require_all(lines(out), expected)

    def test_ids_of_every_length(self):
        ids = [0, 7, 10, 99, 100, 12345678, 99999999, 100000000, 4294967295, 4294967296, 2**63, 2**64 - 1]
        edges = list(itertools.combinations(ids, 2))
        path = self.write("ids.txt", "".join(f"{u} {v}\n" for u, v in edges))
        for k in [1, 2, 3]:
            out, _ = self.run_command("clique", path, "-k", k, "--device", "host", "--list", "-")
            self.require_all(lines(out), set(itertools.combinations(ids, k)))

    def test_binary(self):
        expected = cliques(edges_of(KARATE), 4)
        path = self.folder / "cliques.bin"
        self.run_command("clique", KARATE, "-k", 4, "--device", "host", "--list", path)
        k, listed = parse_binary(path.read_bytes())
        self.assertEqual(k, 4)
        self.require_all(listed, expected)
        self.run_command("clique", KARATE, "-k", 4, "--device", "host", "--list", path, "--list-format", "text")
        self.require_all(lines(path.read_text()), expected)

    def test_file_with_table_and_record(self):
        path = self.folder / "cliques.txt"
        out, _ = self.run_command("clique", KARATE, "-k", 4, "--device", "host", "--list", path)
        self.assertIn(f"11 listed in {path}", out)
        record = self.record("clique", KARATE, "-k", 4, "--list", path)
        self.assertEqual(record["list"], {"file": str(path), "format": "text", "limit": None})
        self.assertEqual(record["count"], "11")
        self.assertEqual(list(self.folder.iterdir()), [path])

    def test_nothing_to_list(self):
        out, _ = self.run_command("clique", "gen:cycle:n=50", "-k", 3, "--device", "host", "--list", "-")
        self.assertEqual(out, "")

    def test_verify(self):
        for k in [2, 4]:
            out, _ = self.run_command("clique", KARATE, "-k", k, "--device", "host", "--list", self.folder / "l.txt", "--verify")
            self.assertIn("verified: 34 of 34", out)

    def test_progress_counts_what_is_listed(self):
        _, err = self.run_command(*ENDLESS, "--list", "/dev/null", "--limit", 3000000, "--progress", "json", code=3)
        listed = [json.loads(line)["listed"] for line in err.splitlines()]
        self.assertEqual(listed, sorted(listed))
        self.assertGreater(listed[-1], 0)


class Limits(ListTest):
    def test_exact(self):
        for k, total in [(1, 34), (2, 78), (3, 45)]:
            expected = cliques(edges_of(KARATE), k)
            for limit in [1, 2, total - 1, total, total + 1]:
                path = self.folder / "some.txt"
                code = 3 if limit < total else 0
                record = self.record("clique", KARATE, "-k", k, "--list", path, "--limit", limit, code=code)
                listed = lines(path.read_text())
                self.assertEqual(len(listed), min(limit, total))
                self.assertEqual(len(set(listed)), len(listed))
                self.assertLessEqual(set(listed), expected)
                self.assertEqual(record["status"], "limit" if limit < total else "complete")
                self.assertEqual(record["count"], str(len(listed)))

    def test_ends_in_the_middle_of_a_root(self):
        out, _ = self.run_command(*ENDLESS, "--list", "-", "--limit", 1000, code=3)
        self.assertEqual(len(set(lines(out))), 1000)
        out, _ = self.run_command(*ENDLESS, "--list", self.folder / "some.txt", "--limit", 1000, code=3)
        self.assertIn("PARTIAL (limit)", out)


class Refusals(ListTest):
    def test_usage(self):
        karate = ["clique", KARATE, "-k", 4, "--device", "host"]
        for arguments, says in [
            ([*karate, "--list", "-", "--limit", 0], ["--limit 0"]),
            ([*karate, "--list", "-", "--limit", -3], ["--limit -3"]),
            ([*karate, "--limit", 5], ["--limit", "--list"]),
            ([*karate, "--list-format", "text"], ["--list-format", "--list"]),
            ([*karate, "--list", "-", "--list-format", "xml"], ["--list-format", "xml"]),
            ([*karate, "--list", ""], ["--list"]),
            ([*karate, "--list", "-", "--json", "-"], ["--list -", "--json -", "one"]),
            ([*karate, "--list", "-", "--csv", "-"], ["--list -", "--csv -", "one"]),
            ([*karate, "--list", "-", "--estimate"], ["--list", "--estimate"]),
            ([*karate, "--list", "-", "--algorithm", "paper"], ["--list", "paper"]),
            (["clique", KARATE, "-k", 0, "--list", "-"], ["-k 0", "1 or more"]),
            (["clique", KARATE, "-k", 33, "--list", "-"], ["-k 33", "1..32"]),
            (["clique", KARATE, "--all", "--list", "-"], ["--list", "-k"]),
            (["clique", KARATE, "-k", 4, "--list", "-", "--algorithm", "pivot"], ["--list", "pivot"]),
            (["motif", KARATE, "-k", 3, "--list", "-", "--list-format", "binary"], ["--list"]),
            (["motif", KARATE, "-k", 3, "--pattern", "triangle"], ["--pattern"]),
            (["motif", KARATE, "-k", 4, "--list", "-", "--pattern", "triangle"], ["--pattern triangle"]),
            (["motif", KARATE, "-k", 4, "--list", "-", "--through", "1"], ["--through"]),
        ]:
            self.require_refusal(*arguments, code=2, says=says)

    def test_places_that_cannot_be_written(self):
        for path in [self.folder, self.folder / "no" / "list.txt"]:
            self.require_refusal("clique", KARATE, "-k", 4, "--device", "host", "--list", path, code=1, says=[str(path)])

    def test_full_disk(self):
        for k in [2, 4]:
            self.require_refusal("clique", KARATE, "-k", k, "--device", "host", "--list", "/dev/full", code=1,
                                 says=["/dev/full", "No space left"])
        self.require_refusal(*ENDLESS, "--list", "/dev/full", code=1, says=["/dev/full", "No space left"])
        with open("/dev/full", "w") as full:
            process = start(*ENDLESS, "--list", "-", stdout=full)
            _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("standard output", err)
        self.assertIn("No space left", err)

    def test_file_size_limit_leaves_nothing(self):
        import resource

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 22, 1 << 22))

        path = self.folder / "list.txt"
        process = start(*ENDLESS, "--list", path, preexec_fn=limit)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn(str(path), err)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_reader_that_has_seen_enough(self):
        """As `| head` does: no message, and the signal that ends every writer of a pipe."""
        process = start(*ENDLESS, "--list", "-")
        for _ in range(10):
            self.assertEqual(len(process.stdout.readline().split()), 20)
        process.stdout.close()
        self.assertEqual(process.wait(timeout=60), -signal.SIGPIPE)
        self.assertEqual(process.stderr.read(), "")
        process.stderr.close()

    def test_pipe_that_was_closed_before(self):
        reader, writer = os.pipe()
        os.close(reader)
        process = start("clique", KARATE, "-k", 4, "--device", "host", "--list", "-", stdout=writer)
        os.close(writer)
        _, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (-signal.SIGPIPE, ""))


class MotifLists(ListTest):
    def test_each_connected_set_has_its_pattern(self):
        edges = [tuple(map(int, line.split())) for line in open(KARATE) if line[0] not in "#%"]
        near = {frozenset(edge) for edge in edges}

        def is_connected(some):
            reached, left = {some[0]}, set(some[1:])
            while found := {v for v in left if any(frozenset((u, v)) in near for u in reached)}:
                reached |= found
                left -= found
            return not left

        vertices = sorted({v for edge in edges for v in edge})
        expected = {some for some in itertools.combinations(vertices, 4) if is_connected(some)}
        out, _ = self.run_command("motif", KARATE, "-k", 4, "--list", "-")
        listed = [line.split() for line in out.splitlines()]
        self.assertEqual({tuple(map(int, line[:4])) for line in listed}, expected)
        self.assertEqual(len(listed), len(expected))
        counts = collections.Counter(line[4] for line in listed)
        self.assertEqual(counts, {row["name"]: int(row["count"]) for row in self.record("motif", KARATE, "-k", 4)["patterns"]})
        for line in listed:
            edges_of = sum(frozenset(pair) in near for pair in itertools.combinations(map(int, line[:4]), 2))
            self.assertEqual({"3-star": 3, "4-path": 3, "paw": 4, "4-cycle": 4, "diamond": 5, "4-clique": 6}[line[4]], edges_of)
        paws, _ = self.run_command("motif", KARATE, "-k", 4, "--list", "-", "--pattern", "paw")
        self.assertEqual(sorted(paws.splitlines()), sorted(line for line in out.splitlines() if line.endswith("paw")))
        some, _ = self.run_command("motif", KARATE, "-k", 4, "--list", "-", "--pattern", "paw", "--through", "1,2")
        self.assertEqual(sorted(some.splitlines()), sorted(line for line in paws.splitlines() if {"1", "2"} <= set(line.split()[:4])))

    def test_directed_sets_and_names(self):
        graph = self.folder / "g.txt"
        graph.write_text("a b\nb c\na c\nc d\n")
        out, _ = self.run_command("motif", graph, "--names", "--directed", "-k", 3, "--list", "-")
        self.assertEqual(sorted(out.splitlines()), ["a b c 030T", "a c d 021C", "b c d 021C"])


class EarlyStops(ListTest):
    MANY_ROOTS = ["clique", "gen:er:n=30000,m=6000000,seed=1", "-k", 3, "--threads", 1]

    def test_interrupt_keeps_what_was_listed(self):
        path = self.folder / "list.txt"
        process = start(*self.MANY_ROOTS, "--device", "host", "--list", path, "--json", "-", "--progress", "json")
        self.assertIn("listed", process.stderr.readline())
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 3)
        record = json.loads(out)
        self.assertEqual(record["status"], "interrupted")
        self.assertLess(record["roots"]["done"], record["roots"]["given"])
        listed = lines(path.read_text())
        self.assertEqual(str(len(listed)), record["count_at_least"])
        self.assertEqual(len(set(listed)), len(listed))

    def test_deadline_keeps_what_was_listed(self):
        path = self.folder / "list.txt"
        record = self.record(*self.MANY_ROOTS, "--list", path, "--deadline", 0.1, code=3)
        self.assertEqual(record["status"], "deadline")
        self.assertEqual(str(len(lines(path.read_text()))), record["count_at_least"])

    def test_second_interrupt_leaves_nothing(self):
        path = self.folder / "list.txt"
        path.write_text("as it was")
        self.interrupt_until_killed(*ENDLESS, "--list", path)
        self.assertEqual(list(self.folder.iterdir()), [path])

    def test_slow_reader_loses_nothing(self):
        """More than ring, buffers and pipe hold, and a reader that begins late."""
        process = start("clique", "gen:complete:n=60", "-k", 4, "--device", "host", "--list", "-")
        time.sleep(1)
        self.assertIsNone(process.poll(), "the pipe took it all")
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(len(set(out.splitlines())), 487635)


if __name__ == "__main__":
    unittest.main()

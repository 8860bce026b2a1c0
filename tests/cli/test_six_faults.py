"""six: machines that fail, lie or are stopped."""
import resource
import signal
import unittest

from six_support import BLOCK, NEEDED, PETERSEN, Six, blocks, lie, values_of, values_of_whole_blocks
from support import KARATE, start, wait_for_progress


class Faults(Six):
    def test_wrong_values_are_found(self):
        instance, proof, rows = self.prepare(), self.folder / "c.proof", self.folder / "wrong.csv"
        shard = self.evaluate(instance, "a.shard", "--count", NEEDED + 6)
        lie(shard, {7, 8, 150})
        out, err = self.six("decode", instance, shard, "-o", proof, "--csv", rows)
        self.assertEqual(err, "")
        self.assertIn("prime 0    wrong: 7 to 8, 150\n", out)
        self.assertEqual(rows.read_text(), "prime,first,count,what\n0,7,2,wrong\n0,150,1,wrong\n")
        record = self.json_of("decode", instance, shard, "-o", proof)
        self.assertEqual(record["wrong"], [{"prime": 0, "first": 7, "count": 2}, {"prime": 0, "first": 150, "count": 1}])
        self.assertIn("count      10\n", self.six("verify", instance, proof)[0])
        lie(shard, {20})
        self.refused("decode", instance, shard, "-o", proof, code=1,
                     says=["prime 0: more than 3 of 151 values are wrong", "evaluate more points"])

    def test_a_wrong_proof_is_refused(self):
        """Without a value more than needed, nobody sees that one is wrong but who verifies."""
        instance, proof = self.prepare(), self.folder / "c.proof"
        shard = self.evaluate(instance, "a.shard")
        lie(shard, {100})
        self.six("decode", instance, shard, "-o", proof)
        out, err = self.six("verify", instance, proof, code=1)
        self.assertEqual(out, "")
        self.assertRegex(err, r"c\.proof: the proof is wrong: it gives another value at point \d+ of prime 0")

    def test_two_values_for_a_point(self):
        instance, merged = self.prepare(), self.folder / "all.shard"
        shards = [self.evaluate(instance, name, "--count", NEEDED + 2) for name in ("a.shard", "b.shard")]
        lie(shards[1], {3, 4})
        _, err = self.six("merge", *shards, "-o", merged)
        self.assertIn("prime 0 has different values for 2 points, taken as missing: 3 to 4", err)
        out, _ = self.six("status", merged)
        self.assertIn("prime 0    disputed: 3 to 4\n", out)
        out, _ = self.six("decode", instance, merged, "-o", self.folder / "c.proof")
        self.assertIn("prime 0    missing: 3 to 4\n", out)

    def test_a_damaged_block_is_missing_and_can_be_made_again(self):
        instance = self.prepare()
        shard = self.evaluate(instance, "a.shard")
        whole = values_of(shard)
        at, _, first, values = next(block for block in blocks(shard) if block[1] == 1)
        data = bytearray(shard.read_bytes())
        data[at + BLOCK.size + 5] ^= 64
        shard.write_bytes(data)
        out, err = self.six("status", shard, "--instance", instance)
        self.assertIn("damaged", err)
        self.assertRegex(out, rf"1 +145 +{NEEDED - len(values)} +{len(values)} +0\n")
        self.assertIn(f"prime 1    145 points are needed: {len(values)} more", out)
        self.refused_after_notes("decode", instance, shard, "-o", self.folder / "c.proof",
                                 says=[f"prime 1 has {NEEDED - len(values)} of the 145 points that are needed"])
        self.six("evaluate", instance, "--device", "host", "-o", shard)
        out, _ = self.six("status", shard, "--instance", instance)
        self.assertRegex(out, r"1 +145 +145 +0 +0\n")
        merged = self.folder / "all.shard"
        self.six("merge", shard, "-o", merged)
        self.assertEqual(values_of(merged), whole)

    def refused_after_notes(self, *arguments, says):
        out, err = self.six(*arguments, code=2)
        self.assertEqual(out, "")
        for text in says:
            self.assertIn(text, err.splitlines()[-1])

    def test_too_few_points(self):
        instance = self.prepare()
        shard = self.evaluate(instance, "a.shard", "--prime", 0, "--count", 100)
        self.refused("decode", instance, shard, "-o", self.folder / "c.proof",
                     says=["prime 0 has 100 of the 145 points that are needed: evaluate 45 more",
                           "cerrado six evaluate --prime 0 --first 100 --count 45"])
        self.assertFalse((self.folder / "c.proof").exists())


class Stops(Six):
    def test_a_killed_evaluation_goes_on(self):
        instance = self.prepare()
        process, shard = self.begin(instance, "a.shard")
        process.kill()
        process.wait()
        with open(shard, "ab") as file:
            file.write(b"6pts\0\0\0\0half of a block")
        there = values_of_whole_blocks(shard)
        count = max(point for _, point in there) + 50
        out, err = self.six("evaluate", instance, "--prime", 0, "--count", count, "--device", "host", "-o", shard)
        self.assertIn("part of a block that was cut short", err)
        before = sum(point < count for _, point in there)
        self.assertRegex(out, rf"\n *0 +0 to {count - 1} +{before:,} +{count - before:,} +0\n")
        for first in (0, count - 200):
            again = self.evaluate(instance, f"{first}.shard", "--prime", 0, "--first", first, "--count", 200)
            _, err = self.six("merge", shard, again, "-o", self.folder / "all.shard")
            self.assertEqual(err, "")  # they agree

    def test_deadline(self):
        instance, shard = self.prepare(KARATE), self.folder / "a.shard"
        out, _ = self.six("evaluate", instance, "--count", 50000000, "--prime", 1, "--device", "host", "--deadline", "0.2",
                          "-o", shard, code=3)
        self.assertRegex(out, r"PARTIAL \(deadline\): the shard is valid; the same command goes on with the [\d,]+ points that are left")
        record = self.json_of("status", shard)
        self.assertEqual(record["primes"][1]["points"], 50000000)
        self.assertEqual(record["primes"][1]["values"], len(values_of(shard)))

    def test_one_process_at_a_time_and_an_interrupt(self):
        instance = self.prepare()
        process, shard = self.begin(instance, "a.shard")
        self.refused("evaluate", instance, "--prime", 0, "--count", 5, "--device", "host", "-o", shard, code=1,
                     says=["a.shard: another process writes this shard"])
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertIn("PARTIAL (interrupted)", out)
        self.six("status", shard)

    def test_full_disk(self):
        instance, shard = self.prepare(), self.folder / "a.shard"

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

        process = start("six", "evaluate", instance, "--prime", 0, "--count", 1500, "--device", "host", "-o", shard,
                        preexec_fn=limit)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (1, ""))
        self.assertIn("a.shard: the shard could not be written (File too large); make room and give the same command again", err)
        out, _ = self.six("evaluate", instance, "--prime", 0, "--count", 1500, "--device", "host", "-o", shard)
        self.assertRegex(out, r"0 +0 to 1499 +[\d,]+ +[\d,]+ +0\n")
        self.assertEqual(len(values_of(shard)), 1500)
        other = self.evaluate(instance, "b.shard", "--prime", 1)
        proof = self.folder / "c.proof"
        self.six("decode", instance, shard, other, "-o", proof)
        for words in [("prepare", PETERSEN, "--pattern", "house", "-o", "/dev/full"),
                      ("evaluate", instance, "--count", 5, "--device", "host", "-o", "/dev/full"),
                      ("merge", shard, "-o", "/dev/full"), ("decode", instance, shard, other, "-o", "/dev/full")]:
            self.refused(*words, code=1, says=["/dev/full", "No space left"])
        for words in [("status", shard), ("verify", instance, proof), ("decode", instance, shard, other, "-o", proof)]:
            out, err = self.six(*words, "--json", "/dev/full", code=1)
            self.assertIn("prime" if words[0] != "verify" else "count", out)
            self.assertRegex(err, "/dev/full.*No space left")

    def test_a_stopped_count_is_none(self):
        out, _ = self.six("count", KARATE, "--pattern", "6-cycle", "--device", "host", "--deadline", "0.2", code=3)
        self.assertIn("PARTIAL (deadline): the count needs all points", out)
        record = self.json_of("count", KARATE, "--pattern", "6-cycle", "--device", "host", "--deadline", "0.2", code=3)
        self.assertEqual((record["count"], record["maps"], record["status"]), (None, None, "deadline"))
        process = start("six", "count", KARATE, "--pattern", "6-cycle", "--device", "host", "--progress", "json")
        wait_for_progress(process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertIn("PARTIAL (interrupted): the count needs all points", out)


if __name__ == "__main__":
    unittest.main()

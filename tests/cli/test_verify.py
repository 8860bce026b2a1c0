"""--verify comes after the result: nothing that happens to it costs the count, and it stops when told."""
import json
import signal
import time
import unittest

from support import CommandTest, start

COUNT = "2,558,620,845"  # 60 choose 8: in no time by pivots, in minutes by the serial program
LONG = ["clique", "gen:complete:n=60", "-k", "8", "--device", "host", "--verify"]
MANY_ROOTS = ["motif", "gen:er:n=20000,m=60000,seed=1", "-k", "4", "--device", "host", "--verify"]


class AfterTheResult(CommandTest):
    def verifying(self, *arguments, **options):
        """A process that has begun to verify."""
        process = start(*arguments, "--progress", "json", **options)
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        while "verifying" not in process.stderr.readline():
            self.assertIsNone(process.poll(), "it ended before it verified")
        return process

    def finish(self, process, code):
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, code, err)
        return out, err

    def test_interrupt_keeps_the_count(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            process = self.verifying(*LONG)
            process.send_signal(number)
            begin = time.monotonic()
            out, _ = self.finish(process, 3)
            self.assertLess(time.monotonic() - begin, 2)
            self.assertIn(COUNT, out)
            self.assertIn("of 60 roots agree with the serial program, stopped by Ctrl-C", out)
            self.assertNotIn("PARTIAL", out)

    def test_second_interrupt_ends_at_once(self):
        process = self.verifying(*LONG)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGSTOP)
        time.sleep(1.05)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        process.wait(60)
        self.assertIn(process.returncode, [3, -signal.SIGINT])
        self.assertIn(COUNT, process.stdout.read())

    def test_files_are_there_before_it(self):
        record, table = self.folder / "record.json", self.folder / "table.csv"
        process = self.verifying(*LONG, "--json", record, "--csv", table)
        process.kill()
        process.communicate()
        self.assertEqual(json.loads(record.read_text())["count"], COUNT.replace(",", ""))
        self.assertIn(COUNT.replace(",", ""), table.read_text())

    def test_deadline(self):
        begin = time.monotonic()
        out, _ = self.run_command(*LONG, "--deadline", 1, code=3)
        self.assertLess(time.monotonic() - begin, 3)
        self.assertIn(COUNT, out)
        self.assertIn("stopped by the deadline", out)

    def test_what_was_covered(self):
        out, _ = self.run_command(*MANY_ROOTS, "--deadline", 1.5, code=3)
        self.assertRegex(out, r"verified: [1-9][\d,]* of 20,000 roots agree with the serial program, stopped by the deadline")
        self.assertIn("subgraphs of 4 vertices", out)

    def test_verdict_beside_a_record_on_standard_output(self):
        out, err = self.run_command(*LONG, "--deadline", 1, "--json", "-", code=3)
        self.assertEqual(json.loads(out)["status"], "complete")
        self.assertIn("stopped by the deadline", err)


if __name__ == "__main__":
    unittest.main()

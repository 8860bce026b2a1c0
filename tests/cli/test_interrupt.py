"""Stopping early: Ctrl-C, a second Ctrl-C, and a deadline."""
import json
import signal
import time
import unittest

from support import CommandTest, start, wait_for_progress

MANY_SMALL_ROOTS = ["motif", "gen:er:n=30000,m=600000,seed=1", "-k", "6", "--algorithm", "fast", "--device", "host"]
ENDLESS_ROOTS = ["motif", "gen:complete:n=120", "-k", "9", "--device", "host", "--algorithm", "paper"]


class Stopping(CommandTest):
    def require_partial(self, out, status):
        record = json.loads(out)
        self.assertEqual(record["status"], status)
        self.assertLess(record["roots"]["done"], record["roots"]["given"])

    def test_interrupt_gives_a_partial_record(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            process = start(*MANY_SMALL_ROOTS, "--json", "-", "--progress", "json")
            wait_for_progress(process)
            process.send_signal(number)
            out, _ = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 3)
            self.require_partial(out, "interrupted")

    def test_second_interrupt_ends_at_once(self):
        self.assertEqual(self.interrupt_until_killed(*ENDLESS_ROOTS), "")

    def test_two_signals_at_once_are_one(self):
        """As `timeout` sends them: to the process, and to its group."""
        for number in [signal.SIGTERM, signal.SIGINT] * 3:
            code, out = self.interrupt_twice(*ENDLESS_ROOTS, "--json", "-", seconds=0, number=number)
            self.assertEqual(code, 3)
            self.require_partial(out, "interrupted")

    def test_a_job_that_takes_hours_ends_soon(self):
        for device in ["host", "lockstep"]:
            process = start(*ENDLESS_ROOTS[:-4], "--device", device, "--algorithm", "paper", "--json", "-", "--progress",
                            "json")
            wait_for_progress(process)
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
            self.assertLess(time.monotonic() - begin, 5)  # of half a second, where nothing else is to do
            self.require_partial(out, "interrupted")

    def test_deadline(self):
        out, _ = self.run_command(*MANY_SMALL_ROOTS, "--deadline", "0.3", "--json", "-", code=3)
        self.require_partial(out, "deadline")

    def test_partial_table_says_so_and_is_not_verified(self):
        out, _ = self.run_command(*MANY_SMALL_ROOTS, "--deadline", "0.3", "--verify=2", code=3)
        self.assertIn("PARTIAL (deadline)", out)
        self.assertIn("not verified", out)


if __name__ == "__main__":
    unittest.main()

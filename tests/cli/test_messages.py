"""Standard error that is closed, full or no longer read: messages are lost, results and exit codes stay what they are."""
import contextlib
import json
import os
import signal
import time
import unittest

from support import KARATE, CommandTest, start, wait_for_progress

CLIQUES = ["clique", KARATE, "-k", "3", "--device", "host", "--progress", "json"]
MANY_SMALL_ROOTS = ["motif", "gen:er:n=30000,m=600000,seed=1", "-k", "6", "--algorithm", "fast", "--device", "host"]


@contextlib.contextmanager
def pipe_that_nobody_reads():
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stream:
        yield {"stderr": stream}


@contextlib.contextmanager
def full_device():
    with open("/dev/full", "w") as stream:
        yield {"stderr": stream}


@contextlib.contextmanager
def closed():
    yield {"stderr": None, "preexec_fn": lambda: os.close(2)}


def wait_for_handler(process, number):
    """Until the process handles the signal; it cannot say so in these places."""
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status") as status:
            caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt"))
        if caught >> (number - 1) & 1:
            return
        time.sleep(0.01)
    raise AssertionError("it ended before it was interrupted")


BAD_PLACES = [closed, full_device, pipe_that_nobody_reads]


class LostMessages(CommandTest):
    def out_in_every_place(self, *arguments, code=0):
        """What the command prints on standard output, which must not depend on where its messages go."""
        for place in BAD_PLACES:
            with self.subTest(place=place.__name__), place() as options:
                out, _ = self.run_command(*arguments, code=code, **options)
                yield out

    def test_progress(self):
        for out in self.out_in_every_place(*CLIQUES, "--json", "-"):
            self.assertEqual(json.loads(out)["count"], "45")

    def test_progress_of_pattern_tables(self):
        for out in self.out_in_every_place("motif", KARATE, "-k", 4, "--device", "host", "--progress", "json", "--csv", "-"):
            self.assertEqual(out.count("\n"), 7)

    def test_verdict(self):
        for out in self.out_in_every_place(*CLIQUES, "--verify", "--json", "-"):
            self.assertEqual(json.loads(out)["count"], "45")

    def test_bad_usage_and_bad_input(self):
        for arguments in [["nope"], ["clique", KARATE], ["clique", "/nowhere.txt", "-k", 3], ["motif", KARATE, "-k", 99]]:
            for out in self.out_in_every_place(*arguments, code=2):
                self.assertEqual(out, "")

    def test_place_that_cannot_be_written(self):
        for out in self.out_in_every_place(*CLIQUES, "--json", self.folder / "no" / "record.json", code=1):
            self.assertEqual(out, "")

    def test_sweep(self):
        table = self.folder / "sweep.csv"
        for out in self.out_in_every_place("balance", "sweep", "clique", KARATE, "-k", 3, "--device", "host", "--csv", table):
            self.assertIn("of none", out)
            table.unlink()

    def test_no_file_takes_the_messages(self):
        """A file that is opened while standard error is closed would be given its number."""
        path = self.folder / "cliques.txt"
        with closed() as options:
            self.run_command(*CLIQUES, "--list", path, **options)
        self.assertEqual([len(line.split()) for line in path.read_text().splitlines()], [3] * 45)

    def test_closed_standard_output_is_an_error(self):
        process = start("info", KARATE, stdout=None, preexec_fn=lambda: os.close(1))
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("standard output", err)

    def test_interrupt(self):
        for place in BAD_PLACES:
            with self.subTest(place=place.__name__), place() as options:
                process = start(*MANY_SMALL_ROOTS, "--progress", "json", "--json", "-", **options)
                wait_for_handler(process, signal.SIGINT)
                process.send_signal(signal.SIGINT)
                out, _ = process.communicate(timeout=120)
                self.assertEqual(process.returncode, 3)
                self.assertEqual(json.loads(out)["status"], "interrupted")

    def test_interrupt_while_verifying(self):
        for place in BAD_PLACES:
            with self.subTest(place=place.__name__), place() as options:
                record = self.folder / f"{place.__name__}.json"
                process = start("clique", "gen:complete:n=60", "-k", "8", "--device", "host", "--verify", "--json", record, **options)
                while not record.exists():
                    self.assertIsNone(process.poll(), "it ended before its record was there")
                    time.sleep(0.01)
                process.send_signal(signal.SIGINT)
                out, _ = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 3)
                self.assertIn("stopped by Ctrl-C", out)


class LostReaders(CommandTest):
    """Standard output whose reader went away (`| tee` and Ctrl-C): an error, and what goes elsewhere is written."""

    def test_interrupt_of_both(self):
        record = self.folder / "record.json"
        reader, writer = os.pipe()
        process = start(*MANY_SMALL_ROOTS, "--progress", "json", "--json", record, "--csv", "-", stdout=writer)
        os.close(writer)
        wait_for_progress(process)
        os.close(reader)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(err, r"cerrado: standard output: .*\n$")
        self.assertEqual(json.loads(record.read_text())["status"], "interrupted")

    def test_messages_and_results_in_one_pipe(self):
        for arguments in [CLIQUES, [*CLIQUES, "--verify"], [*CLIQUES, "--csv", "-"], ["info", KARATE]]:
            reader, writer = os.pipe()
            os.close(reader)
            process = start(*arguments, stdout=writer, stderr=writer)
            os.close(writer)
            self.assertEqual(process.wait(60), 1, arguments)


if __name__ == "__main__":
    unittest.main()

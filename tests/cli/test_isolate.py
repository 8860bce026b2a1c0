"""--isolate: each device in a process of its own, of which some are lost."""
import json
import os
import pathlib
import signal
import time

from support import CommandTest, start

ER = "gen:er:n=500,m=6000,seed=1"
LONG = ["motif", "gen:er:n=6000,m=80000,seed=1", "-k", 4, "--algorithm", "paper"]
THREE = ["--devices", "host,host,host", "--threads", 1, "--isolate"]


def children(process):
    return [int(word) for word in pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


class Isolate(CommandTest):
    def isolated(self, *arguments):
        environment = dict(os.environ, TMPDIR=str(self.folder))
        return start(*arguments, *THREE, "--json", "-", env=environment)

    def test_counts_what_one_process_counts(self):
        for work in [["clique", ER, "-k", 4], ["motif", ER, "-k", 4], ["match", ER, "--pattern", "house"],
                     ["match", ER, "--pattern", "K4", "--pattern", "5-cycle"], ["compress", "score", ER, "-k", 3],
                     ["temporal", "gen:bursts:n=300,m=6000,span=20000,seed=1", "--delta", 900, "--pattern", "path:3"]]:
            out, err = self.isolated(*work).communicate(timeout=60)
            record, one = json.loads(out), self.record(*work)
            for key in ["count", "patterns", "totals"]:
                self.assertEqual(record.get(key), one.get(key), (work, err))
            self.assertEqual([row["name"] for row in record["devices"]], [f"rank {i} host" for i in range(3)])
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_goes_on_without_lost_processes(self):
        expected = self.record(*LONG[:-2])["count"]
        for lost, number in [([0], signal.SIGKILL), ([2], signal.SIGSEGV), ([1, 0], signal.SIGKILL)]:
            reading = ["--read-each"] if len(lost) == 2 else []  # which means nothing to the process that is left
            process = self.isolated(*LONG, "--checkpoint-every", "0.1", *reading)
            before = set()
            for turn, which in enumerate(lost):
                while (len(found := children(process)) != 3 - turn or before & set(found)
                       or not any(self.folder.glob("*/run"))):
                    self.assertIsNone(process.poll(), "it ended before a process was lost")
                    time.sleep(0.01)
                before |= set(found)
                os.kill(found[which], number)
            out, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 0, err)
            self.assertEqual(json.loads(out)["count"], expected)
            self.assertEqual(err.count("the process of host was lost"), len(lost), err)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_interrupt_gives_the_part(self):
        process = self.isolated(*LONG[:3], 6, *LONG[4:], "--checkpoint-every", "0.1")
        while not any(self.folder.glob("*/run")) or len(children(process)) < 3:  # a part of the search is done
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertEqual(json.loads(out)["status"], "interrupted")

    def test_errors_are_said_once(self):
        self.require_refusal("clique", ER, "-k", 4, "--isolate", code=2, says=["--isolate", "--devices"])
        self.require_refusal("clique", "none", "-k", 4, *THREE, code=2, says=["none: no such file"])
        self.require_refusal("clique", ER, "-k", 4, *THREE, "--no-such", code=2, says=["--no-such"])
        self.require_refusal("clique", ER, "-k", 4, "--devices", "moon", "--isolate", code=2, says=["moon"])
        self.require_refusal("clique", ER, "-k", 4, *THREE, code=2, says=["a launcher"],
                             env=dict(os.environ, OMPI_COMM_WORLD_SIZE="2"))
        self.require_refusal("clique", ER, "-k", 4, code=1, says=["CERRADO_RANKS"], env=dict(os.environ, CERRADO_RANKS="x"))

    def test_a_folder_that_is_not_there_is_named(self):
        self.require_refusal("clique", ER, "-k", 4, *THREE, code=2, says=["--isolate", "none", "TMPDIR", "--checkpoint FILE"],
                             env=dict(os.environ, TMPDIR=str(self.folder / "none")))

    def test_the_checkpoint_of_a_run_that_fails_is_kept(self):
        process = start(*LONG, "--devices", "host", "--threads", 1, "--isolate", "--checkpoint-every", "0.1",
                        env=dict(os.environ, TMPDIR=str(self.folder)))
        while not any(self.folder.glob("*/run")):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        os.kill(children(process)[0], signal.SIGKILL)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, err)
        [kept] = self.folder.glob("*/run")
        self.assertIn(f"--resume {kept} goes on from there", err)
        self.assertEqual(self.record(*LONG, "--resume", kept)["count"], self.record(*LONG[:-2])["count"])

    def test_one_device_is_isolated_too(self):
        out, _ = self.run_command("clique", ER, "-k", 4, "--devices", "host", "--isolate", "--json", "-")
        self.assertEqual(json.loads(out)["count"], self.record("clique", ER, "-k", 4)["count"])

    def test_what_means_nothing_to_one_process_does_not_stop_it(self):
        """Neither at the start, nor if it is the last one that is left."""
        path = self.folder / "list"
        one = self.record("clique", ER, "-k", 3)
        self.run_command("clique", ER, "-k", 3, "--devices", "host", "--isolate", "--read-each", "--list", path, "--gather")
        self.assertEqual(len(path.read_text().splitlines()), int(one["count"]))

"""Times of jobs, and what a run would take on more devices: `--job-times`, `balance simulate`, `--deal`."""
import csv
import json
import unittest

from support import KARATE, CommandTest

RUN = ["motif", "gen:er:n=300,m=6000,seed=1", "-k", 4, "--algorithm", "paper", "--threads", 2]


class Simulate(CommandTest):
    def job_times(self):
        path = self.folder / "run.jobs"
        if not path.exists():
            self.run_command(*RUN, "--device", "host", "--job-times", path)
        return path

    def simulate(self, *options):
        path = self.folder / "simulated.csv"
        out, _ = self.run_command("balance", "simulate", self.job_times(), *options, "--csv", path)
        with path.open() as file:
            return out, list(csv.DictReader(file))

    def test_a_file_has_the_time_of_each_job(self):
        record = self.record(*RUN)
        times = json.loads(self.job_times().read_text())
        self.assertEqual((times["format"], times["app"], times["k"], times["workers"]), ("cerrado-job-times", "motif", 4, 2))
        self.assertEqual([len(run) for run in times["nanoseconds"]], [record["roots"]["given"]])
        self.assertLessEqual(sum(times["nanoseconds"][0]) * 1e-9, 2 * times["seconds"] * 1.05)

    def test_rows_are_bound_by_the_work_and_by_the_heaviest_job(self):
        out, rows = self.simulate("--devices", "1,2,64", "--deals", "hand-over,guided,round-robin,chunked,even")
        self.assertEqual(len(rows), 15)
        times = json.loads(self.job_times().read_text())["nanoseconds"][0]
        for row in rows:
            even = float(row["even_seconds"])
            self.assertAlmostEqual(even, sum(times) * 1e-9 / (2 * int(row["devices"])), delta=1e-6 * even)
            self.assertGreaterEqual(float(row["seconds"]), 0.999 * even)
        self.assertRegex(out, r"(?m)^ +64 +hand-over ")

    def test_recorded_on_one_device_it_predicts_that_device(self):
        _, rows = self.simulate("--devices", 1)
        recorded = json.loads(self.job_times().read_text())["seconds"]
        # Busy machines stretch the run, and not what workers note.
        self.assertLess(float(rows[0]["seconds"]), 1.2 * recorded + 0.01)

    def test_slow_devices_and_longer_jobs(self):
        _, (plain,) = self.simulate("--devices", 2, "--scale", 1000)
        _, (slow,) = self.simulate("--devices", 2, "--scale", 1000, "--slow", 3)
        self.assertAlmostEqual(float(slow["even_seconds"]) / float(plain["even_seconds"]), 1.5, delta=0.001)
        self.assertLess(float(slow["seconds"]), 1.05 * float(slow["even_seconds"]))
        _, (turns,) = self.simulate("--devices", 2, "--scale", 1000, "--slow", 3, "--deals", "round-robin")
        self.assertGreater(float(turns["seconds"]), 1.3 * float(slow["seconds"]))

    def test_ways_to_deal_give_the_same_counts(self):
        expected = self.record(*RUN)
        for deal in ["hand-over", "guided", "round-robin", "chunked", "even"]:
            record = json.loads(self.run_command(*RUN, "--devices", "host,host", "--deal", deal, "--json", "-")[0])
            self.assertEqual(record["patterns"], expected["patterns"], deal)

    def test_a_partial_run_writes_no_file(self):
        path = self.folder / "none.jobs"
        _, err = self.run_command("motif", "gen:complete:n=200", "-k", 8, "--algorithm", "paper", "--device", "host", "--deadline", 0.2,
                                  "--job-times", path, code=3)
        self.assertIn("not written", err)
        self.assertFalse(path.exists())

    def test_refusals(self):
        out = self.folder / "out"
        for options, says in [(["--deal", "even"], ["--deal even has no effect", "--devices"]),
                              (["--deal", "fair", "--devices", "host,host"], ["'fair'", "hand-over, guided"]),
                              (["--job-times", out, "--devices", "host,host"], ["--job-times", "--devices"]),
                              (["--job-times", out, "--balance", "share"], ["--job-times", "--balance"]),
                              (["--job-times", out, "--checkpoint", self.folder / "ck"], ["checkpoint"])]:
            self.require_refusal("motif", KARATE, "-k", 4, *options, code=2, says=says)
            self.assertFalse(out.exists())
        self.require_refusal("balance", "simulate", KARATE, code=2, says=["--job-times"])
        self.require_refusal("balance", "simulate", self.job_times(), "--devices", 0, code=2, says=["--devices"])
        self.require_refusal("balance", "simulate", self.job_times(), "--deals", "fair", code=2, says=["hand-over"])


if __name__ == "__main__":
    unittest.main()

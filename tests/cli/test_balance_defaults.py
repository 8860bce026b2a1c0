"""What load balancing starts from.

It is measured, shown by `info --device`, used by runs and sweeps, and kept by a sweep that goes on.
"""
import csv
import json
import unittest

from support import KARATE, CommandTest

WORK = ["motif", KARATE, "-k", 5, "--threads", 2]
SWEEP = ["balance", "sweep", "motif", KARATE, "-k", 4, "--device", "host", "--mechanisms", "none,share", "--repeat", 1]
POLLS = {2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3}


class Defaults(CommandTest):
    def host(self):
        return json.loads(self.run_command("info", "--device", "--json")[0])[-1]["balance"]

    def test_each_is_shown_with_its_origin(self):
        balance = self.host()
        self.assertEqual(list(balance), ["workers", "threshold", "donations", "poll_seconds", "origins"])
        table = self.run_command("info", "--device")[0]
        for option, key in [("--threads", "workers"), ("--threshold", "threshold"), ("--donations", "donations")]:
            self.assertRegex(table, rf"(?m)^host +{option} +{balance[key]:g}  {balance['origins'][key]}$")
        self.assertRegex(table, r"(?m)^host +--poll +\d+us  about \d+ times the time that a look takes")
        self.assertIn(balance["poll_seconds"], POLLS)

    def test_runs_use_them(self):
        used, shown = self.record(*WORK, "--balance", "share")["balance"], self.host()
        for key in ["threshold", "donations"]:
            self.assertEqual(used[key], shown[key])
        self.assertIn(used["poll_seconds"], POLLS)

    def test_what_is_given_counts(self):
        used = self.record(*WORK, "--balance", "share", "--threshold", 0.7)["balance"]
        self.assertEqual((used["threshold"], used["donations"]), (0.7, self.host()["donations"]))

    def test_a_trace_without_balancing_has_them_for_replays(self):
        trace = self.folder / "run.trace"
        self.run_command(*WORK, "--device", "host", "--trace", trace)
        header = json.loads(trace.read_text().splitlines()[0])
        self.assertEqual(header["settings"], {"threshold": self.host()["threshold"], "donations": self.host()["donations"], "seed": 1})
        self.assertIn(header["poll_seconds"], POLLS)

    def test_help_says_where_they_are_shown(self):
        for command in [["motif"], ["balance", "sweep"]]:
            self.assertRegex(self.run_command(*command, "--help")[0], r"measured.*`cerrado info --device`")


class Sweeps(CommandTest):
    def rows(self, path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def test_goes_on_with_the_settings_that_it_began_with(self):
        path = self.folder / "sweep.csv"
        self.run_command(*SWEEP, "--csv", path)
        plain, shared = self.rows(path)
        self.assertEqual((plain["threshold"], plain["donations"], plain["poll_seconds"]), ("", "", ""))
        self.assertIn(float(shared["poll_seconds"]), POLLS)
        began = path.read_text().replace(",dumato,{threshold},{donations},{workers},{poll_seconds},".format(**shared), ",dumato,0.35,3,0,0.00123,")
        self.assertIn("0.00123", began)
        path.write_text(began)
        _, err = self.run_command(*SWEEP, "--csv", path)
        self.assertEqual(err, f"2 of 2 rows were already in {path}\n")
        self.assertEqual(path.read_text(), began)

    def test_several_settings_in_the_table_are_no_default(self):
        path = self.folder / "sweep.csv"
        self.run_command(*SWEEP, "--thresholds", "0.4,0.8", "--donations", 5, "--csv", path)
        self.run_command(*SWEEP, "--csv", path)
        measured = self.rows(path)[-1]
        self.assertNotIn(measured["threshold"], ["0.4", "0.8"])
        self.assertEqual(measured["donations"], "5")


if __name__ == "__main__":
    unittest.main()

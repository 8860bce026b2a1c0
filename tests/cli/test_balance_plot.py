"""cerrado balance plot: pictures of traces and sweeps, and the Python that draws them."""
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from support import KARATE, CommandTest

TRACED = ["motif", KARATE, "-k", 7, "--threads", 4, "--device", "host"]
SWEEP = ["balance", "sweep", "motif", KARATE, "-k", 5, "--device", "host", "--mechanisms", "none,stop,share", "--thresholds",
         "0.1:0.5:0.2", "--donations", "1,16", "--workers", "1,3", "--repeat", 2]


def python_with_matplotlib():
    for python in [sys.executable, "python3", "/usr/bin/python3"]:
        if shutil.which(python) and subprocess.run([python, "-c", "import matplotlib"], capture_output=True, check=False).returncode == 0:
            return python
    return None


PYTHON = python_with_matplotlib()


class Plots(CommandTest):
    def test_median_is_that_of_the_sweep(self):
        """Of two the lower, which was measured."""
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "bench"))
        self.addCleanup(sys.path.pop, 0)
        import balance_plot
        self.assertEqual(balance_plot.median_seconds([{"seconds": 0.3}, {"seconds": 0.1}]), "0.1000")
        rows = [{"threads": 1, "way": "a", "seconds": seconds} for seconds in (0.3, 0.1)]
        self.assertEqual(balance_plot.points_of(rows, "threads", "way"), [(1, 0.1, 0.1, 0.3)])

    def test_script_goes_on_in_the_other_python(self):
        trace, other = self.folder / "run.trace", self.folder / "other"
        self.run_command(*TRACED, "--balance", "share", "--trace", trace)
        other.write_text("#!/bin/sh\necho other: \"$@\"\n")
        other.chmod(0o755)
        script = pathlib.Path(__file__).resolve().parent.parent.parent / "bench" / "balance_plot.py"
        done = subprocess.run([sys.executable, "-S", "-I", script, trace, "--to", "x.svg", f"--other-python={other}"],
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, f"other: {script} {trace} --to x.svg\n")

    def test_another_python_where_the_first_has_no_matplotlib(self):
        if subprocess.run(["/usr/bin/python3", "-c", "import matplotlib"], capture_output=True, check=False).returncode != 0:
            self.skipTest("/usr/bin/python3 has no matplotlib")
        trace = self.folder / "run.trace"
        self.run_command(*TRACED, "--balance", "share", "--trace", trace)
        first = self.folder / "bin" / "python3"
        first.parent.mkdir()
        first.write_text(f"#!/bin/sh\nexec '{sys.executable}' -S -I \"$@\"\n")
        first.chmod(0o755)
        out, _ = self.run_command("balance", "plot", trace, "--to", self.folder / "x.svg",
                                  env=dict(os.environ, PATH=f"{first.parent}:{os.environ['PATH']}"))
        self.assertIn("wrote", out)

    def test_refusals(self):
        for arguments, code, says in [(["x.csv", "--to", "x.pdf"], 2, ["svg or .png"]),
                                      (["x.csv", "--to", "x.svg", "--python", "no-such-python"], 1, ["python3-matplotlib"])]:
            self.require_refusal("balance", "plot", *arguments, code=code, says=says)

    def test_matplotlib_is_named_where_it_is_missing(self):
        trace = self.folder / "run.trace"
        self.run_command(*TRACED, "--poll", "20us", "--trace", trace)
        without = self.folder / "python"
        without.write_text(f"#!/bin/sh\nexec '{sys.executable}' -S -I \"$@\"\n")
        without.chmod(0o755)
        self.require_refusal("balance", "plot", trace, "--to", self.folder / "x.svg", "--python", without, code=1,
                             says=["matplotlib is missing", "python3-matplotlib"])
        self.assertFalse((self.folder / "x.svg").exists())

    @unittest.skipIf(PYTHON is None, "no Python with matplotlib here")
    def test_pictures(self):
        trace, table = self.folder / "run.trace", self.folder / "sweep.csv"
        self.run_command(*TRACED, "--balance", "share", "--trace", trace)
        self.run_command(*SWEEP, "--csv", table)
        for source, target, texts in [(trace, "a.svg", ["active workers", "time since the enumeration began"]),
                                      (table, "b.svg", ["threshold", "time of the enumeration", "share, dumato"]), (table, "c.png", [])]:
            picture = self.folder / target
            out, _ = self.run_command("balance", "plot", source, "--to", picture, "--python", PYTHON)
            self.assertIn(f"wrote {picture}", out)
            self.assertTrue(picture.read_bytes().startswith(b"\x89PNG" if target.endswith("png") else b"<?xml"))
            for text in texts:  # matplotlib keeps each label as a comment beside its outlines
                self.assertIn(text, picture.read_text())
        out, _ = self.run_command("balance", "plot", table, "--to", self.folder / "d.svg", "--python", PYTHON)
        self.assertIn("Seconds by donations per idle worker", out)
        self.require_refusal("balance", "plot", trace, table, "--to", self.folder / "e.svg", "--python", PYTHON, code=2, says=["one kind"])
        self.require_refusal("balance", "plot", KARATE, "--to", self.folder / "e.svg", "--python", PYTHON, code=2, says=["no table"])

    @unittest.skipIf(PYTHON is None, "no Python with matplotlib here")
    def test_simulations(self):
        jobs, table, picture = (self.folder / name for name in ("run.jobs", "simulated.csv", "devices.svg"))
        self.run_command(*TRACED, "--algorithm", "paper", "--job-times", jobs)
        self.run_command("balance", "simulate", jobs, "--devices", "1,2,4", "--deals", "hand-over,even", "--csv", table)
        out, _ = self.run_command("balance", "plot", table, "--to", picture, "--python", PYTHON)
        self.assertIn("busy share", out)
        for text in ["hand-over", "even", "heaviest job"]:
            self.assertIn(text, picture.read_text())
        table.write_text(table.read_text().replace("hand-over,", "hand-over,x"))
        self.require_refusal("balance", "plot", table, "--to", self.folder / "e.svg", "--python", PYTHON, code=2, says=["damaged"])


if __name__ == "__main__":
    unittest.main()

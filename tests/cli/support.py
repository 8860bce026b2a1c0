"""Running the built command: CERRADO_COMMAND names it (ctest sets it)."""
import atexit
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

COMMAND = os.environ.get("CERRADO_COMMAND", "cerrado")
DATASETS = pathlib.Path(__file__).resolve().parent.parent.parent / "datasets"
KARATE = str(DATASETS / "karate.txt")
# Real graphs, and small files of every kind.
DATA = pathlib.Path(os.environ.get("CERRADO_DATA_DIR", pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"))


def start(*arguments, **options):
    """The command as a process whose output is read through pipes, as text. It does not outlive the tests."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    process = subprocess.Popen([COMMAND, *map(str, arguments)], text=True, **options)
    atexit.register(process.kill)
    return process


def wait_for_progress(process):
    """Until the search of a command with `--progress json` is under way; before it tables may be built."""
    while '"event":"progress"' not in (line := process.stderr.readline()):
        assert line, "it ended before its search began"


class CommandTest(unittest.TestCase):
    """Offers a folder of its own, and runs that say what they printed when they fail."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def run_command(self, *arguments, code=0, timeout=240, **options):
        process = start(*arguments, **options)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        self.assertEqual(process.returncode, code, f"{arguments}\nstdout: {out}\nstderr: {err}")
        return out, err

    def record(self, *arguments, code=0):
        """The JSON record of a run on the host, with nothing beside it on standard output."""
        out, _ = self.run_command(*arguments, "--device", "host", "--json", "-", code=code)
        return json.loads(out)

    def interrupt_twice(self, *arguments, seconds, number=signal.SIGINT):
        """Interrupts a command that reports its progress, and again so many seconds later; meanwhile it is held, so that
        the first cannot end it. Returns: exit code and standard output."""
        process = start(*arguments, "--progress", "json")
        wait_for_progress(process)
        process.send_signal(number)
        time.sleep(0.0005)
        process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)
        out, _ = process.communicate(timeout=60)
        return process.returncode, out

    def interrupt_until_killed(self, *arguments):
        """The same with more than a second between, until it is not over before. Returns: what it printed."""
        for _ in range(20):
            code, out = self.interrupt_twice(*arguments, seconds=1.05)
            if code == -signal.SIGINT:
                return out
            self.assertEqual(code, 3)
        self.fail("the second interrupt never came in time")

    def has_cuda(self):
        devices, _ = self.run_command("info", "--device", "--json")
        return any(device["kind"] == "cuda" and device["memory_bytes"] > 0 for device in json.loads(devices))

    def require_refusal(self, *arguments, code, says, **options):
        """One line on standard error that holds every text of `says`, and nothing on standard output."""
        out, err = self.run_command(*arguments, code=code, **options)
        self.assertEqual(out, "", arguments)
        lines = [line for line in err.splitlines() if not line.endswith("--columns takes others")]  # how the graph was read
        self.assertEqual(len(lines), 1, err)
        for text in says:
            self.assertIn(text, err)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

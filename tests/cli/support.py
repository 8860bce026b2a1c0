"""Running the built command: CERRADO_COMMAND names it (ctest sets it)."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

COMMAND = os.environ.get("CERRADO_COMMAND", "cerrado")
DATASETS = pathlib.Path(__file__).resolve().parent.parent.parent / "datasets"
KARATE = str(DATASETS / "karate.txt")


def start(*arguments, **options):
    """The command as a process whose output is read through pipes, as text."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.Popen([COMMAND, *map(str, arguments)], text=True, **options)


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

    def interrupt_twice(self, process):
        """What a process that reports its progress printed before the second interrupt ended it."""
        while "progress" not in process.stderr.readline():
            self.assertIsNone(process.poll(), "it ended before it was interrupted")
        process.send_signal(signal.SIGINT)
        while "once more" not in process.stderr.readline():
            self.assertIsNone(process.poll(), "it ended before the second interrupt")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        return out

    def has_cuda(self):
        devices, _ = self.run_command("info", "--device", "--json")
        return any(device["kind"] == "cuda" and device["memory_bytes"] > 0 for device in json.loads(devices))

    def require_refusal(self, *arguments, code, says):
        """One line on standard error that holds every text of `says`, and nothing on standard output."""
        out, err = self.run_command(*arguments, code=code)
        self.assertEqual(out, "", arguments)
        self.assertEqual(err.count("\n"), 1, err)
        for text in says:
            self.assertIn(text, err)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

"""selftest counts small graphs on every device, and tells what is wrong."""
import json
import resource

from support import CommandTest

COUNTING = {"clique", "motif", "match", "graphlets", "query", "temporal", "discover", "frequent", "compress", "sieve", "six"}


class Selftest(CommandTest):
    def test_every_command_counts_right_on_every_device(self):
        out, err = self.run_command("selftest", "--json", self.folder / "record.json", cwd=self.folder)
        self.assertEqual(err, "")
        record = json.loads((self.folder / "record.json").read_text())
        self.assertTrue(record["passed"])
        devices = {check["device"] for check in record["checks"]}
        self.assertIn("host", devices)
        for device in devices:
            of_device = [check for check in record["checks"] if check["device"] == device]
            counting = COUNTING - {"six"} if device == "lockstep" else COUNTING
            self.assertEqual({check["command"].split()[1] for check in of_device}, counting)
            self.assertLess(sum(check["seconds"] for check in of_device), 60)
        self.assertEqual(out.count("  right\n"), len(record["checks"]))
        self.assertIn("all are right", out)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["record.json"])

    def test_it_says_what_fails(self):
        """No file may be longer than its messages, so no record can be written."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
        out, err = self.run_command("selftest", "--json", "-", code=1, preexec_fn=limit)
        record = json.loads(out)
        self.assertFalse(record["passed"] or any(check["passed"] for check in record["checks"]))
        self.assertRegex(record["checks"][0]["message"], "exit code 1: .*record.json")
        self.assertEqual(len(err.splitlines()), len(record["checks"]))
        self.assertIn("cerrado clique gen:complete:n=12 -k 5", err)


if __name__ == "__main__":
    import unittest
    unittest.main()

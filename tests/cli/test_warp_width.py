"""--warp-width: what it is refused for on a machine without a GPU, and what it does on one."""
import json
import os
import unittest

from support import KARATE, CommandTest

WIDTHS = [int(width) for width in os.environ.get("CERRADO_WARP_WIDTHS", "1 8 16 32").split()]


class WarpWidth(CommandTest):
    def test_is_for_cuda(self):
        for application in ["clique", "motif"]:
            for algorithm in ["fast", "paper"]:
                self.require_refusal(application, KARATE, "-k", 4, "--algorithm", algorithm, "--device", "host",
                                     "--warp-width", 8, code=2, says=["warp width of 8", "CUDA", "the host", "--device cuda"])
        self.require_refusal("motif", KARATE, "-k", 4, "--device", "lockstep", "--warp-width", 32, code=2,
                             says=["warp width of 32", "CUDA", "lockstep"])
        self.require_refusal("motif", KARATE, "-k", 4, "--device", "host", "--warp-width", 1, "--estimate", code=2,
                             says=["warp width of 1", "CUDA"])

    def test_device_is_chosen_first(self):
        if self.has_cuda():
            self.skipTest("a CUDA device is here")
        self.require_refusal("clique", KARATE, "-k", 4, "--warp-width", 16, code=2, says=["warp width of 16", "the host"])
        self.require_refusal("clique", KARATE, "-k", 4, "--device", "cuda", "--warp-width", 16, code=1, says=["CUDA", "--device host"])

    def test_other_widths_are_no_usage(self):
        for width in [0, 2, 4, 64, -1, "wide"]:
            self.require_refusal("clique", KARATE, "-k", 4, "--warp-width", width, code=2, says=["--warp-width", str(width)])

    def test_record_says_what_was_asked(self):
        self.assertEqual(self.record("clique", KARATE, "-k", 4)["parameters"]["warp_width"], 0)

    def test_counts_are_the_same_on_cuda(self):
        if not self.has_cuda():
            self.skipTest("no CUDA device is here")
        for application in ["clique", "motif"]:
            expected = self.record(application, KARATE, "-k", 4)
            for algorithm in ["fast", "paper"]:
                for width in WIDTHS:
                    out, _ = self.run_command(application, KARATE, "-k", 4, "--algorithm", algorithm, "--device", "cuda",
                                              "--warp-width", width, "--json", "-")
                    record = json.loads(out)
                    self.assertEqual((record["count"], record["patterns"]), (expected["count"], expected["patterns"]))
                    self.assertEqual(record["parameters"]["warp_width"], width)


if __name__ == "__main__":
    unittest.main()

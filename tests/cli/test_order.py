"""--order: how an application that runs on the oriented graph has its vertices numbered."""
import unittest

from support import KARATE, CommandTest


class Order(CommandTest):
    def test_record_says_which_was_used(self):
        for asked, used in [("auto", "degree"), ("degree", "degree"), ("degeneracy", "degeneracy")]:
            for algorithm in ["fast", "bitmap"]:
                record = self.record("clique", KARATE, "-k", 3, "--algorithm", algorithm, "--order", asked, "--verify")
                self.assertEqual((record["parameters"]["order"], record["order"], record["count"]), (asked, used, "45"))

    def test_is_for_oriented_applications(self):
        self.assertEqual(self.record("motif", KARATE, "-k", 3)["order"], "degree")
        self.require_refusal("motif", KARATE, "-k", 3, "--order", "degree", code=2, says=["--order"])
        self.require_refusal("clique", KARATE, "-k", 3, "--algorithm", "paper", "--order", "degeneracy", code=2,
                             says=["degeneracy", "oriented"])

    def test_other_orders_are_no_usage(self):
        self.require_refusal("clique", KARATE, "-k", 3, "--order", "random", code=2, says=["--order", "random"])


if __name__ == "__main__":
    unittest.main()

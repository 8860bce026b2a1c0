// Names of policies: bundled, registered, refused.
#include "sample_states.hpp"

#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace cerrado {
namespace {

template <class Work> std::string refusal_of(Work&& work) {
    try {
        work();
    } catch (InputError const& error) {
        return error.what();
    }
    return "not refused";
}

Policy give_one(PolicySettings const& settings) {
    return {"", [](WorkerStates const& states) { return states.idle() > 0; },
            [settings](WorkerStates const&) {
                return std::vector<Donation>{{0, settings.donations}};
            }};
}

TEST(PolicyRegistry, NamesTheBundledOnes) {
    std::vector<std::string> const names = policy_names();
    for (char const* const name : {"dumato", "even", "heaviest", "never", "random"}) {
        EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
        EXPECT_EQ(make_policy(name).name, name);
        EXPECT_FALSE(policy_description(name).empty());
    }
    EXPECT_TRUE(std::ranges::is_sorted(names));
}

TEST(PolicyRegistry, AnUnknownNameListsThoseThereAre) {
    std::string const refusal = refusal_of([] { make_policy("dumbo"); });
    EXPECT_NE(refusal.find("'dumbo'"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("dumato, even, heaviest"), std::string::npos) << refusal;
    EXPECT_EQ(refusal_of([] { policy_description("dumbo"); }), refusal);
}

TEST(PolicyRegistry, ARegisteredPolicyIsMadeWithItsSettings) {
    register_policy("registered-in-test", "gives from worker 0", give_one);
    Policy const policy = make_policy("registered-in-test", {0.5, 7});
    EXPECT_EQ(policy.name, "registered-in-test");
    EXPECT_EQ(policy.how(test::sample({9, -1}).states()), (std::vector<Donation>{{0, 7}}));
    EXPECT_EQ(policy_description("registered-in-test"), "gives from worker 0");
    EXPECT_NE(refusal_of([] { register_policy("registered-in-test", "", give_one); }).find("there already"),
              std::string::npos);
}

TEST(PolicyRegistry, RefusesNamesThatMeanSomethingElse) {
    for (char const* const name : {"none", "stop", "share"}) {
        EXPECT_NE(refusal_of([&] { register_policy(name, "", give_one); }).find("mechanism"), std::string::npos)
            << name;
    }
    for (char const* const name : {"", "two words", "a,b"}) {
        EXPECT_NE(refusal_of([&] { register_policy(name, "", give_one); }).find("cannot name"), std::string::npos)
            << name;
    }
}

TEST(PolicyRegistry, RefusesSettingsOutOfRange) {
    EXPECT_NE(refusal_of([] { make_policy("dumato", {-0.1, 16}); }).find("0 to 1"), std::string::npos);
    EXPECT_NE(refusal_of([] { make_policy("dumato", {1.5, 16}); }).find("0 to 1"), std::string::npos);
    EXPECT_NE(refusal_of([] { make_policy("dumato", {std::nan(""), 16}); }).find("0 to 1"), std::string::npos);
    EXPECT_NE(refusal_of([] { make_policy("dumato", {0.3, 0}); }).find("1 or more"), std::string::npos);
}

TEST(PolicyRegistry, RefusesHalfAPolicy) {
    EXPECT_NE(refusal_of([] { register_policy("empty-in-test", "", {}); }).find("factory"), std::string::npos);
    register_policy("half-in-test", "", [](PolicySettings const&) { return Policy{}; });
    EXPECT_NE(refusal_of([] { make_policy("half-in-test"); }).find("lacks"), std::string::npos);
}

} // namespace
} // namespace cerrado

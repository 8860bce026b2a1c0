// Looks at a run, made up for the trace tests, and a file to keep them in.
#pragma once

#include "unit/loadbalance/sample_states.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/loadbalance/trace.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace cerrado::test {

class TraceFile : public ::testing::Test {
protected:
    std::string content() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(std::string const& content) const { std::ofstream(path_, std::ios::binary) << content; }

    std::vector<TraceLook> read_all() const {
        TraceReader reader(path_);
        std::vector<TraceLook> looks;
        while (reader.next()) looks.push_back(reader.look());
        return looks;
    }

    ScopedFolder const scope_;
    std::filesystem::path const folder_ = scope_.path();
    std::string path_ = scope_.path("run.trace");
};

inline TraceHeader sample_header(std::string const& policy = "dumato", PolicySettings const& settings = {}) {
    TraceHeader header;
    header.application = "clique";
    header.graph = "gen:er:n=10,m=20,seed=1 \"quoted\"\n";
    header.k = 5;
    header.algorithm = "fast";
    header.mechanism = BalanceMechanism::share;
    header.policy = policy;
    header.settings = settings;
    header.poll_seconds = 1e-4;
    header.device = "host";
    return header;
}

// A run of 24 workers that finish one after the other; each look is shown to `trace` as the runtime does.
inline std::vector<TraceLook> observe_run(TraceWriter& trace, Policy const& policy, int looks = 400) {
    std::mt19937_64 random(3);
    std::vector<TraceLook> seen;
    TraceLook look;
    look.workers.assign(24, {true, 50});
    for (int i = 0; i < looks; ++i) {
        look.seconds = i * 1.1e-4 + 1.0 / 3e7;
        look.queued_jobs = static_cast<std::uint64_t>(i < 20 ? 20 - i : 0);
        WorkerState& worker = look.workers[random() % look.workers.size()];
        worker = {random() % 4 != 0, static_cast<std::uint32_t>(random() % 300)};
        look.decision = decide(policy, look.states());
        look.stop_seconds = look.decision.rebalance ? 1.5e-3 : 0;
        trace({look.states(), look.decision, look.stop_seconds, look.donated});
        look.donated += total_of(look.decision.donations);
        seen.push_back(look);
        seen.back().donated -= total_of(look.decision.donations);
    }
    return seen;
}

} // namespace cerrado::test

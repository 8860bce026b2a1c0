// Traces that were cut off are read as far as they go; damaged ones are refused with file and line.
#include "trace_helpers.hpp"

#include <cerrado/core/error.hpp>

#include <algorithm>

namespace cerrado {
namespace {

class DamagedTrace : public test::TraceFile {
protected:
    DamagedTrace() {
        TraceWriter trace(path_, test::sample_header(), 0);
        test::observe_run(trace, make_policy("dumato"), 30);
        trace.finish(1, Status::complete);
        whole_ = content();
    }

    // The message with which reading the file ends.
    std::string refusal() const {
        try {
            read_all();
        } catch (InputError const& error) {
            return error.what();
        }
        return "not refused";
    }

    void replace(std::string const& text, std::string const& with) {
        std::string changed = whole_;
        std::size_t const at = changed.rfind(text);
        ASSERT_NE(at, std::string::npos) << text;
        write(changed.replace(at, text.size(), with));
    }

    std::string whole_;
};

TEST_F(DamagedTrace, EveryCutAfterTheHeaderIsReadAsFarAsItGoes) {
    std::size_t const all = read_all().size();
    std::size_t const header = whole_.find('\n') + 1;
    std::size_t cut_lines = 0;
    for (std::size_t length = header; length < whole_.size(); length += 7) {
        write(whole_.substr(0, length));
        TraceReader reader(path_);
        std::size_t looks = 0;
        while (reader.next()) ++looks;
        std::size_t const lines = static_cast<std::size_t>(
            std::count(whole_.begin(), whole_.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
        ASSERT_EQ(looks, std::min(all, lines - 1)) << length;
        ASSERT_FALSE(reader.end());
        ASSERT_FALSE(reader.note().empty());
        if (reader.note().find("cut off") != std::string::npos) ++cut_lines;
    }
    EXPECT_GT(cut_lines, 100u);
}

TEST_F(DamagedTrace, ADamagedLineIsNamed) {
    replace("\"reason\"", "\"raisin\"");
    EXPECT_NE(refusal().find("run.trace:" + std::to_string(std::count(whole_.begin(), whole_.end(), '\n') - 1) +
                             ": a damaged line"),
              std::string::npos)
        << refusal();
}

TEST_F(DamagedTrace, AMissingLineIsNoticed) {
    std::size_t const second = whole_.find("\n{\"time\"", whole_.find('\n') + 1);
    std::size_t const third = whole_.find('\n', second + 1);
    write(std::string(whole_).erase(whole_.find('\n') + 1, third - whole_.find('\n')));
    EXPECT_NE(refusal().find("a line is missing"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, AWorkerBeyondTheHeaderIsRefused) {
    replace("\"changes\":[", "\"changes\":[[4000000000,1,1],");
    EXPECT_NE(refusal().find("beyond the 24"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, StatesOfAnotherNumberOfWorkersAreRefused) {
    replace("\"all\":[", "\"all\":[5,");
    EXPECT_NE(refusal().find("the states of 25 workers, but the header has 24"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, ABriefLookThatRebalancesIsRefused) {
    write(whole_.substr(0, whole_.find('\n') + 1) +
          R"({"time":1,"skipped":0,"active":0,"idle":24,"queued":0,"shared":0,"donated":0,"rebalance":true})" + "\n");
    EXPECT_NE(refusal().find("without states"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, OtherVersionsAndFormatsAreRefused) {
    replace("\"version\":2", "\"version\":1");
    EXPECT_NE(refusal().find("run.trace:1: version 1"), std::string::npos) << refusal();
    replace("cerrado-trace", "cerrado-crate");
    EXPECT_NE(refusal().find("another format"), std::string::npos) << refusal();
    replace("\"workers\":24", "\"workers\":4000000000");
    EXPECT_NE(refusal().find("too many"), std::string::npos) << refusal();
}

TEST_F(DamagedTrace, WhatIsNoTraceIsRefused) {
    for (auto const& [text, says] :
         std::vector<std::pair<std::string, std::string>>{{"", "empty"},
                                                          {"1 2\n3 4\n", "no header"},
                                                          {"[]\n", "no header"},
                                                          {"{\"format\":\"cerrado-trace\"", "cut off"}}) {
        write(text);
        EXPECT_NE(refusal().find(says), std::string::npos) << text << ": " << refusal();
    }
    path_ = folder_.string();
    EXPECT_NE(refusal().find("a directory"), std::string::npos) << refusal();
    path_ += "/nothing";
    EXPECT_NE(refusal().find("cannot be opened"), std::string::npos) << refusal();
}

} // namespace
} // namespace cerrado

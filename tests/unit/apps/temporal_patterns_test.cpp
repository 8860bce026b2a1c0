// Texts of temporal patterns, and their symmetries.
#include "temporal/patterns.hpp"
#include "temporal/verifier.hpp"
#include "unit/apps/temporal_golden.hpp"
#include "unit/message_of.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {
namespace {

using Settings = TemporalPatternSettings;

// "0>1,1>2 total" of each.
std::vector<std::string> said_by(std::string const& text, Settings const& settings = {}) {
    std::vector<std::string> said;
    for (TemporalPattern const& pattern : parse_temporal_patterns(text, settings))
        said.push_back(text_of(pattern) + " " + order_of(pattern));
    return said;
}
std::string said_by_one(std::string const& text, Settings const& settings = {}) {
    std::vector<std::string> const said = said_by(text, settings);
    EXPECT_EQ(said.size(), 1);
    return said[0];
}
std::string refusal_of_pattern(std::string const& text, Settings const& settings = {}) {
    return message_of<InputError>([&] { parse_temporal_patterns(text, settings); });
}

TemporalPattern pattern_of(std::string const& text, std::string const& order = "") {
    return parse_temporal_patterns(text, {.order = order})[0];
}

TEST(TemporalPatterns, AreArcsInTheOrderOfTheText) {
    TemporalPattern const pattern = pattern_of(" 0>1, 1 -> 2 ,2-0 ");
    EXPECT_EQ(pattern.name, " 0>1, 1 -> 2 ,2-0 ");
    EXPECT_EQ(pattern.arcs, (std::vector<TemporalPattern::Arc>{{0, 1}, {1, 2}, {2, 0, true}}));
    EXPECT_EQ(pattern.before, (std::vector<TemporalPattern::ArcSet>{0b000, 0b001, 0b011}));
    EXPECT_EQ(pattern.vertices(), 3);
    EXPECT_TRUE(pattern.is_total());
    EXPECT_TRUE(pattern.has_either());
    EXPECT_FALSE(pattern_of("0>1,1>0").has_either());
    EXPECT_EQ(text_of(pattern), "0>1,1>2,2-0");
    EXPECT_EQ(said_by_one("0>1"), "0>1 total");
    EXPECT_EQ(said_by_one("3>0,1>0,1-2"), "3>0,1>0,1-2 total");
}

TEST(TemporalPatterns, HaveAnyOrder) {
    EXPECT_EQ(said_by_one("0>1,1>2,2>0", {.order = "none"}), "0>1,1>2,2>0 none");
    EXPECT_EQ(said_by_one("0>1,1>2,2>0", {.order = "total"}), "0>1,1>2,2>0 total");
    EXPECT_EQ(said_by_one("0>1,1>2,2>0", {.order = "1<3,2<3"}), "0>1,1>2,2>0 1<3,2<3");
    EXPECT_EQ(said_by_one("0>1,1>2,2>0,0>3", {.order = " 3 < 4 < 2 , 3<2"}), "0>1,1>2,2>0,0>3 3<4,4<2");
    TemporalPattern const closed = pattern_of("0>1,1>2,2>0,0>3", "3<4,4<2");
    EXPECT_EQ(closed.before, (std::vector<TemporalPattern::ArcSet>{0, 0b1100, 0, 0b0100}));
    EXPECT_FALSE(closed.is_total());
    EXPECT_EQ(said_by_one("0>1,1>2", {.order = "1<2"}), "0>1,1>2 total");
    // the numbers of arcs stay those of the text
    EXPECT_EQ(said_by_one("0>1,1>2,2>0", {.order = "3<1<2"}), "0>1,1>2,2>0 1<2,3<1");
    TemporalPattern turned = pattern_of("0>1,1>2");
    turned.before = {0b10, 0};
    EXPECT_EQ(order_of(turned), "2<1");
    EXPECT_EQ(said_by("path:2,fan-in:2", {.order = "none"}),
              (std::vector<std::string>{"0>1,1>2 none", "1>0,2>0 none"}));
}

TEST(TemporalPatterns, AreReadAgain) {
    for (char const* text : {"cycle:2..8", "path:1..7", "fan-in:1..7", "scatter-gather:1..6", "gather-scatter:1..3",
                             "stack:1..3", "burst:12", "0-1,1>2,1-0", "ping-pong:12"}) {
        for (TemporalPattern const& pattern : parse_temporal_patterns(text)) {
            TemporalPattern const again = pattern_of(text_of(pattern), order_of(pattern));
            EXPECT_EQ(again.arcs, pattern.arcs) << pattern.name;
            EXPECT_EQ(again.before, pattern.before) << pattern.name;
        }
    }
}

TEST(TemporalPatterns, HaveLabels) {
    TemporalPattern const pattern = pattern_of("1:B|A|B, 0>1 / wire ,1>2,2-0/card > 3 , 2:Green Tea", "2<3,3<1");
    EXPECT_EQ(pattern.arcs, (std::vector<TemporalPattern::Arc>{{0, 1}, {1, 2}, {2, 0, true}}));
    EXPECT_EQ(pattern.before, (std::vector<TemporalPattern::ArcSet>{0b110, 0b000, 0b010}));
    EXPECT_EQ(pattern.vertex_labels, (std::vector<std::vector<std::string>>{{}, {"A", "B"}, {"Green Tea"}}));
    EXPECT_EQ(pattern.arc_labels, (std::vector<std::string>{"wire", "", "card > 3"}));
    EXPECT_TRUE(pattern.has_vertex_labels());
    EXPECT_TRUE(pattern.has_arc_labels());
    EXPECT_EQ(text_of(pattern), "1:A|B,2:Green Tea,0>1/wire,1>2,2-0/card > 3");
    TemporalPattern const plain = pattern_of("0>1");
    EXPECT_TRUE(plain.vertex_labels.empty() && plain.arc_labels.empty());
    EXPECT_EQ(pattern_of("0:\\?,0>1").vertex_labels[0], (std::vector<std::string>{"?"}));
    for (char const* text : {"0:A|B,1:?!,0>1/x,1-0", "0>1/a/b,1>0", "0:\\?,1:\\\\?,0>1", "0-1/1>2,0>1"}) {
        TemporalPattern const one = pattern_of(text), again = pattern_of(text_of(one));
        EXPECT_EQ(text_of(one), text);
        EXPECT_EQ(again.vertex_labels, one.vertex_labels);
        EXPECT_EQ(again.arc_labels, one.arc_labels);
    }
}

TEST(TemporalPatterns, HaveNames) {
    EXPECT_EQ(said_by_one("cycle:2"), "0>1,1>0 total");
    EXPECT_EQ(said_by_one("path:3"), "0>1,1>2,2>3 total");
    EXPECT_EQ(said_by_one("stack:3"), "0>1,0>2,0>3,1>4,2>5,3>6 1<4,2<5,3<6");
    EXPECT_EQ(said_by_one("scatter-gather:3"), "0>1,0>2,0>3,1>4,2>4,3>4 1<4,2<5,3<6");
    EXPECT_EQ(said_by_one("gather-scatter:1"), "1>0,0>2 total");
    EXPECT_EQ(said_by("cycle:2..3,fan-in:2 fan-out:2 , burst:2"),
              (std::vector<std::string>{"0>1,1>0 total", "0>1,1>2,2>0 total", "1>0,2>0 none", "0>1,0>2 none",
                                        "0>1,0>1 total"}));
    std::vector<std::string> names;
    for (TemporalPattern const& pattern : parse_temporal_patterns("cycle:2..4,ping-pong:3"))
        names.push_back(pattern.name);
    EXPECT_EQ(names, (std::vector<std::string>{"cycle:2", "cycle:3", "cycle:4", "ping-pong:3"}));
}

TEST(TemporalPatterns, OfNamesAreThoseOfTheTables) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    std::map<std::string, GoldenPattern> const golden = golden_temporal_patterns();
    std::map<std::string, std::string> const name_of{{"cycle:2", "cycle2"},
                                                     {"cycle:3", "cycle3"},
                                                     {"cycle:4", "cycle4"},
                                                     {"ping-pong:4", "pingpong4"},
                                                     {"burst:4", "burst4"},
                                                     {"fan-in:3", "fanin3"},
                                                     {"fan-in:4", "fanin4"},
                                                     {"fan-out:3", "fanout3"},
                                                     {"fan-out:4", "fanout4"},
                                                     {"scatter-gather:2", "scatter2"},
                                                     {"gather-scatter:2", "gather2"},
                                                     {"stack:2", "stack2"},
                                                     {"path:3", "M1"}};
    for (auto const& [preset, name] : name_of) {
        GoldenPattern const& wanted = golden.at(name);
        EXPECT_EQ(said_by_one(preset), wanted.pattern + " " + wanted.order) << name;
        EXPECT_EQ(said_by_one(wanted.pattern, {.order = wanted.order}), wanted.pattern + " " + wanted.order) << name;
    }
}

TEST(TemporalPatterns, HaveGaps) {
    auto const gaps = [](std::string const& text, std::string const& gap, TimeUnit unit = TimeUnit::none) {
        return parse_temporal_patterns(text, {.gap = gap, .is_consecutive = true, .unit = unit})[0].gaps;
    };
    EXPECT_EQ(gaps("0>1,1>2,2>0", "600"), (std::vector<std::int64_t>{600, 600}));
    EXPECT_EQ(gaps("0>1,1>2,2>0", "900, 30"), (std::vector<std::int64_t>{900, 30}));
    EXPECT_EQ(gaps("cycle:3", "10min,1h", TimeUnit::seconds), (std::vector<std::int64_t>{600, 3600}));
    EXPECT_EQ(gaps("0>1", "600"), (std::vector<std::int64_t>{}));
    EXPECT_EQ(gaps("0>1,1>2", ""), (std::vector<std::int64_t>{}));
    EXPECT_TRUE(parse_temporal_patterns("fan-in:2", {.is_consecutive = true})[0].is_consecutive);
    EXPECT_FALSE(pattern_of("fan-in:2").is_consecutive);
}

TEST(TemporalPatterns, SayWhatIsWrong) {
    std::string const names = "cycle, path, ping-pong, burst, fan-in, fan-out, scatter-gather, gather-scatter, stack";
    std::vector<std::pair<std::string, std::string>> const refused{
        {"", "at its end: expected arcs such as 0>1,1>2, or a name such as cycle:3"},
        {"  ", "at its end: expected arcs such as 0>1,1>2, or a name such as cycle:3"},
        {"0>1,1>1", "character 5, \"1>1\": a loop, and patterns have none: join two different vertices"},
        {"0>1,2>3", "its arcs are not connected: none joins 2 with the others, so count the parts alone"},
        {"0>1,3>1", "vertices are numbered 0, 1, 2 and so on, and 2 is missing"},
        {"1>2,2>3", "vertices are numbered 0, 1, 2 and so on, and 0 is missing"},
        {"0>1,1>8", "character 7, \"8\": vertices are numbered from 0 to 7"},
        {"0>1,1>99999999999", "character 7, \"99999999999\": the number is too large"},
        {"0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,1>0", "character 49, \"1>0\": a pattern has at most 12 arcs"},
        {"0>1,", "at its end: expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL"},
        {"0>1,,1>2", "character 5, \"\": expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL"},
        {"0:A,0>", "at its end: expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL"},
        {"0>1,1:", "at its end: a label is empty: write it after the mark, or leave the mark out"},
        {"0>1,1:A||B", "character 7, \"A||B\": a label is empty: write it after the mark, or leave the mark out"},
        {"0>1,1:?",
         "character 7, \"?\": labels are not discovered here: name them, or write \\? for the label ? itself"},
        {"0>1/,1:A", "character 1, \"0>1/\": the label of the arc is empty: write it after the /, or leave the / out"},
        {"0>1,2:A", "at its end: vertex 2 has a label and no arc: give it an arc, or leave the label out"},
        {"0:A", "at its end: vertex 0 has a label and no arc: give it an arc, or leave the label out"},
        {"0:A,0>1,0:B",
         "character 9, \"0:B\": vertex 0 has two lists of labels: write all allowed labels in one list, as in 0:A|B"},
        {"0>1 1>2", "character 5, \"1>2\": expected a comma between arcs"},
        {"0~1", "character 1, \"0~1\": expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL"},
        {"0<>1", "character 1, \"0<>1\": expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL"},
        {"0>-1", "character 3, \"-1\": expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL"},
        {"0>1,a>2", "character 5, \"a>2\": expected 0>1 or 0-1, 0>1/LABEL, or 0:LABEL"},
        {"0>1,cycle:3", "character 5, \"cycle:3\": arcs and names do not mix: write the name as a pattern of its own"},
        {"cycle:3,0>1", "character 9, \"0>1\": arcs and names do not mix: write the arcs as a pattern of their own"},
        {"cylce:3", "character 1, \"cylce:3\": no such name; did you mean cycle?"},
        {"cycle:3, fan_in:3", "character 10, \"fan_in:3\": no such name; did you mean fan-in?"},
        {"triangle", "character 1, \"triangle\": expected arcs such as 0>1,1>2, or a name: " + names},
        {"cycle", "at its end: expected a number behind cycle, as in cycle:8"},
        {"cycle,path:3", "character 6, \"\": expected a number behind cycle, as in cycle:8"},
        {"cycle:", "at its end: expected a number, as in cycle:8"},
        {"cycle:x", "character 7, \"x\": expected a number, as in cycle:8"},
        {"cycle:1",
         "character 7, \"1\": the number of cycle is from 2 to 8, since a pattern has at most 12 arcs and 8 "
         "vertices"},
        {"cycle:2..9",
         "character 10, \"9\": the number of cycle is from 2 to 8, since a pattern has at most 12 arcs "
         "and 8 vertices"},
        {"stack:4",
         "character 7, \"4\": the number of stack is from 1 to 3, since a pattern has at most 12 arcs and 8 "
         "vertices"},
        {"cycle:4..2", "character 7, \"4..2\": the range ends before it begins: write 2..4"},
        {"cycle:3..", "at its end: expected a number, as in cycle:8"},
        {"cycle:3,", "at its end: expected arcs such as 0>1,1>2, or a name: " + names},
        {"cycle:3path:2", "character 8, \"path:2\": expected a comma between names"},
    };
    for (auto const& [text, because] : refused) {
        std::string const wanted = fmt::format("temporal pattern \"{}\"", text);
        bool const has_place = because.starts_with("at ") || because.starts_with("character ");
        EXPECT_EQ(refusal_of_pattern(text), wanted + (has_place ? ", " : ": ") + because);
    }
}

TEST(TemporalPatterns, SayWhatIsWrongWithAnOrder) {
    auto const refusal = [](std::string const& order) { return refusal_of_pattern("0>1,1>2,2>0", {.order = order}); };
    EXPECT_EQ(refusal("1<2,2<1"),
              "order \"1<2,2<1\" has a cycle: arc 1 would be before itself; leave one of its conditions out");
    EXPECT_EQ(refusal("2<3<2"),
              "order \"2<3<2\" has a cycle: arc 2 would be before itself; leave one of its conditions out");
    EXPECT_EQ(refusal("3<3"),
              "order \"3<3\" has a cycle: arc 3 would be before itself; leave one of its conditions out");
    EXPECT_EQ(refusal("1<2,2<4"), "order \"1<2,2<4\", character 7, \"4\": 0>1,1>2,2>0 has the arcs 1 to 3");
    EXPECT_EQ(refusal("0<1"), "order \"0<1\", character 1, \"0<1\": 0>1,1>2,2>0 has the arcs 1 to 3");
    EXPECT_EQ(refusal("1>2"), "order \"1>2\", character 2, \">2\": expected < and the number of another arc");
    EXPECT_EQ(refusal("1<"), "order \"1<\", at its end: expected numbers of arcs, as in 1<3,2<3, or none");
    EXPECT_EQ(refusal("any"), "order \"any\", character 1, \"any\": expected numbers of arcs, as in 1<3,2<3, or none");
    EXPECT_EQ(refusal("1<2 2<3"), "order \"1<2 2<3\", character 5, \"2<3\": expected a comma between conditions");
    EXPECT_EQ(refusal_of_pattern("cycle:2..4", {.order = "1<3"}),
              "order \"1<3\", character 3, \"3\": cycle:2 has the arcs 1 to 2");
}

TEST(TemporalPatterns, SayWhatIsWrongWithGaps) {
    auto const refusal = [](std::string const& text, Settings const& settings) {
        return refusal_of_pattern(text, settings);
    };
    std::string const needs = "it is between an arc and the next one, so it needs a total order, and ";
    std::string const remedy = "; give the order total, or leave the gap out";
    EXPECT_EQ(refusal("fan-in:3", {.gap = "60"}), "gap \"60\": " + needs + "fan-in:3 has the order none" + remedy);
    EXPECT_EQ(refusal("0>1,1>2,2>3", {.order = "1<3,2<3", .gap = "60"}),
              "gap \"60\": " + needs + "0>1,1>2,2>3 has the order 1<3,2<3" + remedy);
    EXPECT_EQ(refusal("cycle:3..4", {.gap = "60,60"}),
              "gap \"60,60\": 2 durations for the 4 arcs of cycle:4: give one for all, or one for each but the last");
    for (std::string const gap : {"60,", "1h", "-5", "x"}) { // times are plain numbers
        std::string const message = refusal("cycle:3", {.gap = gap});
        EXPECT_TRUE(message.starts_with(fmt::format("gap \"{}\": '", gap))) << message;
    }
}

TEST(TemporalPatterns, OfProgramsAreTested) {
    auto const refusal = [](auto const& change) {
        TemporalPattern pattern = pattern_of("0>1,1>2");
        pattern.name.clear();
        change(pattern);
        return message_of<InputError>([&] { temporal::require_valid(pattern); });
    };
    std::string const begin = "temporal pattern \"0>1,1>2\": ";
    EXPECT_NO_THROW(temporal::require_valid(pattern_of("0>1,1>2")));
    EXPECT_EQ(refusal([](auto& pattern) {
                  pattern.before = {0, 0, 0};
              }),
              begin + "its order is not one set for each arc");
    EXPECT_EQ(refusal([](auto& pattern) {
                  pattern.before = {0, 0b100};
              }),
              begin + "its order names arcs that it has not");
    EXPECT_EQ(refusal([](auto& pattern) { pattern.before = {0b10, 0b01}; }), begin + "its order is not transitive");
    EXPECT_EQ(refusal([](auto& pattern) {
                  pattern.before = {0b01, 0};
              }),
              begin + "its order has a cycle: arc 1 would be before itself; leave one of its conditions out");
    EXPECT_EQ(refusal([](auto& pattern) { pattern.gaps = {1, 2}; }), begin + "gaps are one less than arcs");
    EXPECT_EQ(refusal([](auto& pattern) { pattern.gaps = {-1}; }), begin + "a gap is negative");
    EXPECT_EQ(refusal([](auto& pattern) {
                  pattern.before = {0, 0};
                  pattern.gaps = {1};
              }),
              begin + "it has gaps, which need a total order");
    EXPECT_EQ(refusal([](auto& pattern) { pattern.arcs.clear(); }),
              "temporal pattern \"\": it has no arcs: expected arcs such as 0>1,1>2");
    EXPECT_EQ(refusal([](auto& pattern) {
                  pattern.arcs[1] = {1, 1};
              }),
              "temporal pattern \"0>1,1>1\": it has a loop, and patterns have none: join two different vertices");
    EXPECT_EQ(refusal([](auto& pattern) {
                  pattern.arcs[1] = {1, -1};
              }),
              "temporal pattern \"0>1,1>-1\": vertices are numbered from 0 to 7");
    EXPECT_EQ(refusal([](auto& pattern) {
                  pattern.arcs.resize(13, {0, 1});
              }),
              fmt::format("temporal pattern \"{}\": a pattern has at most 12 arcs",
                          "0>1,1>2,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1,0>1"));
}

// Cells.

TEST(TemporalCells, AreThoseOfTheTable) {
    EXPECT_EQ(text_of(motif_of_cell(0, 0)), "0>1,2>1,0>1");
    EXPECT_EQ(text_of(motif_of_cell(1, 3)), "0>1,1>2,2>0");
    EXPECT_EQ(text_of(motif_of_cell(2, 5)), "0>1,2>0,2>1");
    EXPECT_EQ(text_of(motif_of_cell(3, 2)), "0>1,0>2,0>2");
    EXPECT_EQ(text_of(motif_of_cell(4, 1)), "0>1,1>0,1>0");
    EXPECT_EQ(text_of(motif_of_cell(5, 4)), "0>1,0>1,1>2");
    std::set<std::string> texts;
    for (int cell = 0; cell < 36; ++cell) {
        TemporalPattern const motif = motif_of_cell(cell / 6, cell % 6);
        EXPECT_NO_THROW(temporal::require_valid(motif));
        EXPECT_EQ(motif.vertices(), cell / 6 >= 4 && cell % 6 < 2 ? 2 : 3);
        EXPECT_TRUE(symmetry_of(motif).automorphisms == 1);
        texts.insert(motif.name);
    }
    EXPECT_EQ(texts.size(), 36);
}

TEST(TemporalCells, BecomeContacts) {
    MotifTable ones{};
    ones.fill(1);
    EXPECT_EQ(contacts_of(ones), (ContactTable{4, 8, 8, 8, 8})); // the first arc is u>v; others have two directions
    EXPECT_EQ(contact_of_cell(4, 0), 0);
    EXPECT_EQ(contact_of_cell(5, 3), 1);
    EXPECT_EQ(contact_of_cell(2, 1), 2);
    EXPECT_EQ(contact_of_cell(3, 3), 3);
    EXPECT_EQ(contact_of_cell(0, 4), 3);
    EXPECT_EQ(contact_of_cell(1, 3), 4);
}

// Contacts are counted as patterns that take arcs either way.
TEST(TemporalCells, AddUpToContacts) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    std::vector<GoldenTemporal> const rows = golden_temporal();
    int compared = 0;
    for (GoldenTemporal const& table : rows) {
        if (table.graph != "sfhh" || table.kind != "motifs") continue;
        ContactTable const contacts = contacts_of(table.table());
        std::string const names[] = {"AAA", "AAB", "ABA", "ABB", "ABC"};
        for (GoldenTemporal const& row : rows) {
            auto const* const name = std::ranges::find(names, row.pattern.name);
            if (row.graph != "sfhh" || name == std::end(names) || row.settings.delta != table.settings.delta ||
                row.settings.ties != table.settings.ties)
                continue;
            ++compared;
            EXPECT_EQ(to_string(contacts[static_cast<std::size_t>(name - names)]), row.value) << row.what();
        }
    }
    EXPECT_EQ(compared, 10);
}

// Symmetries.

// The permutations of the arcs, once for each permutation of the vertices that fits. By the definition.
std::vector<std::vector<int>> automorphisms_of(TemporalPattern const& pattern) {
    auto const size = pattern.arcs.size();
    std::vector<std::vector<int>> found;
    std::vector<int> vertices(static_cast<std::size_t>(pattern.vertices())), arcs(size);
    auto const fits = [&](std::size_t i) {
        TemporalPattern::Arc const &arc = pattern.arcs[i], &image = pattern.arcs[static_cast<std::size_t>(arcs[i])];
        TemporalPattern::Arc moved{vertices[static_cast<std::size_t>(arc.from)],
                                   vertices[static_cast<std::size_t>(arc.to)], arc.is_either};
        if (!pattern.arc_labels.empty() &&
            pattern.arc_labels[i] != pattern.arc_labels[static_cast<std::size_t>(arcs[i])])
            return false;
        if (moved == image) return true;
        std::swap(moved.from, moved.to);
        return arc.is_either && moved == image;
    };
    auto const is_before = [&](int i, int j) {
        return (pattern.before[static_cast<std::size_t>(j)] >> static_cast<unsigned>(i) & 1U) != 0;
    };
    std::iota(vertices.begin(), vertices.end(), 0);
    auto const keeps_labels = [&] {
        for (std::size_t v = 0; v < pattern.vertex_labels.size(); ++v) {
            if (pattern.vertex_labels[v] != pattern.vertex_labels[static_cast<std::size_t>(vertices[v])]) return false;
        }
        return true;
    };
    do {
        std::iota(arcs.begin(), arcs.end(), 0);
        do {
            bool keeps = keeps_labels();
            for (std::size_t i = 0; i < size && keeps; ++i) keeps = fits(i);
            for (std::size_t i = 0; i < size && keeps; ++i) {
                for (std::size_t j = 0; j < size && keeps; ++j)
                    keeps = is_before(static_cast<int>(i), static_cast<int>(j)) == is_before(arcs[i], arcs[j]);
            }
            if (keeps) found.push_back(arcs);
        } while (std::ranges::next_permutation(arcs).found);
    } while (std::ranges::next_permutation(vertices).found);
    return found;
}

// Whatever the ranks of a match's arcs, one of its images meets the restrictions.
void expect_symmetry(TemporalPattern const& pattern) {
    SCOPED_TRACE(text_of(pattern) + " " + order_of(pattern));
    TemporalSymmetry const symmetry = symmetry_of(pattern);
    std::vector<std::vector<int>> const automorphisms = automorphisms_of(pattern);
    EXPECT_EQ(to_string(symmetry.automorphisms), std::to_string(automorphisms.size()));
    EXPECT_EQ(symmetries_of(pattern), automorphisms.size());
    std::vector<int> ranks(pattern.arcs.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    do {
        int meeting = 0;
        for (std::vector<int> const& arcs : automorphisms) {
            auto const rank = [&](int arc) {
                return ranks[static_cast<std::size_t>(arcs[static_cast<std::size_t>(arc)])];
            };
            meeting += std::ranges::all_of(symmetry.restrictions, [&](auto const& restriction) {
                return rank(restriction.first) < rank(restriction.second);
            });
        }
        ASSERT_EQ(meeting, symmetry.repetitions);
    } while (std::ranges::next_permutation(ranks).found);
}

TEST(TemporalSymmetries, LeaveOneImageOfEachMatch) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    std::map<std::string, GoldenPattern> const patterns = golden_temporal_patterns();
    EXPECT_GE(patterns.size(), 46);
    for (auto const& [name, golden] : patterns) {
        TemporalPattern const pattern = golden.parsed();
        if (pattern.arcs.size() <= 6) expect_symmetry(pattern);
        EXPECT_TRUE(!pattern.is_total() || symmetry_of(pattern).restrictions.empty()) << name;
    }
}

TEST(TemporalSymmetries, OfPatternsWithEitherArcsAndAnyOrder) {
    std::vector<std::pair<char const*, char const*>> const patterns{
        {"0-1", "none"},
        {"0-1,0-1", "none"},
        {"0-1,1-0,0-1", "1<3"},
        {"0-1,0>1", "none"},
        {"0-1,0>1,1>0", "none"},
        {"0>1,1>0", "none"},
        {"0>1,0>1,0>1,0>1", "1<3,2<4"},
        {"0>1,0>1,0>1,0>1", "1<2,1<3"},
        {"0>1,0>1,2>1,2>1", "1<2,3<4"},
        {"0>1,0>1,2>1,2>1", "none"},
        {"0>1,2>1,0>1,2>1", "1<4,2<3"},
        {"0-1,1-2,2-0", "none"},
        {"0-1,1-2,2-3", "none"},
        {"0-1,1-2,2-3", "2<1,2<3"},
        {"0>1,2>3,1>3,0>2", "none"},
        {"0-1,2-3,1-2,3-0", "1<3,1<4,2<3,2<4"},
        {"0-1,2-3,1-2,3-0,0-2", "none"},
        {"0>1,1-2,2-0", "none"},
        {"0:A,0-1", "none"},
        {"0:A,1:A,0-1,0-1", "none"},
        {"0-1/x,0-1", "none"},
        {"0-1/x,0-1/x,0-1", "none"},
        {"1:A,2:A,3:B,1>0,2>0,3>0", "none"},
        {"1>0/x,2>0/x,3>0", "none"},
        {"0:A,0-1,1-2,2-0", "none"},
        {"0:A,2:A,0-1,1-2,2-3,3-0", "none"},
        {"0-1/x,1-2,2-3/x,3-0", "none"},
    };
    for (auto const& [text, order] : patterns) expect_symmetry(pattern_of(text, order));
    EXPECT_EQ(symmetry_of(pattern_of("0-1,0-1,0-1")).repetitions, 2);
    EXPECT_EQ(symmetry_of(pattern_of("0-1,0-1,0>1")).repetitions, 1);
}

TEST(TemporalSymmetries, OfLargePatterns) {
    auto const automorphisms = [](std::string const& text, std::string const& order = "") {
        return to_string(symmetry_of(pattern_of(text, order)).automorphisms);
    };
    EXPECT_EQ(automorphisms("burst:12", "none"), "479001600");
    EXPECT_EQ(automorphisms("burst:12", "1<2,3<4,5<6,7<8,9<10,11<12"), "720");
    EXPECT_EQ(automorphisms("burst:12", "1<2"), "3628800");
    EXPECT_EQ(automorphisms("burst:12"), "1");
    EXPECT_EQ(automorphisms("fan-in:7"), "5040");
    EXPECT_EQ(automorphisms("scatter-gather:6"), "720");
    EXPECT_EQ(automorphisms("gather-scatter:3"), "36");
    EXPECT_EQ(automorphisms("stack:3"), "6");
    EXPECT_EQ(automorphisms("cycle:8", "none"), "8");
    EXPECT_EQ(automorphisms("0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-0", "none"), "16");
    EXPECT_EQ(automorphisms("0-1,0-2,0-3,0-4,0-5,0-6,0-7", "none"), "5040");
    EXPECT_EQ(automorphisms("0-1,0-1,0-1,0-1,0-1,0-1,0-1,0-1,0-1,0-1,0-1,0-1", "none"), "958003200");
    // a cube
    EXPECT_EQ(automorphisms("0-1,2-3,4-5,6-7,0-2,1-3,4-6,5-7,0-4,1-5,2-6,3-7", "none"), "48");
}

} // namespace
} // namespace cerrado::test

// Tables of directed patterns: their sizes, their entries without nauty, and what leads through them.
#include "../message_of.hpp"
#include "small_graphs.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <set>

namespace cerrado::test {
namespace {

constexpr std::size_t connected_digraphs_on[] = {0, 1, 2, 13, 199, 9364, 1530843};

// Up to five vertices: of six they take seconds.
TransitionTable const& directed_table() {
    static TransitionTable const table = TransitionTable::build(5, PatternKind::directed);
    return table;
}

PatternWord relabel_arcs(int k, PatternWord arcs, std::vector<int> const& names) {
    PatternWord renamed = 0;
    for (auto [from, to] : arcs_of(k, arcs)) {
        renamed |= arc_bit(names[static_cast<std::size_t>(from)], names[static_cast<std::size_t>(to)]);
    }
    return renamed;
}

PatternWord smallest_relabelling_of_arcs(int k, PatternWord arcs) {
    std::vector<int> names(static_cast<std::size_t>(k));
    std::iota(names.begin(), names.end(), 0);
    PatternWord smallest = ~PatternWord{0};
    do smallest = std::min(smallest, relabel_arcs(k, arcs, names));
    while (std::next_permutation(names.begin(), names.end()));
    return smallest;
}

PatternWord arcs_of_text(std::string const& text) {
    Pattern const pattern = parse_pattern(text);
    return canonical_arcs(pattern.size(), *arcs_of(pattern)).arcs;
}

} // namespace

TEST(Arcs, AreAWordOfPairs) {
    PatternWord const arcs = arc_bit(0, 1) | arc_bit(2, 1) | arc_bit(0, 2) | arc_bit(2, 0);
    EXPECT_TRUE(arcs == (0b100001u | 0b001100u));
    EXPECT_TRUE(has_arc(arcs, 0, 1));
    EXPECT_FALSE(has_arc(arcs, 1, 0));
    EXPECT_EQ(without_directions(3, arcs), 0b111u);
    EXPECT_EQ(without_directions(3, arc_bit(2, 1)), adjacency_bit(1, 2));
    EXPECT_TRUE(extend_arcs(2, arc_bit(0, 1), 0b1001) == (arc_bit(0, 1) | arc_bit(0, 2) | arc_bit(2, 1)));
    EXPECT_EQ(arcs_of(3, arcs), (std::vector<std::pair<int, int>>{{0, 1}, {0, 2}, {2, 0}, {2, 1}}));
    EXPECT_EQ(format_digraph6(3, arc_bit(1, 0) | arc_bit(2, 0) | arc_bit(2, 1)), "&BCo");
    EXPECT_THROW(require_arcs(3, 1 << 6), InputError);
    EXPECT_THROW(require_arcs(10, 0), InputError);
}

// The last arcs have bits beyond the first 64.
TEST(Arcs, OfNineVerticesHaveOneFormHoweverTheyAreNumbered) {
    std::mt19937_64 random(2);
    std::vector<int> names(9);
    std::iota(names.begin(), names.end(), 0);
    for (int trial = 0; trial < 200; ++trial) {
        PatternWord arcs = 0;
        for (int v = 1; v < 9; ++v) {
            arcs = extend_arcs(v, arcs, 1 + static_cast<std::uint32_t>(random() % ((1u << 2 * v) - 1)));
        }
        std::ranges::shuffle(names, random);
        CanonicalArcs const form = canonical_arcs(9, arcs);
        EXPECT_TRUE(canonical_arcs(9, relabel_arcs(9, arcs, names)).arcs == form.arcs);
        std::vector<int> positions;
        for (int v = 0; v < 9; ++v) positions.push_back(static_cast<int>(form.positions >> 4 * v & 15));
        EXPECT_TRUE(relabel_arcs(9, arcs, positions) == form.arcs);
        EXPECT_TRUE(canonical_arcs(9, arcs ^ arc_bit(7, 8)).arcs != form.arcs) << "another number of arcs";
    }
    EXPECT_EQ(format_digraph6(9, arc_bit(8, 7)), "&H?????????????O");
}

TEST(Arcs, OfPatternsThatSayMoreAreNone) {
    EXPECT_TRUE(arcs_of(parse_pattern("0>1,1>2")));
    for (char const* text : {"0>1,1-2", "0>1,1>2,0~2", "0>1,1~>0", "0:A,0>1", "0>1/x"}) {
        EXPECT_FALSE(arcs_of(parse_pattern(text))) << text;
    }
}

TEST(DirectedTable, HasARowForEachConnectedDigraphFromSparseToDense) {
    TransitionTable const& table = directed_table();
    EXPECT_EQ(table.kind(), PatternKind::directed);
    EXPECT_EQ(table.ref().mask_bits, 2);
    for (int i = 1; i <= 5; ++i) {
        std::vector<std::uint64_t> const& classes = table.representatives(i);
        EXPECT_EQ(classes.size(), connected_digraphs_on[i]);
        EXPECT_EQ(std::set<std::uint64_t>(classes.begin(), classes.end()).size(), classes.size());
        EXPECT_TRUE(std::ranges::is_sorted(classes, {}, [](std::uint64_t arcs) { return std::popcount(arcs); }));
        for (std::uint64_t const arcs : classes) ASSERT_TRUE(is_connected(i, without_directions(i, arcs)));
        if (i < 5) {
            EXPECT_EQ(table.level(i).size(), classes.size() << 2 * i);
        }
    }
}

TEST(DirectedTable, LeadsToTheOneIsomorphicClass) {
    TransitionTable const& table = directed_table();
    for (int i = 1; i <= 3; ++i) {
        std::vector<PatternWord> smallest;
        for (std::uint64_t arcs : table.representatives(i + 1)) {
            smallest.push_back(smallest_relabelling_of_arcs(i + 1, arcs));
        }
        ASSERT_EQ(std::set<PatternWord>(smallest.begin(), smallest.end()).size(), smallest.size());
        for (std::size_t c = 0; c < table.representatives(i).size(); ++c) {
            EXPECT_EQ(table.level(i)[c << 2 * i], no_transition);
            for (std::uint32_t mask = 1; mask < 1u << 2 * i; ++mask) {
                PatternWord const extended = extend_arcs(i, table.representatives(i)[c], mask);
                std::uint32_t const leads_to = transition_class(table.level(i)[(c << 2 * i) + mask]);
                ASSERT_TRUE(smallest_relabelling_of_arcs(i + 1, extended) == smallest[leads_to]);
            }
        }
    }
}

// Each level's positions relabel the extended graph to the representative: so those of advance() do, too.
TEST(DirectedTable, PositionsLeadToTheRepresentative) {
    TransitionTable const& table = directed_table();
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 2000; ++trial) {
        int const k = 3 + static_cast<int>(random() % 3);
        PatternWord arcs = 0;
        PatternState state;
        for (int length = 1; length < k; ++length) {
            std::uint32_t const mask = 1 + static_cast<std::uint32_t>(random() % ((1u << 2 * length) - 1));
            arcs = extend_arcs(length, arcs, mask);
            state = table.ref().advance<2>(state, length, mask);
        }
        std::vector<int> names;
        for (int j = 0; j < k; ++j) names.push_back(static_cast<int>(state.position(j)));
        ASSERT_TRUE(relabel_arcs(k, arcs, names) == table.representatives(k)[state.pattern_class]);
        ASSERT_TRUE(canonical_arcs(k, arcs).arcs == table.representatives(k)[state.pattern_class]);
    }
}

TEST(DirectedTable, IsCachedBesideTheOthers) {
    std::filesystem::path const folder = testing::TempDir() + "cerrado_directed_cache";
    std::filesystem::remove_all(folder);
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    int builds = 0;
    for (int i = 0; i < 2; ++i) {
        bool is_built = false;
        TransitionTable const table = TransitionTable::load(4, PatternKind::directed, [&](double) { is_built = true; });
        builds += is_built ? 1 : 0;
        EXPECT_EQ(table.kind(), PatternKind::directed);
        EXPECT_EQ(table.level(3), directed_table().level(3));
        EXPECT_EQ(table.representatives(4), directed_table().representatives(4));
        EXPECT_EQ(TransitionTable::load(4).representatives(4).size(), 6u);
    }
    EXPECT_EQ(builds, 1);
    // A file of one kind is none of the other.
    std::filesystem::copy_file(transition_file(folder / "cerrado", 4),
                               transition_file(folder / "cerrado", 4, PatternKind::directed),
                               std::filesystem::copy_options::overwrite_existing);
    EXPECT_EQ(TransitionTable::load(4, PatternKind::directed).representatives(4).size(), 199u);
    unsetenv("XDG_CACHE_HOME");
    std::filesystem::remove_all(folder);
}

TEST(DirectedTable, KOutsideThreeToSixIsRefused) {
    for (int const k : {2, 7, 9}) {
        EXPECT_NE(
            message_of<InputError>([&] { TransitionTable::build(k, PatternKind::directed); }).find("a k of 3 to 6"),
            std::string::npos);
    }
}

TEST(DirectedCatalogue, NamesTheTriads) {
    TransitionTable const table = TransitionTable::build(3, PatternKind::directed);
    std::set<std::string> names;
    for (PatternInfo const& info : describe_all(table)) {
        names.insert(info.name);
        EXPECT_EQ(arcs_of_text(info.graph6), arcs_of_text(info.name)) << "parse_pattern() knows the name";
        for (std::string const& alias : info.aliases) EXPECT_EQ(arcs_of_text(alias), arcs_of_text(info.name)) << alias;
    }
    EXPECT_EQ(names, (std::set<std::string>{"021D", "021U", "021C", "111D", "111U", "030T", "030C", "201", "120D",
                                            "120U", "120C", "210", "300"}));
    // Mutual, asymmetric and null pairs.
    for (std::string const& name : names) {
        int pairs[3] = {};
        for (int pair = 0; pair < 3; ++pair) {
            PatternWord const arcs = arcs_of_text(name);
            ++pairs[std::popcount(static_cast<unsigned>(arcs >> 2 * pair & 3))];
        }
        for (int i = 0; i < 3; ++i) EXPECT_EQ(name[static_cast<std::size_t>(i)] - '0', pairs[2 - i]) << name;
    }
    EXPECT_EQ(arcs_of_text("FFL"), arcs_of_text("0>1,1>2,0>2"));
    EXPECT_EQ(arcs_of_text("021D"), arcs_of_text("0>1,0>2"));
    EXPECT_EQ(arcs_of_text("111U"), arcs_of_text("0<>1,1>2"));
    EXPECT_EQ(arcs_of_text("120D"), arcs_of_text("0>1,0>2,1<>2"));
}

TEST(DirectedCatalogue, WritesNautysDigraph6) {
    EXPECT_EQ(describe_canonical(PatternKind::directed, 3, arcs_of_text("0>1,1>2")).graph6, "&BCO");
    EXPECT_EQ(describe_canonical(PatternKind::directed, 4, arcs_of_text("bi-fan")).graph6, "&C?Ko");
    EXPECT_EQ(describe_canonical(PatternKind::directed, 4, arcs_of_text("bi-fan")).name, "bi-fan");
    EXPECT_EQ(describe_canonical(PatternKind::directed, 3, arcs_of_text("FFL")).edges,
              (std::vector<std::pair<int, int>>{{1, 0}, {2, 0}, {2, 1}}));
}

TEST(DirectedDrawing, HasAHeadForEachArc) {
    TransitionTable const& table = directed_table();
    for (std::uint64_t const arcs : table.representatives(3)) {
        std::ptrdiff_t nodes = 0, heads = 0;
        for (std::string const& line : draw_pattern(PatternKind::directed, 3, arcs)) {
            nodes += std::ranges::count(line, 'o');
            for (char const head : {'<', '>', '^', 'v'}) heads += std::ranges::count(line, head);
        }
        EXPECT_EQ(nodes, 3);
        EXPECT_EQ(heads, std::popcount(arcs));
    }
    for (int k = 4; k <= 5; ++k) {
        for (std::size_t c = 0; c < table.representatives(k).size(); c += k == 4 ? 1 : 97) {
            std::ptrdiff_t nodes = 0;
            for (std::string const& line : draw_pattern(PatternKind::directed, k, table.representatives(k)[c])) {
                nodes += std::ranges::count(line, 'o');
            }
            ASSERT_EQ(nodes, k);
        }
    }
}

} // namespace cerrado::test

#include "unit/canonical/small_graphs.hpp"
#include "unit/message_of.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

namespace cerrado::test {

namespace {
constexpr std::size_t connected_graphs_on[] = {0, 1, 1, 2, 6, 21, 112, 853, 11117, 261080};
}

class TableSize : public testing::TestWithParam<int> {};

TEST_P(TableSize, EveryLevelHasOneRowPerConnectedGraph) {
    TransitionTable const& table = table_of(GetParam());
    TransitionTableRef const view = table.ref();
    EXPECT_EQ(table.k(), GetParam());
    EXPECT_EQ(view.k, GetParam());
    for (int i = 1; i <= GetParam(); ++i) {
        EXPECT_EQ(table.representatives(i).size(), connected_graphs_on[i]);
        EXPECT_EQ(view.classes[i], connected_graphs_on[i]);
    }
    for (int i = 1; i < GetParam(); ++i) {
        EXPECT_EQ(table.level(i).size(), connected_graphs_on[i] << i);
        EXPECT_EQ(view.levels[i], table.level(i).data());
    }
}

TEST_P(TableSize, ClassesAreDistinctConnectedGraphsFromSparseToDense) {
    TransitionTable const& table = table_of(GetParam());
    for (int i = 1; i <= GetParam(); ++i) {
        std::vector<std::uint64_t> const& classes = table.representatives(i);
        EXPECT_EQ(std::set<std::uint64_t>(classes.begin(), classes.end()).size(), classes.size());
        EXPECT_TRUE(std::ranges::all_of(classes, [i](std::uint64_t adjacency) { return is_connected(i, adjacency); }));
        EXPECT_TRUE(
            std::ranges::is_sorted(classes, {}, [](std::uint64_t adjacency) { return std::popcount(adjacency); }));
    }
}

INSTANTIATE_TEST_SUITE_P(AllK, TableSize, testing::Range(3, max_pattern_vertices + 1));

TEST(TableNumbering, DoesNotDependOnK) {
    TransitionTable const& largest = table_of(max_pattern_vertices);
    for (int k = 3; k < max_pattern_vertices; ++k) {
        for (int i = 1; i <= k; ++i) EXPECT_EQ(table_of(k).representatives(i), largest.representatives(i));
        for (int i = 1; i < k; ++i) EXPECT_EQ(table_of(k).level(i), largest.level(i));
    }
}

TEST(TableArguments, KOutsideThreeToNineIsRefused) {
    for (int k : {-1, 0, 2, 10, 64}) {
        EXPECT_THROW(TransitionTable::build(k), InputError);
        EXPECT_THROW(TransitionTable::load(k), InputError);
    }
}

TEST(TableProgress, RisesToOneOnTheCallingThread) {
    std::vector<double> shares;
    TransitionTable::build(8, [&](double share) { shares.push_back(share); });
    ASSERT_GE(shares.size(), 8u);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_DOUBLE_EQ(shares.back(), 1.0);
}

namespace {

std::vector<int> positions_of(Transition transition, int count) {
    std::vector<int> positions;
    for (int j = 0; j < count; ++j) positions.push_back(static_cast<int>(transition >> (24 + 4 * j) & 15));
    return positions;
}

} // namespace

TEST(TransitionEntry, OfMaskZeroIsNone) {
    TransitionTable const& table = table_of(8);
    for (int i = 1; i < 8; ++i)
        for (std::size_t c = 0; c < table.representatives(i).size(); ++c)
            EXPECT_EQ(table.level(i)[c << i], no_transition);
}

// The mapping is a relabelling of the extended graph to the representative: that proves class and positions for every
// entry.
TEST(TransitionEntry, RelabelsTheExtendedGraphToTheRepresentativeOfItsClass) {
    TransitionTable const& table = table_of(max_pattern_vertices);
    for (int i = 1; i < max_pattern_vertices; ++i)
        for (std::size_t c = 0; c < table.representatives(i).size(); ++c)
            for (std::uint32_t mask = 1; mask < 1u << i; ++mask) {
                Transition const entry = table.level(i)[(c << i) + mask];
                std::vector<int> const positions = positions_of(entry, i + 1);
                std::uint64_t const extended = extend_adjacency(i, table.representatives(i)[c], mask);
                ASSERT_TRUE(std::ranges::all_of(positions, [i](int position) { return position <= i; }));
                ASSERT_LT(transition_class(entry), table.representatives(i + 1).size());
                ASSERT_EQ(relabel(i + 1, extended, positions), table.representatives(i + 1)[transition_class(entry)])
                    << "level " << i << " class " << c << " mask " << mask;
            }
}

// All relabellings are tried: nothing of nauty is believed.
TEST(TransitionEntry, LeadsToTheOneIsomorphicClassUpToSixVertices) {
    TransitionTable const& table = table_of(6);
    for (int i = 1; i <= 5; ++i) {
        std::vector<std::uint64_t> smallest;
        for (std::uint64_t representative : table.representatives(i + 1))
            smallest.push_back(smallest_relabelling(i + 1, representative));
        ASSERT_EQ(std::set<std::uint64_t>(smallest.begin(), smallest.end()).size(), smallest.size());
        for (std::size_t c = 0; c < table.representatives(i).size(); ++c)
            for (std::uint32_t mask = 1; mask < 1u << i; ++mask) {
                std::uint64_t const extended = extend_adjacency(i, table.representatives(i)[c], mask);
                Transition const entry = table.level(i)[(c << i) + mask];
                ASSERT_EQ(smallest_relabelling(i + 1, extended), smallest[transition_class(entry)]);
            }
    }
}

namespace {

// A random order of the vertices in which each but the first is adjacent to an earlier one.
std::vector<int> random_traversal(int k, std::uint64_t adjacency, std::mt19937_64& random) {
    std::vector<int> order{static_cast<int>(random() % static_cast<unsigned>(k))};
    while (static_cast<int>(order.size()) < k) {
        std::vector<int> candidates;
        for (int v = 0; v < k; ++v)
            if (std::ranges::find(order, v) == order.end() &&
                std::ranges::any_of(order, [&](int u) { return adjacent(adjacency, u, v); }))
                candidates.push_back(v);
        order.push_back(candidates[random() % candidates.size()]);
    }
    return order;
}

PatternState walk(TransitionTableRef table, std::uint64_t adjacency, std::vector<int> const& order) {
    PatternState state;
    for (int length = 1; length < static_cast<int>(order.size()); ++length) {
        std::uint32_t mask = 0;
        for (int j = 0; j < length; ++j)
            if (adjacent(adjacency, order[static_cast<std::size_t>(j)], order[static_cast<std::size_t>(length)]))
                mask |= 1u << j;
        state = table.advance(state, length, mask);
    }
    return state;
}

} // namespace

class Traversal : public testing::TestWithParam<int> {};

TEST_P(Traversal, ReachesTheClassOfItsGraphInEveryOrder) {
    int const k = GetParam();
    TransitionTable const& table = table_of(k);
    std::mt19937_64 random(static_cast<unsigned>(k));
    for (int graph = 0; graph < 300; ++graph) {
        std::uint64_t const adjacency = random_connected_graph(k, random);
        std::uint64_t const form = canonical_form(k, adjacency).adjacency;
        for (int round = 0; round < 8; ++round) {
            PatternState const state = walk(table.ref(), adjacency, random_traversal(k, adjacency, random));
            ASSERT_EQ(table.representatives(k)[state.pattern_class], form);
        }
    }
}

TEST_P(Traversal, PositionsLeadToTheRepresentative) {
    int const k = GetParam();
    TransitionTable const& table = table_of(k);
    std::mt19937_64 random(static_cast<unsigned>(100 + k));
    for (int graph = 0; graph < 300; ++graph) {
        std::uint64_t const adjacency = random_connected_graph(k, random);
        std::vector<int> const order = random_traversal(k, adjacency, random);
        PatternState const state = walk(table.ref(), adjacency, order);
        std::vector<int> names(static_cast<std::size_t>(k));
        for (int j = 0; j < k; ++j)
            names[static_cast<std::size_t>(order[static_cast<std::size_t>(j)])] = static_cast<int>(state.position(j));
        ASSERT_EQ(relabel(k, adjacency, names), table.representatives(k)[state.pattern_class]);
    }
}

INSTANTIATE_TEST_SUITE_P(AllK, Traversal, testing::Range(3, max_pattern_vertices + 1));

// Edge-induced counts from induced ones, where both are known.

// In one complete graph of k vertices each pattern is as often as vertices can be permuted, its automorphisms divided out.
TEST(EdgeInduced, OfACompleteGraphArePermutations) {
    for (int k = 3; k <= 7; ++k) {
        TransitionTable const tables = TransitionTable::build(k);
        std::vector<std::uint64_t> const& patterns = tables.representatives(k);
        std::uint64_t permutations = 1;
        for (int i = 2; i <= k; ++i) permutations *= static_cast<std::uint64_t>(i);
        std::vector<WideCount> induced(patterns.size());
        std::uint64_t const complete = (std::uint64_t{1} << adjacency_bits(k)) - 1;
        induced[static_cast<std::size_t>(std::ranges::find(patterns, complete) - patterns.begin())] = 5;
        std::vector<WideCount> const counts = edge_induced_counts(tables, induced);
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            WideCount const symmetries = automorphisms(pattern_of(k, patterns[i])).count;
            ASSERT_TRUE(counts[i] == 5 * WideCount{permutations / symmetries}) << "k " << k << ", class " << i;
        }
    }
}

TEST(EdgeInduced, OfTreesAreTheInducedOnes) {
    TransitionTable const tables = TransitionTable::build(5);
    std::vector<WideCount> induced(tables.representatives(5).size());
    for (std::size_t i = 0; i < induced.size(); ++i) {
        if (std::popcount(tables.representatives(5)[i]) == 4) induced[i] = i + 1;
    }
    EXPECT_TRUE(edge_induced_counts(tables, induced) == induced);
}

TEST(EdgeInduced, BeyondAllBitsAreRefused) {
    TransitionTable const tables = TransitionTable::build(4);
    std::vector<WideCount> const induced(tables.representatives(4).size(), ~WideCount{0} / 2);
    EXPECT_THROW(edge_induced_counts(tables, induced), InputError);
}

// Tables of directed patterns: their sizes, their entries without nauty, and what leads through them.

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
    ScopedFolder const home;
    std::filesystem::path const folder = home.path();
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
}

TEST(DirectedTable, KOutsideThreeToSixIsRefused) {
    for (int const k : {2, 7, 9}) {
        EXPECT_NE(
            message_of<InputError>([&] { TransitionTable::build(k, PatternKind::directed); }).find("a k from 3 to 6"),
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

namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
protected:
    void SetUp() override {
        for (char const* name : {"XDG_CACHE_HOME", "HOME"}) {
            char const* const value = std::getenv(name);
            saved_.emplace_back(name, value != nullptr ? std::optional<std::string>(value) : std::nullopt);
        }
        setenv("XDG_CACHE_HOME", home_.c_str(), 1);
    }
    void TearDown() override {
        for (auto const& [name, value] : saved_) {
            if (value)
                setenv(name, value->c_str(), 1);
            else
                unsetenv(name);
        }
    }

    fs::path file(int k) const { return transition_file(home_ / "cerrado", k); }

    // Loads the table, checks it whole, and says whether it had to be built.
    static bool load_builds(int k) {
        int calls = 0;
        TransitionTable const table = TransitionTable::load(k, [&](double) { ++calls; });
        EXPECT_EQ(table.k(), k);
        for (int i = 1; i < k; ++i) EXPECT_EQ(table.level(i), table_of(k).level(i));
        for (int i = 1; i <= k; ++i) EXPECT_EQ(table.representatives(i), table_of(k).representatives(i));
        return calls > 0;
    }

    std::size_t files_in_cache() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(home_ / "cerrado"), fs::directory_iterator()));
    }

    void flip_bit(int k, std::uint64_t position, int bit) const {
        std::fstream stream(file(k), std::ios::binary | std::ios::in | std::ios::out);
        stream.seekg(static_cast<std::streamoff>(position));
        char byte = static_cast<char>(stream.get());
        byte = static_cast<char>(byte ^ (1 << bit));
        stream.seekp(static_cast<std::streamoff>(position));
        stream.put(byte);
        ASSERT_TRUE(stream.good());
    }

    ScopedFolder const scope_;
    fs::path const home_ = scope_.path();
    std::vector<std::pair<char const*, std::optional<std::string>>> saved_;
};

} // namespace

TEST_F(Cache, SecondLoadReadsTheFile) {
    EXPECT_TRUE(load_builds(6));
    EXPECT_TRUE(fs::is_regular_file(file(6)));
    EXPECT_EQ(files_in_cache(), 1u);
    EXPECT_FALSE(load_builds(6));
    EXPECT_TRUE(load_builds(5));
    EXPECT_FALSE(load_builds(5));
}

TEST_F(Cache, AnyFlippedBitOfTheFileIsNoticed) {
    load_builds(4);
    std::uint64_t const size = fs::file_size(file(4));
    for (std::uint64_t position = 0; position < size; ++position) {
        flip_bit(4, position, static_cast<int>(position % 8));
        ASSERT_TRUE(load_builds(4)) << "byte " << position;
        ASSERT_FALSE(load_builds(4)) << "not repaired, byte " << position;
    }
}

TEST_F(Cache, ATruncatedEmptyOrExtendedFileIsRebuilt) {
    load_builds(5);
    std::uint64_t const size = fs::file_size(file(5));
    for (std::uint64_t length : {size - 1, size / 2, std::uint64_t{40}, std::uint64_t{7}, std::uint64_t{0}, size + 8}) {
        fs::resize_file(file(5), length);
        EXPECT_TRUE(load_builds(5)) << length;
        EXPECT_EQ(fs::file_size(file(5)), size);
    }
}

TEST_F(Cache, AFileOfAnotherKOrOfZerosIsRebuilt) {
    load_builds(4);
    load_builds(5);
    fs::copy_file(file(5), file(4), fs::copy_options::overwrite_existing);
    EXPECT_TRUE(load_builds(4));
    std::uint64_t const size = fs::file_size(file(5));
    std::ofstream(file(5), std::ios::binary) << std::string(size, '\0');
    EXPECT_TRUE(load_builds(5));
    EXPECT_FALSE(load_builds(5));
}

TEST_F(Cache, SwappedEntriesAreNoticed) {
    load_builds(6);
    TransitionArrays arrays;
    ASSERT_TRUE(read_transitions(file(6), 6, arrays));
    std::fstream stream(file(6), std::ios::binary | std::ios::in | std::ios::out);
    std::uint64_t words[2];
    std::streamoff const payload = 40 + 8 * 20;
    stream.seekg(payload);
    stream.read(reinterpret_cast<char*>(words), sizeof words);
    ASSERT_NE(words[0], words[1]);
    std::swap(words[0], words[1]);
    stream.seekp(payload);
    stream.write(reinterpret_cast<char const*>(words), sizeof words);
    stream.close();
    EXPECT_FALSE(read_transitions(file(6), 6, arrays));
    EXPECT_TRUE(load_builds(6));
}

TEST_F(Cache, AFolderOrAPipeInPlaceOfTheFileIsNoError) {
    fs::create_directories(file(4));
    EXPECT_TRUE(load_builds(4));
    EXPECT_EQ(files_in_cache(), 1u) << "a temporary file was left";
    ASSERT_EQ(mkfifo(file(5).c_str(), 0600), 0);
    EXPECT_TRUE(load_builds(5));
    EXPECT_FALSE(load_builds(5));
}

TEST_F(Cache, AFolderThatCannotBeWrittenIsNoError) {
    fs::path const obstacle = home_ / "obstacle";
    std::ofstream(obstacle) << "a file where a folder should be";
    setenv("XDG_CACHE_HOME", obstacle.c_str(), 1);
    EXPECT_TRUE(load_builds(5));
    EXPECT_TRUE(load_builds(5));
}

TEST_F(Cache, AFullDiskLeavesNoFile) {
    table_of(6);
    pid_t const child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit const limit{1000, 1000};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(load_builds(6) && files_in_cache() == 0 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(Cache, ProcessesThatBuildAtOnceLeaveOneWholeFile) {
    std::vector<pid_t> children;
    for (int i = 0; i < 6; ++i) {
        pid_t const child = fork();
        if (child == 0) {
            TransitionTable const table = TransitionTable::load(7);
            _exit(table.representatives(7).size() == 853 ? 0 : 1);
        }
        children.push_back(child);
    }
    for (pid_t child : children) {
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    EXPECT_EQ(files_in_cache(), 1u);
    EXPECT_FALSE(load_builds(7));
}

TEST_F(Cache, FolderFollowsTheEnvironment) {
    EXPECT_EQ(cache_folder(), home_ / "cerrado");
    setenv("HOME", home_.c_str(), 1);
    unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(cache_folder(), home_ / ".cache" / "cerrado");
    setenv("XDG_CACHE_HOME", "not/absolute", 1);
    EXPECT_EQ(cache_folder(), home_ / ".cache" / "cerrado");
    unsetenv("HOME");
    EXPECT_EQ(cache_folder(), fs::path());
    EXPECT_TRUE(load_builds(4));
}

} // namespace cerrado::test

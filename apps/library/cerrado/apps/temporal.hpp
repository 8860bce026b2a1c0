// Temporal motifs: small patterns of arcs in an order of time, within a span of time.
//
//   Arcs const arcs = arcs_of(open_graph("messages.csv", {.directed = true, .attributes = true}));
//   TemporalMotifs const motifs = count_temporal_motifs(arcs, {{3600}});
//   TemporalCounts const cycles = count_temporal(arcs, parse_temporal_patterns("cycle:2..4"), {.delta = 3600});
//
// A match gives the pattern's arcs different arcs of the graph, and its vertices different vertices. Other arcs may be
// there. Two matches that differ by an automorphism of the pattern, which keeps its order, are one. The last arc of a match
// is at most `delta` after the first.
//
// RunOptions::devices and ranks share counts, random graphs and lists: each device has all arcs, and an equal share of the first arcs
// and edges, or of the random graphs. The results are those of one device. A checkpoint keeps the shares that are done, or the random
// graphs, of which a run that goes on may ask for more. Lists and counts of vertices and arcs have no checkpoint, and refuse one.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/graph/arcs.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado {

// When one arc is before another. order: its time is less, or the times are equal and its line comes first, so orders are
// total. strict: its time is less.
enum class Ties : std::uint8_t { order, strict };
inline constexpr WordFor<Ties> ties_words[] = {{"order", Ties::order}, {"strict", Ties::strict}};

struct TemporalPattern {
    static constexpr int max_arcs = 12, max_vertices = 8;
    using ArcSet = std::uint16_t; // a bit each

    struct Arc {
        int from = 0, to = 0;
        bool is_either = false; // or from `to` to `from`
        friend bool operator==(Arc const&, Arc const&) = default;
    };

    std::string name{};           // as it was asked for
    std::vector<Arc> arcs{};      // connected, no loops
    std::vector<ArcSet> before{}; // for each arc, those that are before it; transitive
    // The most between an arc and the next one in the order, in the unit of times: one less than arcs. Empty: no bounds.
    // Only if the order is total.
    std::vector<std::int64_t> gaps{};
    bool is_consecutive = false; // no vertex has another arc between two of the match (Kovanen et al. 2011)
    // For each vertex, the labels of which its image has one, ascending; none: any. Empty: no vertex asks for a label.
    std::vector<std::vector<std::string>> vertex_labels{};
    // For each arc, the label of its image; an empty text: any. Empty: no arc asks for one.
    std::vector<std::string> arc_labels{};

    int vertices() const; // one more than the largest that an arc has
    bool is_total() const;
    bool has_either() const;
    bool has_vertex_labels() const;
    bool has_arc_labels() const;
};

// How a text is understood that gives patterns.
struct TemporalPatternSettings {
    // "": the arcs are in the order of the text, and names have their own. For both: "1<3,2<3", "1<2<3": numbers of arcs
    // from 1; "none"; "total", that of the text.
    std::string order{};
    std::string gap{}; // "": none; a duration, or one for each arc but the last, separated by commas
    bool is_consecutive = false;
    TimeUnit unit = TimeUnit::none; // of times, see parse_duration()
    bool are_dates = false;
};
// Reads a pattern "0>1,1>2,2>0" (0-1: either way), with labels "0:A|B,0>1/x" as parse_pattern() has them, or names:
// cycle:K, path:K, ping-pong:K, burst:K (in the order of time), fan-in:H, fan-out:H (any order), scatter-gather:H (s>m
// before m>t for each m), gather-scatter:H (all in before all out), stack:H (as scatter-gather for pairs s>m, m>t with
// different t), separated by commas or blanks; K may be a range, 2..6. K is the number of arcs. The arcs of the result are
// as the text has them, in any order.
// Throws InputError with the place for anything else: also for a loop, arcs that are not connected, more than 12 arcs or 8
// vertices, an order with a cycle, and gaps without a total order.
std::vector<TemporalPattern> parse_temporal_patterns(std::string_view text,
                                                     TemporalPatternSettings const& settings = {});

// Returns: for a person and for other programs: "0>1,1>2", and its order: "total", "none" or "1<3,2<3".
std::string text_of(TemporalPattern const& pattern);
std::string order_of(TemporalPattern const& pattern);

// The symmetries of a pattern. Exactly one of a match's images has each `low` at a lower rank than its `high`, but
// `repetitions` ways to place the vertices remain.
struct TemporalSymmetry {
    WideCount automorphisms = 1; // pairs of a permutation of the vertices and one of the arcs
    std::vector<std::pair<int, int>> restrictions{};
    int repetitions = 1; // 2 if the vertices can be exchanged and all arcs stay
};
TemporalSymmetry symmetry_of(TemporalPattern const& pattern);

struct TemporalSettings {
    std::int64_t delta = 0; // in Arcs::unit
    Ties ties = Ties::order;
    // The column of graph.columns with the labels of arcs: texts, whole numbers, or booleans. Empty: those of graph.marks.
    // Labels of vertices are those of graph.marks.
    std::string arc_labels{};
    bool labels_may_lack = false; // a label that nothing bears is not refused, even if the pattern is alone
};

// The 36 motifs of three arcs and two or three vertices (Paranjape, Benson, Leskovec 2017). The first arc is u>v. Row: the
// second arc, w>v v>w w>u u>w v>u u>v. Column: the third one, u>v v>u u>w w>u v>w w>v.
using MotifTable = std::array<WideCount, 36>; // row by row
TemporalPattern motif_of_cell(int row, int column);
// The 5 motifs of contacts, which have no direction. The first is u-v; second and third: u-v u-v, u-v u-w, u-w u-v, u-w u-w,
// u-w v-w.
using ContactTable = std::array<WideCount, 5>;
// Returns: the motif of contacts that a cell becomes if its arcs have no direction.
int contact_of_cell(int row, int column);
inline constexpr std::string_view contact_names[] = {
    "u-v u-v u-v", "u-v u-v u-w", "u-v u-w u-v", "u-v u-w u-w", "u-v u-w v-w",
};

// The count: all motifs of the first delta.
struct TemporalMotifs : RunResult {
    std::vector<MotifTable> tables{}; // by delta
};
// Counts the motifs for each delta. Throws InputError for a negative delta, and as run() does.
TemporalMotifs count_temporal_motifs(Arcs const& arcs, std::vector<std::int64_t> const& deltas, Ties ties = Ties::order,
                                     RunOptions const& options = {});
// Returns: the tables of contacts: arcs of either direction are alike.
ContactTable contacts_of(MotifTable const& table);

// Counts at each vertex or arc: the motifs, or the matches of each pattern, that it is part of.
struct LocalTemporal : RunResult {
    std::size_t columns = 0;
    std::vector<WideCount> of{}; // [vertex, or rank of an arc][motif or pattern]
};
enum class TemporalPer : std::uint8_t { vertex, arc };
LocalTemporal count_local_temporal_motifs(Arcs const& arcs, TemporalPer per, std::int64_t delta,
                                          Ties ties = Ties::order, RunOptions const& options = {});

// These throw InputError if a pattern asks for labels that the graph has not; see labels_may_lack, too.
// The count: all patterns together.
struct TemporalCounts : RunResult {
    std::vector<WideCount> counts{}; // by pattern
};
TemporalCounts count_temporal(Arcs const& arcs, std::vector<TemporalPattern> const& patterns,
                              TemporalSettings const& settings, RunOptions const& options = {});
LocalTemporal count_local_temporal(Arcs const& arcs, TemporalPer per, std::vector<TemporalPattern> const& patterns,
                                   TemporalSettings const& settings, RunOptions const& options = {});

// A match, by the arcs and vertices of its pattern.
struct TemporalMatch {
    std::span<std::uint32_t const> arcs; // ranks
    std::span<VertexId const> vertices;
};
// Lists the matches, each once; if the pattern's vertices can be exchanged while its arcs stay, one of the two. At most
// `limit` of them; the status tells whether there are more. With a limit, and in several processes, the first device lists all; visit()
// is called in its process, on the thread that called the function.
RunResult list_temporal(Arcs const& arcs, TemporalPattern const& pattern, TemporalSettings const& settings,
                        std::function<void(TemporalMatch const&)> const& visit, std::optional<std::uint64_t> limit = {},
                        RunOptions const& options = {});

// --- beside random graphs -------------------------------------------------------------------------------------------------

// The properties that a random graph keeps, by the names of Gauvin et al. (1806.04032). Loops never come in.
enum class TemporalNull : std::uint8_t {
    times,     // P[w, t]: each arc's ends, and all times; times are permuted among the arcs
    uniform,   // P[w]: each arc's ends; times are drawn in the span of the graph, each as often as the others
    intervals, // each ordered pair's first time and its times between arcs, which are permuted
    timelines, // each ordered pair, and all series of times of a pair, which are permuted among the pairs
    targets,   // each arc's source and time, and how many arcs a vertex gets; targets are permuted
};
inline constexpr WordFor<TemporalNull> temporal_null_words[] = {
    {"times", TemporalNull::times},         {"uniform", TemporalNull::uniform}, {"intervals", TemporalNull::intervals},
    {"timelines", TemporalNull::timelines}, {"targets", TemporalNull::targets},
};
std::string_view kept_by(TemporalNull null); // for a person: "each arc's ends, and all times"

struct TemporalRandom {
    TemporalNull null = TemporalNull::times;
    std::uint32_t graphs = 1000;
    std::uint64_t seed = 1;
};

// Returns: random graph `number`, from 0; it follows from the seed and the number alone. Its arcs have no rows: `row`, `line`
// and `graph` are those of the given graph. O(m log m).
Arcs random_arcs(Arcs const& arcs, TemporalNull null, std::uint64_t seed, std::uint32_t number);

// Counts of random graphs, those of random_arcs(). If the run was ended before, some are missing.
struct RandomTemporal : RunResult {
    std::size_t columns = 0;              // motifs of each delta, or patterns
    std::vector<WideCount> of{};          // [random graph that was counted][motif or pattern]
    std::vector<std::uint32_t> numbers{}; // of these, ascending
};
// The motifs, 36 for each delta.
RandomTemporal count_random_temporal_motifs(Arcs const& arcs, std::vector<std::int64_t> const& deltas, Ties ties,
                                            TemporalRandom const& random, RunOptions const& options = {});
RandomTemporal count_random_temporal(Arcs const& arcs, std::vector<TemporalPattern> const& patterns,
                                     TemporalSettings const& settings, TemporalRandom const& random,
                                     RunOptions const& options = {});

// A number of the graph beside those of random graphs; see ClassStatistics in <cerrado/apps/discovery.hpp>.
struct TemporalSignificance {
    WideCount count = 0;
    double mean = 0, deviation = 0;
    std::optional<double> z;
    double p_over = 1, p_under = 1, q_over = 1;
    std::optional<double> p_of_all, profile;
};
// Compares the counts of the graph, by column, with those of random graphs. Throws InputError for fewer than 2 of these.
std::vector<TemporalSignificance> significance_of(std::vector<WideCount> const& counts, RandomTemporal const& random);

// The counts that are compared with those of random graphs.
struct TemporalQuestion {
    std::vector<std::int64_t> deltas{};
    std::vector<TemporalPattern> patterns{}; // without labels of arcs; empty: the motifs of three arcs
    bool undirected = false;                 // without patterns: the motifs of contacts
    Ties ties = Ties::order;
};
// The time of counts, by shares of the work that were counted.
struct TemporalPlan {
    DeviceUse device{};
    double share = 0;                // of the work, the largest that was counted for each delta
    double measured_seconds = 0;     // of all shares that were counted
    std::optional<double> seconds{}; // of a run on this device, about; nothing: the shares did not end in time
};
// Counts shares of the work, each twice as large as the one before, until one takes a while, on the first of several devices.
// `settings`: of labels. The deadline ends it.
TemporalPlan plan_temporal(Arcs const& arcs, TemporalQuestion const& question, TemporalSettings const& settings = {},
                           RunOptions const& options = {});

// Counts by column: each delta has a column for each motif or pattern.
struct TemporalDiscovery : RunResult {
    std::vector<WideCount> counts{}; // the graph's; if the run was ended before all of them, the last are missing
    RandomTemporal random{};         // the random graphs that have all columns
    std::vector<TemporalSignificance> rows{}; // none if fewer than 2 of them were counted
};
// Counts the graph and the random graphs, and compares them. The deadline is for all together: a run that it ends has
// statistics of the random graphs so far. RunResult::count is the sum over the first delta. Progress is of random graphs. A part of
// a run (CheckpointOptions::part) counts some of the random graphs, and compares nothing.
// Throws InputError as the counts do, and for patterns with labels of arcs.
TemporalDiscovery discover_temporal(Arcs const& arcs, TemporalQuestion const& question, TemporalRandom const& random,
                                    RunOptions const& options = {});

} // namespace cerrado

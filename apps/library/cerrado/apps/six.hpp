// Counts patterns of up to six vertices with a proof, for a plain C++ program. The count is a sum of values of a
// polynomial over a prime field. Any machines can evaluate the polynomial at many points, and some of them may fail or
// lie. Anyone can check the proof on one core.
//
//   cerrado::SixInstance const instance = cerrado::prepare_six(graph, {.pattern = cerrado::parse_pattern("6-cycle")});
//   cerrado::SixEvaluated const some = cerrado::evaluate_six(instance, {.points = {0, 0, 60000}});
//
// Source: P. Kaski, "Engineering a Delegatable and Error-Tolerant Algorithm for Counting Small Subgraphs", ALENEX 2018.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

inline constexpr int six_vertices = 6; // vertices of every instance, a to f
inline constexpr int six_pairs = 15;   // ab ac ad ae af bc bd be bf cd ce cf de df ef
inline constexpr std::uint32_t max_six_graph_vertices = 1024;

// Returns: the place among the 15 pairs of a pair of numbers from 0 to 5. Requires: u < v.
constexpr int six_pair(int u, int v) { return u * (2 * six_vertices - 1 - u) / 2 + v - u - 1; }

// A prime field in which the polynomial is evaluated. `root` generates its multiplicative group. Point e is root^e.
struct SixPrime {
    std::uint32_t p, root;
};
inline constexpr std::array<SixPrime, 2> six_primes{{{2013265921, 31}, {1811939329, 13}}};

struct SixQuery {
    Pattern pattern;              // has three to six vertices; parse_pattern() reads one in many notations
    bool induced = false;         // two vertices are not adjacent if the pattern says nothing about them
    bool labels_may_lack = false; // nothing bears a label that the graph lacks; false: such a label is refused
    // q, the bits of a vertex that are summed over. One more means a seventh of the points, each of which takes seven
    // times as long. None: 2, or less if the graph has fewer than eight vertices.
    std::optional<int> split{};
    std::string text{}; // the pattern's name for people; empty: its items
};

// The parts of an instance.
struct SixParts {
    int bits = 0; // r
    std::uint32_t vertices = 0;
    int split = 0;
    int pattern_vertices = six_vertices;
    std::uint64_t automorphisms = 1;
    std::string pattern;
    std::vector<std::uint64_t> words; // the matrices, [pair][row][word]; see SixInstance::matrix()
};

// A graph and a pattern as 15 matrices of 0 and 1, one for each pair of the vertices a to f. Row x of the matrix uv has
// bit y if the pattern allows the vertex u at the graph's vertex x together with v at y. The graph's vertices are
// numbered by ascending original id, and padded to n = 2^r. The polynomial interpolates the low r - q bits of a vertex,
// and sums the high q.
class SixInstance {
public:
    // Throws InputError for parts that do not fit each other, and if the transforms would have more than 2^26 points.
    explicit SixInstance(SixParts parts);

    int bits() const { return parts_.bits; }                                    // r
    int split() const { return parts_.split; }                                  // q
    std::uint32_t vertices() const { return parts_.vertices; }                  // vertices of the graph: n'
    std::uint32_t padded() const { return std::uint32_t{1} << bits(); }         // n
    std::uint32_t blocks() const { return std::uint32_t{1} << split(); }        // Q = 2^q
    std::uint32_t block_size() const { return padded() >> split(); }            // m = 2^(r-q)
    std::uint64_t nodes() const;                                                // R = 7^(r-q)
    std::uint64_t degree() const { return 3 * (nodes() - 1); }                  // bound of the degree: d
    std::uint64_t points_needed() const { return degree() + 1; }                // for each prime
    int pattern_vertices() const { return parts_.pattern_vertices; }            // k
    std::uint64_t automorphisms() const { return parts_.automorphisms; }        // automorphisms
    std::string const& pattern_text() const { return parts_.pattern; }          // for people
    std::size_t row_words() const { return (std::size_t{padded()} + 63) / 64; } // words

    // Returns: the matrix of the pair six_pair(u, v). Column y of row x is bit y % 64 of word y / 64 of the row.
    std::span<std::uint64_t const> matrix(int pair) const;
    std::span<std::uint64_t const> row(int pair, std::uint32_t x) const;
    bool allows(int pair, std::uint32_t x, std::uint32_t y) const { return (row(pair, x)[y / 64] >> y % 64 & 1) != 0; }

    // Returns: the count that follows from X, the number of injective maps of a to f that all matrices allow. Throws
    // Error if no count can give X.
    WideCount count_of(WideCount maps) const;

    // Returns: a checksum. Instances with the same checksum have the same polynomial and the same count. The pattern's
    // text does not change it.
    std::uint64_t checksum() const { return checksum_; }
    SixParts const& parts() const { return parts_; }

private:
    SixParts parts_;
    std::uint64_t checksum_;
};

// Makes the 15 matrices of a pattern in a graph of 6 to 1024 vertices. Vertices beyond the pattern's are free: they are
// at any others. O(n^2). Throws InputError for another graph, for a pattern of other sizes, with a vertex that stands
// for nobody, or that is not connected; for arcs or labels that the graph lacks, as count_matches() does; and for a
// split that does not fit.
SixInstance prepare_six(Graph const& graph, SixQuery const& query);

// A function that is called with a line for the user.
using SixNote = std::function<void(std::string const&)>;

// Marks in a shard in place of values.
inline constexpr std::uint32_t six_missing = 0xffffffff;  // the value was asked for but is missing
inline constexpr std::uint32_t six_disputed = 0xfffffffe; // two different values were given
constexpr bool is_six_value(std::uint32_t value) { return value < six_disputed; }

// The points first, first + 1, ... of a prime.
struct SixPoints {
    int prime = 0; // place in six_primes
    std::uint64_t first = 0, count = 0;
    friend bool operator==(SixPoints const&, SixPoints const&) = default;
};
// Throws InputError if there is no such prime, if there are no points, or if they go beyond p - 1.
void check_six_points(SixPoints const& points);

struct SixRange {
    int prime = 0;
    std::uint64_t first = 0;
    std::vector<std::uint32_t> values; // residues, or six_missing or six_disputed
    friend bool operator==(SixRange const&, SixRange const&) = default;
};

// Values of an instance's polynomial.
struct SixShard {
    std::uint64_t instance = 0;   // its SixInstance::checksum()
    std::vector<SixRange> ranges; // ranges asked for, by prime and first point, with gaps between them
    std::string source;           // file that the shard was read from, for messages
};
std::vector<SixPoints> missing_six_points(SixShard const& shard);  // as ranges, ascending
std::vector<SixPoints> disputed_six_points(SixShard const& shard); // as ranges, ascending

struct SixProof {
    std::uint64_t instance = 0;                                               // its SixInstance::checksum()
    std::array<std::vector<std::uint32_t>, six_primes.size()> coefficients{}; // by prime, by ascending power
};

// Write a file, whole or not at all. Throw Error if that fails.
void write_six(SixInstance const& instance, std::string const& file);
void write_six_shard(SixShard const& shard, std::string const& file);
void write_six_proof(SixProof const& proof, std::string const& file);

// Read a file. Throw InputError for a file of another kind, a newer, incomplete or damaged one, and Error if the system
// cannot read it. If a shard is damaged or incomplete, some of its points are missing, and `note` is told.
SixInstance read_six_instance(std::string const& file);
SixShard read_six_shard(std::string const& file, SixNote const& note = {});
SixProof read_six_proof(std::string const& file);

// Joins values: all of these shards, of any primes. A point with two values is disputed; the note says so. Throws
// InputError for none, for shards of different instances, and if they have more than 2^27 points.
SixShard merge_six(std::vector<SixShard> const& shards, SixNote const& note = {});

// A task of evaluation.
struct SixTask {
    SixPoints points;
    // Called with values as soon as they are there, one call at a time, by any thread. Ranges come in any order. Those
    // of other processes come at the end.
    std::function<void(SixRange const& values)> take{};
};

// RunResult::count is the number of values computed.
struct SixEvaluated : RunResult {
    SixShard shard; // all points of the task; points that a deadline or an interrupt left out are missing
};
// Evaluates the polynomial at some points of one prime. Progress is in points. RunOptions::devices and ranks share
// them. Throws InputError for points or options that do not fit, Error for what the machine lacks, and what `take`
// throws.
SixEvaluated evaluate_six(SixInstance const& instance, SixTask const& task, RunOptions const& options = {});

// The needs of evaluate_six().
struct SixPlan {
    DeviceKind device = DeviceKind::host;
    std::uint64_t points_at_once = 0; // points on a device at the same time
    std::uint64_t bytes = 0;          // memory on a device
    double products = 0;              // products of two residues for each point
};
// Throws as evaluate_six() does.
SixPlan plan_six(SixInstance const& instance, RunOptions const& options = {}); // with several devices, of the first

// The polynomials that most values agree on, and the values that do not agree.
struct SixDecoded {
    SixProof proof;
    std::vector<SixPoints> wrong, missing;
};
// Finds the proof in the values of points 0, 1, 2 and so on. If s of e points are missing, floor((e - d - 1 - s) / 2)
// values may be wrong, and it lists which. If just enough values are there, it cannot see that one is wrong;
// verify_six() does. Throws InputError for a shard of another instance, and for too few points; Error if too many
// values are wrong.
SixDecoded decode_six(SixInstance const& instance, SixShard const& shard);

struct SixVerified {
    bool holds = false; // true: the proof holds at all points checked
    SixPoints failed{}; // the first point at which it does not hold
    int checks = 0;     // number of points checked for each prime
    WideCount maps = 0; // X
    WideCount count = 0;
};
// Checks a proof, on one thread, at points from the system's random source. A wrong proof agrees with the polynomial at
// d points at most. So it passes v points with a probability of (d / (p - 1))^v, and v is such that this is at most
// 2^-soundness for each prime. `seed` makes the points known beforehand: then the check proves nothing. Throws
// InputError for a proof of another instance or length.
SixVerified verify_six(SixInstance const& instance, SixProof const& proof, double soundness = 40,
                       std::optional<std::uint64_t> seed = std::nullopt);

} // namespace cerrado

#include "six/files.hpp"

#include "isomorphism/plan/plan.hpp"
#include "six/six.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/six.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/detail/write_all.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/arrays/checksum.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/order/by_id.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace cerrado::six {

namespace {

// The edge or arcs between two vertices of the graph.
struct Joined {
    bool adjacent = false;
    bool goes = false, comes = false;                    // an arc goes to the other vertex, or comes from it
    std::string const *label = nullptr, *back = nullptr; // labels of the edge, or of these arcs
};

// Gives a vertex and its neighbours as Joined.
class Entries {
public:
    explicit Entries(Graph const& graph) : graph_(graph) {}

    Joined at(VertexId x, std::size_t i) const {
        Joined joined{.adjacent = true};
        EdgeOffset const entry = graph_.offsets()[x] + i;
        if (is_directed(graph_)) {
            joined.goes = (graph_.marks->arcs[entry] & GraphMarks::arc_to) != 0;
            joined.comes = (graph_.marks->arcs[entry] & GraphMarks::arc_from) != 0;
        }
        if (has_edge_labels(graph_)) {
            VertexId const y = graph_.neighbours(x)[i];
            auto const list = graph_.neighbours(y);
            auto const there = std::ranges::lower_bound(list, x) - list.begin();
            joined.label = label_of(entry);
            joined.back = label_of(graph_.offsets()[y] + static_cast<EdgeOffset>(there));
        }
        return joined;
    }

private:
    std::string const* label_of(EdgeOffset entry) const {
        std::uint32_t const label = graph_.marks->edge_labels[entry];
        return label == GraphMarks::no_label ? nullptr : &graph_.marks->edge_label_names[label];
    }

    Graph const& graph_;
};

// The rule of the pattern for two of its vertices.
class PairRule {
public:
    PairRule(Pattern const& pattern, int u, int v, bool induced) {
        auto const has = [](Pattern::Vertices set, int w) { return (set >> w & 1) != 0; };
        must_join_ = has(pattern.neighbours(u), v);
        must_not_ = has(pattern.strangers(u), v) || (induced && !must_join_);
        must_go_ = has(pattern.arcs_from(u), v);
        must_come_ = has(pattern.arcs_from(v), u);
        // If an arc of the pattern joins the two vertices, and no edge, an induced match has no other arc.
        bool const only_these = induced && (must_go_ || must_come_) && !has(pattern.edges(u), v);
        must_not_go_ = has(pattern.no_arcs_from(u), v) || (only_these && !must_go_);
        must_not_come_ = has(pattern.no_arcs_from(v), u) || (only_these && !must_come_);
        edge_ = pattern.edge_label(u, v);
        there_ = pattern.arc_label(u, v);
        back_ = pattern.arc_label(v, u);
    }

    bool allows(Joined const& joined) const {
        auto const is = [](std::string const* label, std::string const& asked) { return label && *label == asked; };
        return !(must_join_ && !joined.adjacent) && !(must_not_ && joined.adjacent) && !(must_go_ && !joined.goes) &&
               !(must_come_ && !joined.comes) && !(must_not_go_ && joined.goes) && !(must_not_come_ && joined.comes) &&
               (edge_.empty() || is(joined.label, edge_) || is(joined.back, edge_)) &&
               (there_.empty() || is(joined.label, there_)) && (back_.empty() || is(joined.back, back_));
    }

private:
    bool must_join_, must_not_, must_go_, must_come_, must_not_go_, must_not_come_;
    std::string edge_, there_, back_; // labels; if empty, any label is allowed
};

class Matrices {
public:
    Matrices(Graph const& graph, Pattern const& pattern, int bits)
        : graph_(graph),
          pattern_(pattern),
          rows_(std::size_t{1} << bits),
          row_words_((rows_ + 63) / 64),
          words_(six_pairs * rows_ * row_words_) {
        std::vector<VertexId> const ascending = vertices_by_id(graph);
        place_.resize(ascending.size());
        for (VertexId i = 0; i < ascending.size(); ++i) place_[ascending[i]] = i;
        for (int v = 0; v < six_vertices; ++v) candidates_.push_back(candidates_of(v));
    }

    std::vector<std::uint64_t> of(bool induced) {
        Pattern asked(six_vertices); // vertices that the pattern lacks are free
        for (int v = 1; v < six_vertices; ++v) {
            for (int u = 0; u < v; ++u) {
                bool const is_free = v >= pattern_.size();
                fill(u, v, is_free ? PairRule(asked, u, v, false) : PairRule(pattern_, u, v, induced));
            }
        }
        return std::move(words_);
    }

private:
    using Bits = std::vector<std::uint64_t>;
    static void set(std::span<std::uint64_t> row, VertexId y, bool value) {
        std::uint64_t const bit = std::uint64_t{1} << y % 64;
        if (value)
            row[y / 64] |= bit;
        else
            row[y / 64] &= ~bit;
    }

    // The places of the graph's vertices that satisfy the pattern's conditions on v.
    Bits candidates_of(int v) const {
        Bits bits(row_words_);
        for (VertexId x = 0; x < place_.size(); ++x) {
            if (v >= pattern_.size() || bears_label(pattern_.labels(v), x)) set(bits, place_[x], true);
        }
        return bits;
    }
    bool bears_label(std::vector<std::string> const& any_of, VertexId x) const {
        if (any_of.empty()) return true;
        std::uint32_t const label = graph_.marks->labels[x];
        return label != GraphMarks::no_label &&
               std::ranges::find(any_of, graph_.marks->label_names[label]) != any_of.end();
    }

    void fill(int u, int v, PairRule const& rule) {
        Entries const entries(graph_);
        bool const allows_strangers = rule.allows({});
        Bits const& of_u = candidates_[static_cast<std::size_t>(u)];
        Bits const& of_v = candidates_[static_cast<std::size_t>(v)];
        auto const first = static_cast<std::size_t>(six_pair(u, v)) * rows_;
        for (VertexId x = 0; x < place_.size(); ++x) {
            VertexId const at = place_[x];
            if ((of_u[at / 64] >> at % 64 & 1) == 0) continue;
            std::span<std::uint64_t> const row(words_.data() + (first + at) * row_words_, row_words_);
            if (allows_strangers) std::ranges::fill(row, ~std::uint64_t{0});
            auto const list = graph_.neighbours(x);
            for (std::size_t i = 0; i < list.size(); ++i) set(row, place_[list[i]], rule.allows(entries.at(x, i)));
            set(row, at, false);
            for (std::size_t i = 0; i < row.size(); ++i) row[i] &= of_v[i];
        }
    }

    Graph const& graph_;
    Pattern const& pattern_;
    std::size_t rows_, row_words_;
    Bits words_;
    std::vector<VertexId> place_;  // place of each vertex, by ascending original id
    std::vector<Bits> candidates_; // candidates of each of the six vertices
};

void add_items_of_pair(std::vector<std::string>& items, Pattern const& pattern, int u, int v) {
    auto const has = [](Pattern::Vertices set, int w) { return (set >> w & 1) != 0; };
    auto const add = [&](int from, char const* sign, int to, std::string const& label = {}) {
        items.push_back(fmt::format("{}{}{}{}{}", from, sign, to, label.empty() ? "" : "/", label));
    };
    std::string const& label = pattern.edge_label(u, v);
    if (has(pattern.edges(u), v) || !label.empty()) add(u, "-", v, label);
    if (has(pattern.strangers(u), v)) add(u, "~", v);
    for (auto const& [from, to] : {std::pair{u, v}, std::pair{v, u}}) {
        if (has(pattern.arcs_from(from), to)) add(from, ">", to, pattern.arc_label(from, to));
        if (has(pattern.no_arcs_from(from), to)) add(from, "~>", to);
    }
}

} // namespace

std::vector<std::uint64_t> pair_matrices(Graph const& graph, Pattern const& pattern, bool induced, int bits) {
    return Matrices(graph, pattern, bits).of(induced);
}

std::string pattern_items(Pattern const& pattern) {
    std::vector<std::string> items;
    for (int v = 0; v < pattern.size(); ++v) {
        std::vector<std::string> labels = pattern.labels(v);
        std::ranges::transform(labels, labels.begin(), label_in_item);
        if (!labels.empty()) items.push_back(fmt::format("{}:{}", v, joined(labels, "|")));
    }
    for (int u = 0; u < pattern.size(); ++u) {
        for (int v = u + 1; v < pattern.size(); ++v) add_items_of_pair(items, pattern, u, v);
    }
    return joined(items, ",");
}

} // namespace cerrado::six

namespace cerrado {

namespace six {
namespace {

constexpr int least_pattern = 3;

std::uint64_t nodes_of(int interpolated) {
    std::uint64_t nodes = 1;
    for (int i = 0; i < interpolated; ++i) nodes *= 7;
    return nodes;
}

void check_pattern(Pattern const& pattern) {
    if (pattern.size() < least_pattern || pattern.size() > six_vertices) {
        throw InputError(
            fmt::format("the pattern has {}, and a proof takes patterns of {} to {} vertices: count other patterns "
                        "with cerrado match",
                        counted(static_cast<WideCount>(pattern.size()), "vertex"), least_pattern, six_vertices));
    }
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) continue;
        throw InputError(
            fmt::format("vertex {} of the pattern is an anti-vertex, which a proof cannot take: leave it out, or count "
                        "with cerrado match",
                        v));
    }
    if (pattern.discovered() != 0) {
        throw InputError(
            "the pattern discovers labels with ?, which a proof cannot do: leave ? out, or count with cerrado match");
    }
    pattern.require_connected();
}

void check_graph(Graph const& graph, SixQuery const& query) {
    VertexId const vertices = graph.vertex_count();
    if (vertices > max_six_graph_vertices) {
        throw InputError(fmt::format("the graph has {}, and a proof takes at most {}: take a part of the graph",
                                     counted(vertices, "vertex"), grouped(max_six_graph_vertices)));
    }
    if (vertices < six_vertices) {
        throw InputError(
            fmt::format("the graph has {}, and a proof needs six different ones: count with cerrado match, which takes "
                        "no time in so small a graph",
                        counted(vertices, "vertex")));
    }
    if (graph.oriented()) throw InputError("the graph is oriented: give the graph before orient()");
    require_marks({.pattern = query.pattern, .labels_may_lack = query.labels_may_lack}, graph);
}

void check_split(int bits, int split) {
    if (split < 0 || split > bits) {
        throw InputError(fmt::format("the split is {}: choose 0 to {}, because a vertex number has {} here", split,
                                     bits, counted(static_cast<WideCount>(bits), "bit")));
    }
    if (transforms_fit(bits, split)) return;
    int least = split;
    while (!transforms_fit(bits, least)) ++least;
    throw InputError(fmt::format("a split of {} needs {} points, which are too many: choose {} or more", split,
                                 grouped(3 * nodes_of(bits - split) - 2), least));
}

std::uint64_t checksum_of_parts(SixParts const& parts) {
    ByteWriter to;
    to.put(parts.bits);
    to.put(parts.vertices);
    to.put(parts.split);
    to.put(parts.pattern_vertices);
    to.put(parts.automorphisms);
    to.put_all(std::span<std::uint64_t const>(parts.words));
    return checksum_of(to.bytes());
}

// Returns: the number of maps of the free vertices for each map of the pattern's vertices.
std::uint64_t free_maps(SixParts const& parts) {
    std::uint64_t maps = 1;
    for (int placed = parts.pattern_vertices; placed < six_vertices; ++placed) {
        maps *= std::max(1u, parts.vertices - std::min(parts.vertices, static_cast<std::uint32_t>(placed)));
    }
    return maps;
}

} // namespace

bool transforms_fit(int bits, int split) {
    std::uint64_t const points = 3 * nodes_of(bits - split) - 2;
    return std::bit_ceil(3 * points) <= max_transform_points;
}

} // namespace six

SixInstance::SixInstance(SixParts parts) : parts_(std::move(parts)), checksum_(six::checksum_of_parts(parts_)) {
    if (bits() < 1 || bits() > six::max_bits || vertices() < 1 || vertices() > padded() ||
        pattern_vertices() < six::least_pattern || pattern_vertices() > six_vertices || automorphisms() < 1 ||
        parts_.words.size() != six_pairs * padded() * row_words()) {
        throw InputError("the parts of the instance do not fit together: prepare it again");
    }
    six::check_split(bits(), split());
}

std::uint64_t SixInstance::nodes() const { return six::nodes_of(bits() - split()); }

std::span<std::uint64_t const> SixInstance::matrix(int pair) const {
    std::size_t const size = padded() * row_words();
    return std::span(parts_.words).subspan(static_cast<std::size_t>(pair) * size, size);
}

std::span<std::uint64_t const> SixInstance::row(int pair, std::uint32_t x) const {
    return matrix(pair).subspan(x * row_words(), row_words());
}

WideCount SixInstance::count_of(WideCount maps) const {
    WideCount const of_a_match = WideCount{automorphisms()} * six::free_maps(parts_);
    if (maps % of_a_match == 0) return maps / of_a_match;
    throw Error(
        fmt::format("the proof is wrong: it gives {}, which is no multiple of the {} of a match; decode the shards "
                    "again, or ask whoever made the proof",
                    counted(maps, "map"), grouped(of_a_match)));
}

SixInstance prepare_six(Graph const& graph, SixQuery const& query) {
    six::check_pattern(query.pattern);
    six::check_graph(graph, query);
    SixParts parts;
    parts.bits = std::bit_width(graph.vertex_count() - 1);
    parts.vertices = graph.vertex_count();
    parts.split = query.split.value_or(std::min(2, parts.bits - 1));
    six::check_split(parts.bits, parts.split);
    parts.pattern_vertices = query.pattern.size();
    parts.automorphisms = static_cast<std::uint64_t>(automorphisms(query.pattern.meaning(query.induced)).count);
    parts.pattern = query.text.empty() ? six::pattern_items(query.pattern) : query.text;
    if (query.induced) parts.pattern += ", induced";
    parts.words = six::pair_matrices(graph, query.pattern, query.induced, parts.bits);
    return SixInstance(std::move(parts));
}

} // namespace cerrado

namespace cerrado::six {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

namespace {

constexpr std::uint32_t file_version = 1;

struct Kind {
    char const* name;
    char const* article;
    std::string_view mark;
    char const* remedy;
};
constexpr std::array<Kind, 3> kinds{{{"instance", "an", "CERRSXI\x01", "prepare it again"},
                                     {"shard", "a", "CERRSXS\x01", "evaluate its points again into another file"},
                                     {"proof", "a", "CERRSXP\x01", "decode the shards again"}}};
Kind const& kind_at(FileKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

[[noreturn]] void refuse_other(std::string_view mark, FileKind kind, std::string const& path) {
    for (Kind const& other : kinds) {
        if (mark != other.mark) continue;
        throw InputError(fmt::format("{}: this is {} {}; give {} {}", path, other.article, other.name,
                                     kind_at(kind).article, kind_at(kind).name));
    }
    throw InputError(
        fmt::format("{}: this is no {} of cerrado six; give a file that cerrado six has written", path, name_of(kind)));
}

[[noreturn]] void refuse_short(FileKind kind, std::string const& path) {
    throw InputError(
        fmt::format("{}: the {} is cut short; copy it again, or {}", path, name_of(kind), kind_at(kind).remedy));
}

} // namespace

char const* name_of(FileKind kind) { return kind_at(kind).name; }

std::string_view bytes_of(FileHead const& head) { return {reinterpret_cast<char const*>(&head), sizeof head}; }

std::uint64_t checksum_of_head(FileHead const& head, std::string_view content) {
    detail::Checksum checksum;
    checksum.add(bytes_of(head).substr(0, offsetof(FileHead, checksum)));
    checksum.add(content);
    return checksum.value();
}

FileHead make_head(FileKind kind, std::uint64_t about, std::string_view content) {
    FileHead head{};
    std::memcpy(head.mark, kind_at(kind).mark.data(), sizeof head.mark);
    head.version = file_version;
    head.about = about;
    head.checksum = checksum_of_head(head, content);
    return head;
}

FileHead take_head(std::string_view bytes, FileKind kind, std::string const& path) {
    FileHead head{};
    std::string_view const mark = bytes.substr(0, sizeof head.mark);
    std::string_view const wanted = kind_at(kind).mark;
    if (mark != wanted) {
        if (!mark.empty() && mark.size() < wanted.size() && wanted.starts_with(mark)) refuse_short(kind, path);
        refuse_other(mark, kind, path);
    }
    if (bytes.size() < sizeof head) refuse_short(kind, path);
    std::memcpy(&head, bytes.data(), sizeof head);
    if (head.version == file_version) return head;
    throw InputError(fmt::format(
        "{}: the {} has version {}, and this Cerrado reads version {}; use the Cerrado that wrote it, or {}", path,
        name_of(kind), head.version, file_version, kind_at(kind).remedy));
}

void refuse_damaged(FileKind kind, std::string const& path) {
    throw InputError(
        fmt::format("{}: the {} is damaged; copy it again, or {}", path, name_of(kind), kind_at(kind).remedy));
}

void write_sealed(FileKind kind, std::string_view content, std::string const& path) {
    detail::OutputFile file(path, false);
    file.write(bytes_of(make_head(kind, content.size(), content)));
    file.write(content);
    file.commit();
}

std::string read_sealed(FileKind kind, std::string const& path) {
    detail::FileBytes const file = detail::load_file(path);
    FileHead const head = take_head(file.bytes, kind, path);
    std::string_view const content = file.bytes.substr(sizeof head);
    if (content.size() < head.about) refuse_short(kind, path);
    if (content.size() > head.about || checksum_of_head(head, content) != head.checksum) refuse_damaged(kind, path);
    return std::string(content);
}

} // namespace cerrado::six

namespace cerrado {

// Reads and writes the files of instances and proofs.

namespace {

// Reads the content of a file. If the checksum is right and the content is not, another program wrote it.
template <class Read> auto read_content(six::FileKind kind, std::string const& path, Read const& read) {
    std::string const content = six::read_sealed(kind, path);
    try {
        return read(ByteReader(content));
    } catch (InputError const&) {
        six::refuse_damaged(kind, path);
    }
}

} // namespace

void write_six(SixInstance const& instance, std::string const& file) {
    SixParts const& parts = instance.parts();
    ByteWriter to;
    to.put(parts.bits);
    to.put(parts.vertices);
    to.put(parts.split);
    to.put(parts.pattern_vertices);
    to.put(parts.automorphisms);
    to.put(std::string_view(parts.pattern));
    to.put_all(std::span<std::uint64_t const>(parts.words));
    six::write_sealed(six::FileKind::instance, to.bytes(), file);
}

SixInstance read_six_instance(std::string const& file) {
    return read_content(six::FileKind::instance, file, [](ByteReader from) {
        SixParts parts;
        parts.bits = from.get<int>();
        parts.vertices = from.get<std::uint32_t>();
        parts.split = from.get<int>();
        parts.pattern_vertices = from.get<int>();
        parts.automorphisms = from.get<std::uint64_t>();
        parts.pattern = from.get_text();
        parts.words = from.get_all<std::uint64_t>();
        return SixInstance(std::move(parts));
    });
}

void write_six_proof(SixProof const& proof, std::string const& file) {
    ByteWriter to;
    to.put(proof.instance);
    for (auto const& coefficients : proof.coefficients) to.put_all(std::span<std::uint32_t const>(coefficients));
    six::write_sealed(six::FileKind::proof, to.bytes(), file);
}

SixProof read_six_proof(std::string const& file) {
    SixProof proof = read_content(six::FileKind::proof, file, [](ByteReader from) {
        SixProof read;
        read.instance = from.get<std::uint64_t>();
        for (auto& coefficients : read.coefficients) coefficients = from.get_all<std::uint32_t>();
        return read;
    });
    for (std::size_t i = 0; i < six_primes.size(); ++i) {
        auto const& coefficients = proof.coefficients[i];
        auto const wrong =
            std::ranges::find_if(coefficients, [&](std::uint32_t value) { return value >= six_primes[i].p; });
        if (wrong == coefficients.end()) continue;
        throw Error(
            fmt::format("{}: the proof is wrong: coefficient {} of prime {} is {}, which is not below {}; decode the "
                        "shards again, or ask whoever made it",
                        file, wrong - coefficients.begin(), i, *wrong, six_primes[i].p));
    }
    return proof;
}

} // namespace cerrado

namespace cerrado::six {

namespace {

constexpr std::string_view block_mark = "6pts";
constexpr std::size_t block_step = sizeof(std::uint32_t); // blocks begin at multiples of this size

std::uint64_t checksum_of_block(BlockHead const& head, std::string_view values) {
    detail::Checksum checksum;
    checksum.add({reinterpret_cast<char const*>(&head), offsetof(BlockHead, checksum)});
    checksum.add(values);
    return checksum.value();
}

void append_block(std::string& to, BlockKind kind, SixPoints const& points, std::span<std::uint32_t const> values) {
    BlockHead head{};
    std::memcpy(head.mark, block_mark.data(), sizeof head.mark);
    head.kind = kind;
    head.prime = static_cast<std::uint16_t>(points.prime);
    head.first = points.first;
    head.count = static_cast<std::uint32_t>(points.count);
    std::string_view const bytes(reinterpret_cast<char const*>(values.data()), values.size_bytes());
    head.checksum = checksum_of_block(head, bytes);
    to.append(reinterpret_cast<char const*>(&head), sizeof head);
    to.append(bytes);
}

// Returns: true if the numbers are possible for a block.
bool is_sound(BlockHead const& head) {
    if (std::string_view(head.mark, sizeof head.mark) != block_mark || head.zero != 0 || head.count == 0) return false;
    if (head.kind != BlockKind::values && head.kind != BlockKind::asked) return false;
    if (head.count > (head.kind == BlockKind::values ? block_values : max_asked_points)) return false;
    if (head.prime >= six_primes.size()) return false;
    std::uint64_t const points = six_primes[head.prime].p - 1;
    return head.first < points && head.count <= points - head.first;
}

std::optional<BlockHead> head_at(std::string_view bytes) {
    BlockHead head{};
    if (bytes.size() < sizeof head) return std::nullopt;
    std::memcpy(&head, bytes.data(), sizeof head);
    return is_sound(head) ? std::optional(head) : std::nullopt;
}

std::size_t value_bytes(BlockHead const& head) {
    return head.kind == BlockKind::values ? head.count * sizeof(std::uint32_t) : 0;
}

// Returns: the block at the beginning of the bytes.
std::optional<Piece> piece_at(std::string_view bytes) {
    std::optional<BlockHead> const head = head_at(bytes);
    if (!head || bytes.size() < sizeof *head + value_bytes(*head)) return std::nullopt;
    std::string_view const values = bytes.substr(sizeof *head, value_bytes(*head));
    if (checksum_of_block(*head, values) != head->checksum) return std::nullopt;
    Piece piece{{head->prime, head->first, head->count}, {}};
    piece.values.resize(values.size() / sizeof(std::uint32_t));
    if (!values.empty()) std::memcpy(piece.values.data(), values.data(), values.size());
    // A value that is no residue counts as missing.
    for (std::uint32_t& value : piece.values) {
        if (is_six_value(value) && value >= six_primes[head->prime].p) value = six_missing;
    }
    return piece;
}

std::size_t bytes_of_piece(Piece const& piece) {
    return sizeof(BlockHead) + piece.values.size() * sizeof(std::uint32_t);
}

} // namespace

std::string blocks_of(int prime, std::uint64_t first, std::span<std::uint32_t const> values) {
    std::string blocks;
    for (std::size_t done = 0; done < values.size(); done += block_values) {
        auto const some = values.subspan(done, std::min<std::size_t>(block_values, values.size() - done));
        append_block(blocks, BlockKind::values, {prime, first + done, some.size()}, some);
    }
    return blocks;
}

std::string asked_block(SixPoints const& points) {
    std::string block;
    append_block(block, BlockKind::asked, points, {});
    return block;
}

ReadBlocks read_blocks(std::string_view bytes) {
    ReadBlocks read;
    for (std::size_t at = 0; at < bytes.size();) {
        std::optional<Piece> piece = piece_at(bytes.substr(at));
        if (!piece) {
            at += block_step;
            continue;
        }
        if (at > read.good_bytes) {
            if (read.damaged_bytes == 0) read.first_damaged = read.good_bytes;
            read.damaged_bytes += at - read.good_bytes;
        }
        at += bytes_of_piece(*piece);
        read.good_bytes = at;
        read.pieces.push_back(std::move(*piece));
    }
    std::string_view const rest = bytes.substr(read.good_bytes);
    std::optional<BlockHead> const head = head_at(rest);
    bool const is_short_head = rest.size() < sizeof(BlockHead) && rest.starts_with(block_mark.substr(0, rest.size()));
    read.is_cut = !rest.empty() && (is_short_head || (head && rest.size() < sizeof *head + value_bytes(*head)));
    return read;
}

} // namespace cerrado::six

namespace cerrado {

namespace six {
namespace {

std::uint32_t both(std::uint32_t one, std::uint32_t other) {
    if (one == six_missing) return other;
    return other == six_missing || one == other ? one : six_disputed;
}

// Returns: the points of all pieces, by prime, then by first point. Points of one prime that touch are joined.
std::vector<SixPoints> union_of(std::vector<PieceRef> const& pieces) {
    std::vector<SixPoints> points;
    for (PieceRef const& piece : pieces) points.push_back(piece.points);
    std::ranges::sort(points, {}, [](SixPoints const& some) { return std::tuple(some.prime, some.first); });
    std::vector<SixPoints> all;
    for (SixPoints const& some : points) {
        if (all.empty() || all.back().prime != some.prime || all.back().first + all.back().count < some.first) {
            all.push_back(some);
        } else {
            all.back().count = std::max(all.back().count, some.first + some.count - all.back().first);
        }
    }
    return all;
}

std::vector<SixPoints> runs_of(SixShard const& shard, std::uint32_t value) {
    std::vector<SixPoints> runs;
    for (SixRange const& range : shard.ranges) {
        bool goes_on = false;
        for (std::size_t i = 0; i < range.values.size(); ++i) {
            bool const is_it = range.values[i] == value;
            if (is_it && goes_on)
                ++runs.back().count;
            else if (is_it)
                runs.push_back({range.prime, range.first + i, 1});
            goes_on = is_it;
        }
    }
    return runs;
}

} // namespace

std::vector<SixRange> in_one(std::vector<PieceRef> const& pieces) {
    std::vector<SixPoints> const all = union_of(pieces);
    std::uint64_t points = 0;
    for (SixPoints const& some : all) points += some.count;
    if (points > max_shard_points) {
        throw InputError(
            fmt::format("these shards have {} together, and a shard takes at most {}: leave some shards out",
                        counted(points, "point"), grouped(max_shard_points)));
    }
    std::vector<SixRange> ranges;
    for (SixPoints const& some : all) {
        ranges.push_back({some.prime, some.first, std::vector<std::uint32_t>(some.count, six_missing)});
    }
    for (PieceRef const& piece : pieces) {
        auto const place = [](auto const& some) { return std::tuple(some.prime, some.first); };
        SixRange& range = *(std::ranges::upper_bound(ranges, place(piece.points), {}, place) - 1);
        std::uint32_t* const to = range.values.data() + (piece.points.first - range.first);
        for (std::size_t i = 0; i < piece.values.size(); ++i) to[i] = both(to[i], piece.values[i]);
    }
    return ranges;
}

std::string listed(std::vector<SixPoints> const& points, int prime) {
    constexpr int most = 5;
    std::string text;
    int shown = 0;
    std::uint64_t others = 0;
    for (SixPoints const& some : points) {
        if (some.prime != prime) continue;
        if (shown++ >= most) {
            others += some.count;
            continue;
        }
        text += text.empty() ? "" : ", ";
        text += some.count == 1 ? fmt::format("{}", some.first)
                                : fmt::format("{} to {}", some.first, some.first + some.count - 1);
    }
    if (others > 0) text += fmt::format(" and {}", counted(others, "other"));
    return text;
}

} // namespace six

std::vector<SixPoints> missing_six_points(SixShard const& shard) { return six::runs_of(shard, six_missing); }
std::vector<SixPoints> disputed_six_points(SixShard const& shard) { return six::runs_of(shard, six_disputed); }

void check_six_points(SixPoints const& points) {
    if (points.prime < 0 || points.prime >= static_cast<int>(six_primes.size())) {
        throw InputError(fmt::format("prime {} does not exist: choose 0 or 1", points.prime));
    }
    std::uint64_t const all = six_primes[static_cast<std::size_t>(points.prime)].p - 1;
    if (points.count == 0) throw InputError("the count of points is 0: give a count of one or more");
    if (points.first < all && points.count <= all - points.first) return;
    throw InputError(fmt::format("points {} to {} are asked for, and prime {} has {}, from 0 on: ask for fewer points",
                                 points.first, WideCount{points.first} + points.count - 1, points.prime, grouped(all)));
}

namespace six {
namespace {

struct ReadShard {
    SixShard shard;
    std::uint64_t good_bytes = 0; // bytes of the file up to the last good block
};

void tell_damage(ReadBlocks const& read, std::size_t bytes, std::string const& path, SixNote const& note) {
    if (!note) return;
    if (read.damaged_bytes > 0) {
        note(fmt::format("{}: {} from byte {} on are damaged; the points in them are missing", path,
                         counted(read.damaged_bytes, "byte"), sizeof(FileHead) + read.first_damaged));
    }
    if (read.good_bytes == bytes) return;
    note(fmt::format("{}: the last {} are {}; the points in them are missing", path,
                     counted(bytes - read.good_bytes, "byte"),
                     read.is_cut ? "part of a block that was cut short" : "damaged"));
}

ReadShard read_shard(std::string const& path, SixNote const& note) {
    detail::FileBytes const file = detail::load_file(path);
    FileHead const head = take_head(file.bytes, FileKind::shard, path);
    if (checksum_of_head(head, {}) != head.checksum) refuse_damaged(FileKind::shard, path);
    std::string_view const bytes = file.bytes.substr(sizeof head);
    ReadBlocks const read = read_blocks(bytes);
    tell_damage(read, bytes.size(), path, note);
    std::vector<PieceRef> pieces;
    for (Piece const& piece : read.pieces) pieces.push_back({piece.points, piece.values});
    try {
        return {{head.about, in_one(pieces), path}, sizeof head + read.good_bytes};
    } catch (InputError const& error) {
        throw InputError(path + ": " + error.what());
    }
}

// Writes a block of values of the range from `done` on, or a run of missing values. Returns: the number of these
// values.
std::size_t write_some(detail::OutputFile& file, SixRange const& range, std::size_t done) {
    auto const is_missing = [](std::uint32_t value) { return value == six_missing; };
    auto const left = std::span(range.values).subspan(done);
    auto const missing = static_cast<std::size_t>(std::ranges::find_if_not(left, is_missing) - left.begin());
    if (missing >= block_values || missing == left.size()) return missing; // the range's `asked` block covers them
    auto const some = left.first(std::min<std::size_t>(block_values, left.size()));
    file.write(blocks_of(range.prime, range.first + done, some));
    return some.size();
}

void write_range(detail::OutputFile& file, SixRange const& range) {
    for (std::size_t done = 0; done < range.values.size(); done += max_asked_points) {
        std::uint64_t const count = std::min<std::uint64_t>(max_asked_points, range.values.size() - done);
        file.write(asked_block({range.prime, range.first + done, count}));
    }
    for (std::size_t done = 0; done < range.values.size();) done += write_some(file, range, done);
}

} // namespace

ShardFile::ShardFile(std::string path, std::uint64_t instance, SixNote const& note) : path_(std::move(path)) {
    open(instance);
    ReadShard read = read_shard(path_, note);
    if (read.shard.instance != instance) {
        throw InputError(
            fmt::format("{}: the shard belongs to another instance (checksum {:016x}, not {:016x}); give the instance "
                        "that it was made with, or another file",
                        path_, read.shard.instance, instance));
    }
    begun_ = std::move(read.shard);
    size_ = read.good_bytes;
    if (::ftruncate(file_.descriptor, static_cast<off_t>(size_)) != 0) fail(errno);
    if (::lseek(file_.descriptor, 0, SEEK_END) < 0) fail(errno);
}

ShardFile::Descriptor::~Descriptor() {
    if (descriptor >= 0) ::close(descriptor);
}

// Only the process that has the lock writes the head, because two processes may begin the file at the same time.
void ShardFile::open(std::uint64_t instance) {
    file_.descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file_.descriptor < 0) fail(errno);
    if (::flock(file_.descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        throw Error(path_ + ": another process writes this shard; wait for it, or give another file");
    }
    struct stat status {};
    if (::fstat(file_.descriptor, &status) != 0) fail(errno);
    if (status.st_size == 0) write(bytes_of(make_head(FileKind::shard, instance, {})));
}

void ShardFile::ask(SixPoints const& points) {
    check_six_points(points);
    if (points.count > max_asked_points) {
        throw InputError(fmt::format("{} are asked for, and a shard takes at most {} at once: ask for fewer",
                                     counted(points.count, "point"), grouped(max_asked_points)));
    }
    write(asked_block(points));
}

void ShardFile::append(int prime, std::uint64_t first, std::span<std::uint32_t const> values) {
    write(blocks_of(prime, first, values));
}

void ShardFile::write(std::string_view bytes) {
    int const error = detail::write_all(file_.descriptor, bytes);
    if (error == 0) {
        size_ += bytes.size();
        return;
    }
    // If this fails, part of a block stays at the end, and the next process that opens the file drops it.
    auto const before = static_cast<off_t>(size_);
    static_cast<void>(::ftruncate(file_.descriptor, before) == 0 &&
                      ::lseek(file_.descriptor, before, SEEK_SET) == before);
    fail(error);
}

void ShardFile::fail(int error) const {
    char const* remedy = "choose another place";
    if (error == ENOENT || error == ENOTDIR) remedy = "create its folder first";
    if (error == EACCES || error == EPERM || error == EROFS) remedy = "choose a folder that this user may write";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        remedy = "make room and give the same command again; its values so far are kept";
    throw Error(fmt::format("{}: the shard could not be written ({}); {}", path_, std::strerror(error), remedy));
}

} // namespace six

void write_six_shard(SixShard const& shard, std::string const& file) {
    detail::OutputFile out(file, false);
    out.write(six::bytes_of(six::make_head(six::FileKind::shard, shard.instance, {})));
    for (SixRange const& range : shard.ranges) six::write_range(out, range);
    out.commit();
}

SixShard read_six_shard(std::string const& file, SixNote const& note) { return six::read_shard(file, note).shard; }

// Joins the ranges of several shards.

namespace {

std::string source_of_shard(SixShard const& shard, std::size_t number) {
    return shard.source.empty() ? fmt::format("shard {}", number) : shard.source;
}

void check_instances(std::vector<SixShard> const& shards) {
    if (shards.empty()) throw InputError("no shard is given: give one or more shards");
    for (std::size_t i = 1; i < shards.size(); ++i) {
        if (shards[i].instance == shards[0].instance) continue;
        throw InputError(fmt::format(
            "{}: the shard belongs to another instance (checksum {:016x}) than {} ({:016x}): leave one of them out",
            source_of_shard(shards[i], i), shards[i].instance, source_of_shard(shards[0], 0), shards[0].instance));
    }
}

void tell_disputed(SixShard const& merged, SixNote const& note) {
    std::vector<SixPoints> const disputed = disputed_six_points(merged);
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        std::uint64_t points = 0;
        for (SixPoints const& some : disputed) points += some.prime == prime ? some.count : 0;
        if (points == 0) continue;
        note(fmt::format("prime {} has different values for {}, taken as missing: {}", prime, counted(points, "point"),
                         six::listed(disputed, prime)));
    }
}

} // namespace

SixShard merge_six(std::vector<SixShard> const& shards, SixNote const& note) {
    check_instances(shards);
    std::vector<six::PieceRef> pieces;
    for (SixShard const& shard : shards) {
        for (SixRange const& range : shard.ranges) {
            pieces.push_back({{range.prime, range.first, range.values.size()}, range.values});
        }
    }
    SixShard merged{shards[0].instance, six::in_one(pieces), ""};
    if (note) tell_disputed(merged, note);
    return merged;
}

} // namespace cerrado

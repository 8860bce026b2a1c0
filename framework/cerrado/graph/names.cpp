#include <cerrado/graph/names.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace cerrado {
namespace detail {
namespace {

constexpr std::uint32_t no_rank = ~std::uint32_t{0};

// The first bytes as a number that orders as they do, so that few comparisons look at the text itself.
std::uint64_t first_bytes(std::string_view name) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
        value = value << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0);
    }
    return value;
}

std::uint32_t hash_of(std::string_view name) {
    std::size_t const hash = std::hash<std::string_view>()(name);
    return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

} // namespace

std::string_view name_problem(std::string_view name) {
    if (name.empty()) return "it is empty";
    if (name.size() > longest_name) return "it has more than 65535 bytes";
    if (name.starts_with("\xEF\xBB\xBF")) return "it begins with a byte order mark";
    if (std::ranges::any_of(name, is_control)) return "it has a control character";
    return {};
}

NameTable::NameTable() : slots_(std::size_t{1} << 10, Slot{0, no_rank}) {}

std::size_t NameTable::slot_of(std::string_view name, std::uint32_t hash) const {
    std::size_t const mask = slots_.size() - 1;
    for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
        Slot const& slot = slots_[place];
        if (slot.rank == no_rank || (slot.hash == hash && names_[slot.rank] == name)) return place;
    }
}

VertexId NameTable::rank(std::string_view name) {
    std::uint32_t const hash = hash_of(name);
    Slot& slot = slots_[slot_of(name, hash)];
    if (slot.rank != no_rank) return slot.rank;
    auto const rank = static_cast<VertexId>(names_.size());
    slot = {hash, rank};
    names_.push_back(name);
    if (names_.size() * 2 > slots_.size()) grow();
    return rank;
}

VertexId NameTable::rank_of_copy(std::string_view name) {
    std::uint32_t const rank = slots_[slot_of(name, hash_of(name))].rank;
    return rank != no_rank ? rank : this->rank(copies_.emplace_back(name));
}

void NameTable::grow() {
    std::vector<Slot> larger(slots_.size() * 2, Slot{0, no_rank});
    std::size_t const mask = larger.size() - 1;
    for (Slot const& slot : slots_) {
        if (slot.rank == no_rank) continue;
        std::size_t place = slot.hash & mask;
        while (larger[place].rank != no_rank) place = (place + 1) & mask;
        larger[place] = slot;
    }
    slots_ = std::move(larger);
}

SortedNames sorted_names(std::span<std::string_view const> names) {
    struct Key {
        std::uint64_t first;
        VertexId rank;
    };
    std::vector<Key> keys(names.size());
    for (VertexId rank = 0; rank < keys.size(); ++rank) keys[rank] = {first_bytes(names[rank]), rank};
    std::ranges::sort(keys, [&](Key const& a, Key const& b) {
        return a.first != b.first ? a.first < b.first : names[a.rank] < names[b.rank];
    });
    SortedNames sorted;
    sorted.places.resize(names.size());
    auto texts = std::make_shared<std::vector<std::string>>();
    texts->reserve(names.size());
    for (VertexId place = 0; place < keys.size(); ++place) {
        sorted.places[keys[place].rank] = place;
        texts->emplace_back(names[keys[place].rank]);
    }
    sorted.names = std::move(texts);
    return sorted;
}

Graph with_sorted_names(Graph graph, VertexNames names) {
    auto marks = graph.marks ? std::make_shared<GraphMarks>(*graph.marks) : std::make_shared<GraphMarks>();
    marks->names = std::move(names);
    graph.marks = std::move(marks);
    return graph;
}

} // namespace detail

namespace {

bool needs_quotes(std::string_view name) {
    constexpr std::string_view separators = " \t,;";
    bool const begins_comment = name.starts_with('#') || name.starts_with('%') || name.starts_with("//");
    return begins_comment || name.starts_with('"') || name.find_first_of(separators) != std::string_view::npos;
}

} // namespace

std::string name_on_line(std::string_view name) {
    if (!needs_quotes(name)) return std::string(name);
    std::string text = "\"";
    for (char const c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

VertexNames names_on_lines(VertexNames names) {
    if (!names || std::ranges::none_of(*names, needs_quotes)) return names;
    auto quoted = std::make_shared<std::vector<std::string>>();
    for (std::string const& name : *names) quoted->push_back(name_on_line(name));
    return quoted;
}

Graph with_names(Graph graph, std::vector<std::string> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::string_view const problem = detail::name_problem(names[i]); !problem.empty()) {
            throw InputError(fmt::format("'{}' cannot be a vertex's name: {}", detail::printable(names[i]), problem));
        }
        if (i > 0 && names[i - 1] >= names[i]) {
            throw InputError(fmt::format("the name '{}' comes after '{}'; give them ascending, each once",
                                         detail::printable(names[i]), detail::printable(names[i - 1])));
        }
    }
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (graph.original_id(v) < names.size()) continue;
        throw InputError(fmt::format("{} names, and a vertex of the original id {}; give each vertex a name",
                                     names.size(), graph.original_id(v)));
    }
    return detail::with_sorted_names(std::move(graph),
                                     std::make_shared<std::vector<std::string> const>(std::move(names)));
}

} // namespace cerrado

// Colours of vertices and of motifs, as they are written.
#include <cerrado/apps/sieve.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/random_source.hpp>

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string_view>
#include <unordered_map>

namespace cerrado {

namespace {

std::optional<std::uint64_t> number_of(std::string_view text) {
    std::uint64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

// Calls visit(part) for each part of the text between separators.
template <class Visit> void for_each_part(std::string_view text, char separator, Visit const& visit) {
    for (;;) {
        std::size_t const end = text.find(separator);
        visit(text.substr(0, end));
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + 1);
    }
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    std::size_t const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace

ColouredMotif parse_coloured_motif(std::string const& text) {
    ColouredMotif motif;
    auto const refuse = [&](std::string_view part, char const* because) {
        throw InputError(
            fmt::format("motif {}: '{}' {}; write colours apart by commas, as 0^2,1,*", text, part, because));
    };
    for_each_part(text, ',', [&](std::string_view part) {
        std::size_t const sign = part.find('^');
        std::string_view const entry = trimmed(part.substr(0, sign));
        std::optional<Colour> const colour = number_of(entry);
        if (!colour && entry != "*") refuse(part, "is no colour");
        std::uint64_t times = 1;
        if (sign != std::string_view::npos) {
            std::optional<std::uint64_t> const given = number_of(trimmed(part.substr(sign + 1)));
            if (!given || *given == 0) refuse(part, "does not say how often");
            times = *given;
        }
        if (times > max_sieved_vertices - motif.size()) refuse(part, "makes it more than 30 vertices");
        motif.insert(motif.end(), times, entry == "*" ? std::nullopt : colour);
    });
    return motif;
}

VertexColours read_colours(std::string const& file, Graph const& graph) {
    std::ifstream input(file);
    if (!input) throw InputError(fmt::format("{}: cannot be read; give a file of lines `id colour[,colour...]`", file));
    std::unordered_map<OriginalId, VertexId> vertices;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) vertices.emplace(graph.original_id(v), v);
    VertexColours colours(graph.vertex_count());
    std::vector<std::uint64_t> line_of(graph.vertex_count());
    std::string line;
    for (std::uint64_t number = 1; std::getline(input, line); ++number) {
        auto const refuse = [&](std::string const& because) {
            throw InputError(fmt::format("{}:{}: {}; expected `id colour[,colour...]`", file, number, because));
        };
        std::string_view const text = trimmed(std::string_view(line).substr(0, line.find('#')));
        if (text.empty()) continue;
        std::size_t const gap = text.find_first_of(" \t");
        std::string_view const id_text = text.substr(0, gap);
        std::optional<std::uint64_t> const id = number_of(id_text);
        if (!id) refuse(fmt::format("'{}' is no id", id_text));
        if (gap == std::string_view::npos) refuse("no colour");
        auto const found = vertices.find(*id);
        if (found == vertices.end()) refuse(fmt::format("the graph has no vertex {}", *id));
        VertexId const v = found->second;
        if (line_of[v] != 0) refuse(fmt::format("vertex {} was in line {}", *id, line_of[v]));
        line_of[v] = number;
        for_each_part(trimmed(text.substr(gap)), ',', [&](std::string_view part) {
            std::optional<Colour> const colour = number_of(trimmed(part));
            if (!colour) refuse(fmt::format("'{}' is no colour", trimmed(part)));
            colours[v].push_back(*colour);
        });
    }
    if (input.bad()) throw Error(fmt::format("{}: reading failed", file));
    return colours;
}

VertexColours colours_modulo(Graph const& graph, std::uint64_t modulus) {
    if (modulus == 0) throw InputError("colours mod:0: give a number above 0");
    VertexColours colours(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) colours[v] = {graph.original_id(v) % modulus};
    return colours;
}

VertexColours planted_colours(Graph const& graph, int k, std::uint64_t seed) {
    VertexColours colours(graph.vertex_count(), {1});
    if (graph.vertex_count() == 0) return colours;
    std::vector<VertexId> path{static_cast<VertexId>(RandomSource(seed).below(graph.vertex_count()))};
    OriginalId const root = graph.original_id(path.back());
    std::vector<bool> seen(graph.vertex_count());
    int planted = 0;
    while (!path.empty() && planted < k) {
        VertexId const v = path.back();
        path.pop_back();
        if (seen[v]) continue;
        seen[v] = true;
        colours[v] = {0};
        ++planted;
        auto const neighbours = graph.neighbours(v);
        for (std::size_t i = neighbours.size(); i-- > 0;) {
            if (!seen[neighbours[i]]) path.push_back(neighbours[i]);
        }
    }
    if (planted < k) {
        throw InputError(
            fmt::format("colours plant:k={},seed={}: only {} vertices can be reached from vertex {}; take "
                        "another seed or a smaller k",
                        k, seed, planted, root));
    }
    return colours;
}

VertexColours colours_of(std::string const& text, Graph const& graph) {
    auto const refuse = [&] {
        throw InputError(fmt::format("colours {}: write mod:M, plant:k=K,seed=S, or the name of a file", text));
    };
    if (text.starts_with("mod:")) {
        std::optional<std::uint64_t> const modulus = number_of(std::string_view(text).substr(4));
        if (!modulus) refuse();
        return colours_modulo(graph, *modulus);
    }
    if (!text.starts_with("plant:")) return read_colours(text, graph);
    std::uint64_t k = 0;
    std::uint64_t seed = 1;
    for_each_part(std::string_view(text).substr(6), ',', [&](std::string_view part) {
        std::size_t const sign = std::min(part.find('='), part.size());
        std::optional<std::uint64_t> const value = number_of(part.substr(std::min(sign + 1, part.size())));
        std::string_view const name = part.substr(0, sign);
        if (!value || (name != "k" && name != "seed")) refuse();
        (name == "k" ? k : seed) = *value;
    });
    if (k == 0 || k > max_sieved_vertices) refuse();
    return planted_colours(graph, static_cast<int>(k), seed);
}

} // namespace cerrado

// Colours of vertices and of motifs, as they are written.
#include <cerrado/apps/sieve.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/graph/io/edges/vertex_lines.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <string_view>

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

using Refuse = std::function<void(std::string const& because)>; // throws

// `colour_of`: of an entry that is not `*`.
ColouredMotif parse_motif(std::string const& text,
                          std::function<Colour(std::string_view, Refuse const&)> const& colour_of) {
    ColouredMotif motif;
    for_each_part(text, ',', [&](std::string_view part) {
        Refuse const refuse = [&](std::string const& because) {
            throw InputError(
                fmt::format("motif {}: '{}' {}; write colours apart by commas, as 0^2,1,*", text, part, because));
        };
        std::size_t const sign = part.find('^');
        std::string_view const entry = trimmed(part.substr(0, sign));
        std::optional<Colour> const colour =
            entry == "*" ? std::nullopt : std::optional<Colour>(colour_of(entry, refuse));
        std::uint64_t times = 1;
        if (sign != std::string_view::npos) {
            std::optional<std::uint64_t> const given = number_of(trimmed(part.substr(sign + 1)));
            if (!given || *given == 0) refuse("does not say how often");
            times = *given;
        }
        if (times > max_sieved_vertices - motif.size()) refuse("makes it more than 30 vertices");
        motif.insert(motif.end(), times, colour);
    });
    return motif;
}

} // namespace

ColouredMotif parse_coloured_motif(std::string const& text) {
    return parse_motif(text, [](std::string_view entry, Refuse const& refuse) {
        std::optional<Colour> const colour = number_of(entry);
        if (!colour) refuse("is no colour");
        return *colour;
    });
}

ColouredMotif parse_labelled_motif(std::string const& text, Graph const& graph) {
    if (!has_labels(graph)) throw InputError("the motif has labels, and the graph has none: give it a file of labels");
    std::vector<std::string> const& names = graph.marks->label_names;
    return parse_motif(text, [&](std::string_view entry, Refuse const& refuse) -> Colour {
        auto const place = std::ranges::lower_bound(names, entry);
        if (place != names.end() && *place == entry) return static_cast<Colour>(place - names.begin());
        std::string const meant = nearest(std::string(entry), names);
        refuse(meant.empty() ? "is no label of the graph" : fmt::format("is no label of the graph, as {} is", meant));
        return 0;
    });
}

VertexColours colours_of_labels(Graph const& graph) {
    VertexColours colours(graph.vertex_count());
    if (!has_labels(graph)) return colours;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::uint32_t const label = graph.marks->labels[v];
        if (label != GraphMarks::no_label) colours[v] = {label};
    }
    return colours;
}

VertexColours read_colours(std::string const& file, Graph const& graph,
                           std::function<void(std::string const&)> const& note) {
    VertexColours colours(graph.vertex_count());
    auto const take = [&](detail::VertexLine const& line) {
        std::vector<Colour>& of_vertex = colours[line.vertex];
        if (!of_vertex.empty()) line.fail(fmt::format("vertex {} has its colours already; give them once", line.id));
        for_each_part(line.text.substr(0, line.text.find('#')), ',', [&](std::string_view part) {
            std::optional<Colour> const colour = number_of(trimmed(part));
            if (!colour) {
                line.fail(fmt::format("'{}' is no colour; expected 'id colour[,colour...]'",
                                      detail::printable(trimmed(part))));
            }
            of_vertex.push_back(*colour);
        });
    };
    detail::read_vertex_lines(graph, file, "colour", take, note);
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
            fmt::format("colours plant:k={},seed={}: only {} can be reached from vertex {}; take "
                        "another seed or a smaller k",
                        k, seed, counted(static_cast<WideCount>(planted), "vertex"), root));
    }
    return colours;
}

VertexColours colours_of(std::string const& text, Graph const& graph,
                         std::function<void(std::string const&)> const& note) {
    auto const refuse = [&] {
        throw InputError(fmt::format("colours {}: write mod:M, plant:k=K,seed=S, or the name of a file", text));
    };
    if (text.starts_with("mod:")) {
        std::optional<std::uint64_t> const modulus = number_of(std::string_view(text).substr(4));
        if (!modulus) refuse();
        return colours_modulo(graph, *modulus);
    }
    if (!text.starts_with("plant:")) return read_colours(text, graph, note);
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

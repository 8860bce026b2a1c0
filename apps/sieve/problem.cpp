#include "sieve/problem.hpp"

#include <cerrado/apps/sieve.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/detail/io/edges/vertex_lines.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace cerrado {

// Reads the colours of vertices and of motifs.

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

// `colour_of` returns the colour of an entry other than `*`.
ColouredMotif parse_motif(std::string const& text,
                          std::function<Colour(std::string_view, Refuse const&)> const& colour_of) {
    ColouredMotif motif;
    for_each_part(text, ',', [&](std::string_view part) {
        Refuse const refuse = [&](std::string const& because) {
            throw InputError(fmt::format("motif {}: '{}' {}; write colours with commas between them, such as 0^2,1,*",
                                         text, part, because));
        };
        std::size_t const sign = part.find('^');
        std::string_view const entry = trimmed(part.substr(0, sign));
        std::optional<Colour> const colour =
            entry == "*" ? std::nullopt : std::optional<Colour>(colour_of(entry, refuse));
        std::uint64_t times = 1;
        if (sign != std::string_view::npos) {
            std::optional<std::uint64_t> const given = number_of(trimmed(part.substr(sign + 1)));
            if (!given || *given == 0) refuse("has no number above 0 after the ^");
            times = *given;
        }
        if (times > max_sieved_vertices - motif.size()) refuse("makes the motif larger than 30 vertices");
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
    if (!has_labels(graph))
        throw InputError("the motif has labels, and the graph has none: give a file of labels with --labels");
    std::vector<std::string> const& names = graph.marks->label_names;
    return parse_motif(text, [&](std::string_view entry, Refuse const& refuse) -> Colour {
        auto const place = std::ranges::lower_bound(names, entry);
        if (place != names.end() && *place == entry) return static_cast<Colour>(place - names.begin());
        std::string const meant = nearest(std::string(entry), names);
        refuse(meant.empty() ? "is no label of the graph" : fmt::format("is no label of the graph, but {} is", meant));
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
        if (!of_vertex.empty())
            line.fail(
                fmt::format("vertex {} is on an earlier line; give all colours of a vertex on one line", line.id));
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
    if (modulus == 0) throw InputError("colours mod:0: the modulus is 0; give a number above 0, such as mod:3");
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
            fmt::format("colours plant:k={},seed={}: only {} can be reached from the random vertex {}; take another "
                        "seed or a smaller k",
                        k, seed, counted(static_cast<WideCount>(planted), "vertex"), root));
    }
    return colours;
}

VertexColours colours_of(std::string const& text, Graph const& graph,
                         std::function<void(std::string const&)> const& note) {
    auto const refuse = [&] {
        throw InputError(
            fmt::format("colours {}: this cannot be read; write mod:M, plant:k=K,seed=S, or the "
                        "name of a file",
                        text));
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

namespace {

// A line begins with its kind, a letter; vertices are numbers from 1 on.
class ProblemReader {
public:
    ProblemReader(std::string_view text, std::string const& path) : text_bytes_(text.size()), input_(text, path) {}

    SieveProblem read() {
        constexpr std::string_view comments = "#c";
        if (!input_.seek_content(comments))
            input_.fail_whole("the file has no line; expected 'p motif vertices edges' first");
        read_counts();
        while (input_.seek_content(comments)) {
            std::string_view const kind = input_.word();
            input_.skip_separators();
            if (kind == "e") {
                read_edge();
            } else if (kind == "n") {
                read_colour();
            } else if (kind == "k") {
                read_motif();
            } else if (kind == "t") {
                read_claim();
            } else {
                input_.fail(fmt::format(
                    "'{}'; expected 'e vertex vertex', 'n vertex colour', 'k colours' or 't unique|count numbers'",
                    detail::printable(kind)));
            }
            input_.skip_line();
        }
        return problem();
    }

private:
    void read_counts() {
        std::string_view const kind = input_.word();
        input_.skip_separators();
        if (kind != "p" || input_.word() != "motif") {
            input_.fail(
                "the file does not begin with 'p motif vertices edges'; give the colours and the motif with --colours "
                "and --motif, or a file that has them, too");
        }
        std::vector<std::uint64_t> const counts = numbers("a count", 2, "'p motif vertices edges'");
        if (counts[0] > text_bytes_) {
            input_.fail(fmt::format(
                "the first line says {} vertices, more than the {} bytes of the file; expected the number of vertices",
                counts[0], text_bytes_));
        }
        detail::check_vertex_count(counts[0], input_);
        vertices_ = static_cast<VertexId>(counts[0]);
        edge_count_ = counts[1];
        colours_.resize(vertices_);
        input_.skip_line();
    }

    void read_edge() {
        std::vector<std::uint64_t> const ends = numbers(detail::vertex_noun, 2, "'e vertex vertex'");
        edges_.push_back({vertex(ends[0]), vertex(ends[1])});
    }

    void read_colour() {
        std::vector<std::uint64_t> const two = numbers("number", 2, "'n vertex colour'");
        std::vector<Colour>& colours = colours_[vertex(two[0])];
        if (!colours.empty())
            input_.fail(fmt::format("vertex {} has a colour already; expected one colour for each vertex", two[0]));
        colours = {colour(two[1])};
    }

    // The first number may be the number of the colours that follow. If it is another number, it is a colour, too.
    void read_motif() {
        if (!motif_.empty()) input_.fail("this is a second motif; expected one line 'k colours'");
        std::vector<std::uint64_t> entries = numbers("colour");
        if (entries.size() > 1 && entries[0] == entries.size() - 1) entries.erase(entries.begin());
        if (entries.empty() || entries.size() > max_sieved_vertices) {
            input_.fail(fmt::format("a motif of {} vertices; expected 'k colours' with 1 to {} of them", entries.size(),
                                    max_sieved_vertices));
        }
        for (std::uint64_t const entry : entries) motif_.push_back(colour(entry));
    }

    void read_claim() {
        if (motif_.empty()) input_.fail("the test comes before the motif; expected 'k colours' first");
        if (only_match_ || match_count_) input_.fail("this is a second test; expected one line that begins with t");
        std::string_view const what = input_.word();
        if (what == "count") {
            match_count_ = numbers("number of matches", 1, "'t count matches'")[0];
        } else if (what == "unique") {
            only_match_.emplace();
            for (std::uint64_t const id : numbers(detail::vertex_noun, motif_.size(), "'t unique' and a match")) {
                only_match_->push_back(vertex(id));
            }
            std::ranges::sort(*only_match_);
            if (std::ranges::adjacent_find(*only_match_) != only_match_->end()) {
                input_.fail("a vertex is there twice; expected 't unique' and the vertices of a match");
            }
        } else {
            input_.fail(
                fmt::format("'{}'; expected 't unique vertices' or 't count matches'", detail::printable(what)));
        }
    }

    // Reads the numbers up to the line's end.
    std::vector<std::uint64_t> numbers(std::string_view noun) {
        std::vector<std::uint64_t> all;
        for (input_.skip_separators(); !input_.at_line_end(); input_.skip_separators()) {
            all.push_back(input_.number(noun));
        }
        return all;
    }
    std::vector<std::uint64_t> numbers(std::string_view noun, std::size_t wanted, std::string_view expected) {
        std::vector<std::uint64_t> all = numbers(noun);
        if (all.size() != wanted) {
            input_.fail(fmt::format("found {} numbers; expected {}, with {} of them", all.size(), expected, wanted));
        }
        return all;
    }
    VertexId vertex(std::uint64_t id) {
        if (id == 0 || id > vertices_) {
            input_.fail(fmt::format("there is no vertex {}; expected 1 to {}", id, vertices_));
        }
        return static_cast<VertexId>(id - 1);
    }

    Colour colour(std::uint64_t number) {
        if (number == 0) input_.fail("found colour 0; expected colours from 1 on");
        return number;
    }

    SieveProblem problem() {
        if (motif_.empty()) input_.fail_whole("the file has no motif; expected a line 'k colours'");
        if (edges_.size() != edge_count_) {
            input_.fail_whole(
                fmt::format("the file has {}, and the first line says {}; check that the file is complete",
                            counted(edges_.size(), "edge"), edge_count_));
        }
        std::vector<OriginalId> ids(vertices_);
        std::iota(ids.begin(), ids.end(), OriginalId{1});
        SieveProblem problem;
        problem.graph = graph_from_edges(vertices_, edges_, std::move(ids));
        problem.query.motif = std::move(motif_);
        problem.query.colours = std::move(colours_);
        problem.only_match = std::move(only_match_);
        problem.match_count = match_count_;
        return problem;
    }

    std::size_t text_bytes_;
    detail::TextInput input_;
    VertexId vertices_ = 0;
    std::uint64_t edge_count_ = 0;
    std::vector<Edge> edges_;
    VertexColours colours_;
    ColouredMotif motif_;
    std::optional<std::vector<VertexId>> only_match_;
    std::optional<std::uint64_t> match_count_;
};

} // namespace

SieveProblem parse_sieve_problem(std::string_view text, std::string const& path) {
    return ProblemReader(text, path).read();
}

SieveProblem read_sieve_problem(std::string const& path) {
    detail::FileBytes const file = detail::load_unpacked(path == "-" ? "/dev/stdin" : path);
    SieveProblem problem = parse_sieve_problem(file.bytes, path);
    problem.graph.source = path;
    return problem;
}

namespace {

// A matching of the motif's entries with shades of vertices. A shade takes at most as many entries as it has vertices.
class Filling {
public:
    Filling(int k, std::span<std::uint32_t const> shades) : k_(k) {
        std::map<std::uint32_t, int> counts;
        for (std::uint32_t const shade : shades) counts[shade] = std::min(counts[shade] + 1, k);
        for (auto const& [shade, count] : counts) classes_.push_back({shade, count, {}});
    }

    bool is_possible() {
        for (int entry = 0; entry < k_; ++entry) {
            std::vector<bool> seen(classes_.size());
            if (!place(entry, seen)) return false;
        }
        return true;
    }

private:
    struct Class {
        std::uint32_t shade;
        int vertices;
        std::vector<int> entries;
    };

    // Gives the entry to a shade, and may move other entries of the shade to other shades.
    bool place(int entry, std::vector<bool>& seen) {
        for (std::size_t i = 0; i < classes_.size(); ++i) {
            Class& one = classes_[i];
            if (seen[i] || (one.shade >> entry & 1) == 0) continue;
            seen[i] = true;
            if (static_cast<int>(one.entries.size()) < one.vertices) {
                one.entries.push_back(entry);
                return true;
            }
            for (int& other : one.entries) {
                if (!place(other, seen)) continue;
                other = entry;
                return true;
            }
        }
        return false;
    }

    int k_;
    std::vector<Class> classes_;
};

// The components of the vertices whose shade is not 0, each in ascending order.
std::vector<std::vector<VertexId>> components_of(Graph const& graph, std::span<std::uint32_t const> shades) {
    std::vector<std::vector<VertexId>> components;
    std::vector<bool> seen(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (seen[v] || shades[v] == 0) continue;
        std::vector<VertexId> component{v};
        seen[v] = true;
        for (std::size_t i = 0; i < component.size(); ++i) {
            for (VertexId const u : graph.neighbours(component[i])) {
                if (seen[u] || shades[u] == 0) continue;
                seen[u] = true;
                component.push_back(u);
            }
        }
        std::ranges::sort(component);
        components.push_back(std::move(component));
    }
    return components;
}

Graph induced_by(Graph const& graph, std::span<VertexId const> vertices) {
    std::vector<VertexId> number(graph.vertex_count(), ~VertexId{0});
    std::vector<OriginalId> ids;
    for (VertexId const v : vertices) {
        number[v] = static_cast<VertexId>(ids.size());
        ids.push_back(graph.original_id(v));
    }
    std::vector<EdgeOffset> offsets{0};
    std::vector<VertexId> neighbours;
    for (VertexId const v : vertices) {
        for (VertexId const u : graph.neighbours(v)) {
            if (number[u] != ~VertexId{0}) neighbours.push_back(number[u]);
        }
        offsets.push_back(neighbours.size());
    }
    Graph induced(std::move(offsets), std::move(neighbours), std::move(ids));
    induced.source = graph.source;
    return induced;
}

} // namespace

std::vector<std::uint32_t> shades_of(ColouredMotif const& motif, VertexColours const& colours, Graph const& graph) {
    if (motif.empty() || motif.size() > max_sieved_vertices) {
        throw InputError(fmt::format("the motif has {} entries: give 1 to {}", motif.size(), max_sieved_vertices));
    }
    if (colours.size() != graph.vertex_count()) {
        throw InputError(
            fmt::format("colours are given for {} vertices, and the graph has {}: give an entry for each vertex, which "
                        "may be empty",
                        colours.size(), graph.vertex_count()));
    }
    std::vector<std::uint32_t> shades(colours.size());
    for (std::size_t v = 0; v < shades.size(); ++v) {
        for (std::size_t l = 0; l < motif.size(); ++l) {
            bool const accepts = !motif[l] || std::ranges::find(colours[v], *motif[l]) != colours[v].end();
            if (accepts) shades[v] |= std::uint32_t{1} << l;
        }
    }
    return shades;
}

bool can_fill(int k, std::span<std::uint32_t const> shades) { return Filling(k, shades).is_possible(); }

ReducedGraph reduce(Graph const& graph, int k, std::span<std::uint32_t const> shades) {
    ReducedGraph reduced;
    for (std::vector<VertexId> const& component : components_of(graph, shades)) {
        if (component.size() < static_cast<std::size_t>(k)) continue;
        std::vector<std::uint32_t> own;
        for (VertexId const v : component) own.push_back(shades[v]);
        if (can_fill(k, own)) reduced.positions.insert(reduced.positions.end(), component.begin(), component.end());
    }
    std::ranges::sort(reduced.positions);
    reduced.graph = induced_by(graph, reduced.positions);
    for (VertexId const v : reduced.positions) reduced.shades.push_back(shades[v]);
    return reduced;
}

ReducedGraph restrict_to(ReducedGraph const& reduced, int k, std::span<VertexId const> positions) {
    std::vector<std::uint32_t> shades = reduced.shades;
    for (std::size_t v = 0; v < shades.size(); ++v) {
        if (!std::ranges::binary_search(positions, reduced.positions[v])) shades[v] = 0;
    }
    ReducedGraph restricted = reduce(reduced.graph, k, shades);
    for (VertexId& v : restricted.positions) v = reduced.positions[v];
    return restricted;
}

} // namespace cerrado
